import { listPipes } from '@dmse/contract/sites/pipe';
import { decideProcessing, listProcessingDecisions, undoProcessingDecisions } from '@dmse/contract/sites/processing/decision';
import type { ProcessingConflict, ProcessingShifts } from '@dmse/contract/sites/processing/result';
import {
  applyShifts,
  exportProcessing,
  finishProcessing,
  getProcessing,
  getProcessingPoints,
  getProcessingReport,
  getProcessingShifts,
  leaseProcessing,
  listProcessingConflicts,
  type Processing,
} from '@dmse/contract/sites/processing/run';
import { getProcessingShot, listRootShots, type ProcessingShot } from '@dmse/contract/sites/processing/shot';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import { listShots } from '@dmse/contract/sites/shot';
import { RUN, uuid } from '@dmse/testkit/builders/captured';
import { STAMP } from '@dmse/testkit/builders/stamps';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { pageOf, SITES_SETTINGS } from '../field-run/sites-fixture.ts';
import { buildOverview, buildPoints, buildProcessing } from './processing-fixture.ts';

async function open(step: string, run: Processing, serve: (server: FakeServer) => FakeServer, { as = 'pia', singleKeys = true } = {}) {
  const person = buildSelf(as);
  const self = { ...person, preferences: { ...person.preferences, single_key_shortcuts: singleKeys } };
  const server = serveShell(self)
    .on(getProcessing, () => run)
    .on(getProcessingPoints, () => buildPoints(3, { flags: [4, 4, 0] }))
    .on(leaseProcessing, () => ({ lease: null }))
    .on(getSitesSettings, () => SITES_SETTINGS)
    .on(listShots, () => pageOf())
    .on(listPipes, () => pageOf());
  return renderApp(`/processing/${RUN}?step=${step}`, { self, server: serve(server) });
}

/** Published less measured is (0.100, −0.050, 1.000), but for the one that is given otherwise. */
function observe(n: number, off = 0): ProcessingShifts['sources'][number]['observations'][number] {
  const measured = { easting: 2_500_000 + n * 100, northing: 7_400_000 + n * 50, elevation: 10 };
  return {
    control: {
      id: String(n),
      name: `CP${n}`,
      easting: measured.easting + 0.1 + off,
      northing: measured.northing - 0.05,
      elevation: measured.elevation + 1,
      control_destroyed: false,
    },
    shot: uuid(n),
    shot_name: String(99 + n),
    measured,
    is_accepted: true,
    base: null,
  };
}

const SHIFTS: ProcessingShifts = {
  sources: [
    {
      source: 'points',
      hpn: [{ base: null, shift: null, sentence: 'The PPP report (.sum) of the base is missing.' }],
      observations: [observe(1), observe(2), observe(3), observe(4, 0.4)],
    },
    { source: 'raw', hpn: [], observations: [] },
  ],
  localization: null,
  localization_problem: null,
  suggested: { type: 'CONTROL', source: 'points', other_side: 'hold', accepted: [], localization: null, typed: null },
};

it('shifts: a control is ticked out, the figures follow at once, and what is ticked is applied', async () => {
  const run = buildProcessing();
  const { server } = await open('shifts', run, (fake) => fake.on(getProcessingShifts, () => SHIFTS).on(applyShifts, () => run));
  const card = async (name: string) => (await screen.findByRole('radio', { name })).closest('label')!;
  expect((await card('By control')).textContent).toContain('E +0.2000, N −0.0500, Z +1.0000 m');
  expect((await card('HPN, by PPP')).textContent).toContain('(.sum) of the base is missing');
  expect(screen.getByText('103 does not agree with the others.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Leave it out' }));
  expect((await card('By control')).textContent).toContain('E +0.1000, N −0.0500, Z +1.0000 m');
  const row = screen.getByText('CP4', { selector: 'label' }).closest('tr')!;
  expect(row.textContent).toContain('+400');
  expect(within(row).getByText('Beyond tolerance')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Apply shift' }));
  await waitFor(() =>
    expect(server.callsOf(applyShifts)[0]?.body).toEqual({
      shift_type: 'CONTROL',
      source: 'points',
      other_side: 'hold',
      accepted: ['100', '101', '102'],
    }),
  );
});

function buildConflict(id: string, change: Partial<ProcessingConflict> = {}) {
  const conflict: ProcessingConflict = {
    id,
    severity: 'W',
    key: `${id}:100:101`,
    shots: [uuid(1), uuid(2)],
    names: ['100', '101'],
    figures: {},
    sentence: `${id} happened.`,
    remedies: [],
    ...change,
  };
  return { ...conflict, ignored: null, waived: null };
}

const shotOf = (n: number): ProcessingShot =>
  ({
    id: uuid(n),
    field_run: RUN,
    name: String(99 + n),
    datetime: null,
    description: 'AE',
    code: 'AE',
    full_code: 'AE',
    original_code: null,
    easting: 1,
    northing: 2,
    elevation: 3,
    final: { easting: 1, northing: 2, elevation: 3, is_final: true },
    number_of_satellites: null,
    age_of_corrections: null,
    status: 'FIXED',
    HRMS: 0.01,
    VRMS: 0.02,
    PDOP: null,
    HDOP: null,
    VDOP: null,
    TDOP: null,
    GDOP: null,
    rod_height: 2,
    instrument_height: null,
    instrument_type: 'GNSS',
    origin: 'RAW',
    parent: null,
    extended_data_shot: null,
    raw_file: 'a.rw5',
    was_overwritten: false,
    is_processed: true,
    is_dropped: false,
    bad_hrms: false,
    bad_vrms: false,
    bad_fixed_status: false,
    bad_code: false,
    ellipse: null,
    earlier: [],
  }) satisfies ProcessingShot;

const numberOf = (id: string) => Number(id.slice(-12));
const serveShots = (fake: FakeServer) =>
  fake
    .on(getProcessingShot, ({ params }) => ({
      ...shotOf(numberOf(params.id)),
      explanation: [{ title: 'Reading', lines: ['E 1.000'], children: [{ title: 'Shift', lines: ['E +0.100'], children: [] }] }],
      children: [],
    }))
    .on(listRootShots, ({ params }) => [{ ...shotOf(numberOf(params.id)), is_used: true }])
    .on(decideProcessing, () => ({ ids: [7], revision: 2 }));

it('conflicts: by keyboard kept, averaged with what is ticked, ignored with a reason, and undone', async () => {
  const open_conflicts = [buildConflict('SAME_PLACE'), buildConflict('RMS', { key: 'RMS:102', shots: [uuid(3)], names: ['102'] })];
  const overview = buildOverview({ conflict_counts: open_conflicts.map(({ id, severity }) => ({ id, severity, count: 1, ignored: 0 })) });
  const { server } = await open('conflicts', buildProcessing({ overview }), (fake) =>
    serveShots(fake)
      .on(listProcessingConflicts, () => ({ count: 2, results: open_conflicts }))
      .on(listProcessingDecisions, () => ({
        count: 1,
        results: [
          {
            id: 7,
            decision: { kind: 'group_same_points' as const },
            sentence: '',
            why: null,
            by: null,
            at: STAMP,
            undone_by: null,
            undone_on: null,
            not_applied: null,
          },
        ],
      }))
      .on(undoProcessingDecisions, () => ({ revision: 3 })),
  );
  const sent = () => server.callsOf(decideProcessing).map(({ body }) => body);
  expect(await screen.findByRole('article', { name: 'Same code at the same place' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Average with 101' }));
  await userEvent.keyboard('2');
  await waitFor(() => expect(sent()[0]).toEqual({ decisions: [{ kind: 'keep', kept: '101', other: '100' }] }));
  await userEvent.keyboard('a');
  await waitFor(() => expect(sent()[1]).toEqual({ decisions: [{ kind: 'average', first: '100', second: '101', ticked: ['100'] }] }));
  await userEvent.keyboard('j');
  expect(await screen.findByRole('article', { name: 'Uncertain shot' })).toBeTruthy();
  await userEvent.keyboard('i');
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Ditch edge{Enter}');
  await waitFor(() => expect(sent()[2]).toEqual({ decisions: [{ kind: 'ignore', conflict: 'RMS:102' }], why: 'Ditch edge' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('u');
  await waitFor(() => expect(server.callsOf(undoProcessingDecisions)[0]?.body).toEqual({ decisions: [7] }));
});

it('conflicts: single keys that are switched off do nothing; a remedy leads to its step; only a Field Admin waives', async () => {
  const blocking = buildConflict('LOC_WHOSE', { severity: 'B', remedies: ['shift_control', 'waive'] });
  const serve = (fake: FakeServer) =>
    serveShots(fake)
      .on(listProcessingConflicts, () => ({ count: 1, results: [blocking] }))
      .on(getProcessingShifts, () => SHIFTS);
  const pia = await open('conflicts', buildProcessing(), serve, { singleKeys: false });
  expect(await screen.findByRole('button', { name: 'Shift by control' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Waive' })).toBeNull();
  await userEvent.keyboard('iu');
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Shift by control' }));
  await waitFor(() => expect(pia.address()).toContain('step=shifts&shift=CONTROL'));
  pia.unmount();
  await open('conflicts', buildProcessing(), serve, { as: 'alice' });
  expect(await screen.findByRole('button', { name: 'Waive' })).toBeTruthy();
});

it('review: a selected point is explained down to its reading', async () => {
  await open('review', buildProcessing(), serveShots);
  await userEvent.click(await screen.findByText('101'));
  const tree = await screen.findByRole('list', { name: 'How 101 came about' });
  expect(within(tree).getByText('E +0.100')).toBeTruthy();
});

it('export: every format can be downloaded, the signed package first', async () => {
  const { server } = await open('export', buildProcessing(), (fake) =>
    fake
      .on(exportProcessing, () => new Blob(['x']) as never)
      .on(getProcessingReport, () => {
        throw new Refusal(409, { detail: 'Nothing is computed.' });
      }),
  );
  const buttons = await screen.findAllByRole('button', { name: /^Download / });
  expect(buttons[0]?.getAttribute('aria-label')).toBe('Download Everything, signed');
  await userEvent.click(screen.getByRole('button', { name: 'Download Drawing (DXF)' }));
  await waitFor(() => expect(server.callsOf(exportProcessing)[0]?.query).toEqual({ format: 'dxf' }));
});

it('finish: what blocks is listed; a control is published beside its old value', async () => {
  const to_do = [buildConflict('UNSHIFTED', { severity: 'B', remedies: ['apply_shifts', 'waive'] })];
  const blocked = buildProcessing({ overview: buildOverview({ to_do }), why_not_finish: 'One blocking conflict is open.' });
  const serve = (fake: FakeServer) => fake.on(getProcessingShifts, () => SHIFTS);
  const first = await open('finish', blocked, serve);
  expect(await screen.findByRole('button', { name: 'Choose a shift' })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Finish run' }).disabled).toBe(true);
  first.unmount();

  const run = buildProcessing();
  const { server } = await open('finish', run, (fake) => serve(fake).on(finishProcessing, () => ({ ...run, state: 'Finished' as const })));
  const row = (await screen.findByRole('checkbox', { name: 'Publish 101' })).closest('tr')!;
  await waitFor(() => expect(row.textContent).toContain('Update of CP2'));
  await userEvent.click(within(row).getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Finish run' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Finish run' }));
  await waitFor(() => expect(server.callsOf(finishProcessing)[0]?.body).toEqual({ publish: [{ name: '101', control_point: 2 }] }));
});
