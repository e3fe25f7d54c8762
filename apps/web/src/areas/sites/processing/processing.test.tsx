import { decideProcessing, listProcessingDecisions, undoProcessingDecisions } from '@dmse/contract/sites/processing/decision';
import {
  getProcessing,
  getProcessingPoints,
  leaseProcessing,
  listProcessingConflicts,
  type Processing,
  resetProcessing,
  updateProcessing,
} from '@dmse/contract/sites/processing/run';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import { RUN, uuid } from '@dmse/testkit/builders/captured';
import { STAMP } from '@dmse/testkit/builders/stamps';
import type { FakeServer } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { pageOf, SITES_SETTINGS } from '../field-run/sites-fixture.ts';
import { buildAttempt, buildFile, buildOverview, buildPoints, buildProcessing } from './processing-fixture.ts';

const MONA = { id: 2, full_name: 'Mona Michaud' };

async function open(search: string, run: Processing, { as = 'pia', more = (server: FakeServer) => server } = {}) {
  const self = buildSelf(as);
  const lease = { holder: { id: self.id, full_name: self.full_name }, until: STAMP, is_mine: true };
  const server = serveShell(self)
    .on(getProcessing, () => run)
    .on(getProcessingPoints, () => buildPoints(300))
    .on(getSitesSettings, () => SITES_SETTINGS)
    .on(leaseProcessing, () => ({ lease }))
    .on(listProcessingConflicts, () => pageOf())
    .on(decideProcessing, () => ({ ids: [7], revision: 2 }))
    .on(undoProcessingDecisions, () => ({ revision: 3 }));
  return renderApp(`/processing/${RUN}${search}`, { self, server: more(server) });
}

it('processing: opens where something is open, holds the run, and one description corrects all its points until it is undone', async () => {
  const bad_descriptions = [{ description: 'AEE', count: 2, names: ['100', '101'], suggestions: ['AE'] }];
  const { server, address } = await open('', buildProcessing({ overview: buildOverview({ bad_descriptions }) }));
  await waitFor(() => expect(address()).toBe(`/processing/${RUN}?step=validate`));
  expect(screen.getByRole('link', { name: '2. Validate 2 open' }).getAttribute('aria-current')).toBe('page');
  await waitFor(() => expect(server.callsOf(leaseProcessing)[0]?.body).toEqual({}));
  await userEvent.click(await screen.findByRole('button', { name: 'AE' }));
  expect(server.callsOf(decideProcessing)[0]?.body).toEqual({
    decisions: [{ kind: 'correct_description', from: 'AEE', to: 'AE' }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.callsOf(undoProcessingDecisions)[0]?.body).toEqual({ decisions: [7] }));
});

it('processing: the table draws what is in sight of many points, and arrows move the one selection', async () => {
  await open('?step=review', buildProcessing());
  const table = await screen.findByRole('grid', { name: 'Points' });
  expect(within(table).getAllByRole('row').length).toBeLessThan(60);
  table.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{End}');
  expect(within(table).getByRole('row', { selected: true }).textContent).toContain('399');
});

it('processing: what another holds is only read until it is taken over; without the role it is only read', async () => {
  const held = buildProcessing({ lease: { holder: MONA, until: '2026-03-04T18:20:00.000Z', is_mine: false } });
  const { server, unmount } = await open('?step=import', held);
  expect(await screen.findByText(/Mona Michaud is working on this run until 14:20/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }));
  await userEvent.click(screen.getByRole('button', { name: 'Take over run' }));
  await waitFor(() => expect(server.callsOf(leaseProcessing)[0]?.body).toEqual({ take_over: true }));
  unmount();
  const joe = await open('?step=import', buildProcessing(), { as: 'fern' });
  expect(await screen.findByText('a.rw5')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Add or replace files' })).toBeNull();
  expect(joe.server.callsOf(leaseProcessing)).toHaveLength(0);
});

it('processing: Import says which base uses which file; Reset asks why and puts the attempt aside', async () => {
  const base = { key: 'B1', name: 'Base 1', shot_count: 20, antenna_height: 1.936, corrected_antenna: null, ref_file: 'a.ref' };
  const bases = [{ ...base, sum_file: null, placed: null, positions: [], sigma_horizontal: null, sigma_vertical: null }];
  const run = buildProcessing({
    files: [...buildProcessing().files, buildFile(3, 'ref_file', 'a.ref'), buildFile(4, 'sum_file', 'a.sum')],
    overview: buildOverview({ bases }),
  });
  const { server } = await open('?step=import', run);
  server.on(updateProcessing, () => run).on(resetProcessing, () => buildProcessing({ attempt: null, attempts: [buildAttempt(1)] }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'PPP summary of Base 1' }));
  await userEvent.click(await screen.findByRole('option', { name: 'a.sum' }));
  await waitFor(() => expect(server.callsOf(updateProcessing)[0]?.body).toEqual({ base: 'B1', file: 'a.sum' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'Wrong day');
  await userEvent.click(screen.getByRole('button', { name: 'Reset processing' }));
  await waitFor(() => expect(server.callsOf(resetProcessing)[0]?.body).toEqual({ reason: 'Wrong day' }));
});

it('processing: a measured point is attached to its shot of the field app by keys', async () => {
  const conflict = { severity: 'W' as const, remedies: [], ignored: null, waived: null, sentence: '' };
  const run = buildProcessing({
    overview: buildOverview({ conflict_counts: [{ id: 'APP_ONLY', severity: 'W', count: 1, ignored: 0 }] }),
  });
  const serve = ({ query }: { query: { kind?: string[] | undefined } }) =>
    pageOf(
      query.kind?.[0] === 'RAW_ONLY'
        ? { ...conflict, id: 'RAW_ONLY', key: 'r', shots: [uuid(1)], names: ['100'], figures: {} as Record<string, string> }
        : {
            ...conflict,
            id: 'APP_ONLY',
            key: 'a',
            shots: [],
            names: [],
            figures: { app_shot: uuid(9), name: 'MH1', category: 'Structure' },
          },
    );
  const { server } = await open('?step=validate', run, { more: (fake) => fake.on(listProcessingConflicts, serve) });
  const raw = await screen.findByRole('list', { name: /Measured, not in the field app/ });
  (await within(raw).findByRole('button', { name: /^100/ })).focus();
  await userEvent.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'Attach 100 to MH1' })).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(server.callsOf(decideProcessing)[0]?.body).toEqual({ decisions: [{ kind: 'attach', name: '100', app_shot: uuid(9) }] }),
  );
});

it('processing: every decision can be taken back from the list', async () => {
  const { server } = await open('?step=import', buildProcessing());
  const made = { why: 'Seen on site', by: MONA, at: STAMP, undone_by: null, undone_on: null, not_applied: null };
  server.on(listProcessingDecisions, () =>
    pageOf({ ...made, id: 4, decision: { kind: 'drop', names: ['100'] }, sentence: 'left out 100' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Decisions' }));
  const drawer = await screen.findByRole('dialog', { name: 'Decisions' });
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.callsOf(undoProcessingDecisions)[0]?.body).toEqual({ decisions: [4] }));
});
