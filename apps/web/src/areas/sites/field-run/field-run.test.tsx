import { listEmployees } from '@dmse/contract/people/user';
import { listDevices } from '@dmse/contract/sites/device';
import { createFieldRun, type FieldRun, getFieldRun, listFieldRunHistory, updateFieldRun } from '@dmse/contract/sites/field-run';
import { listImages } from '@dmse/contract/sites/image';
import { listPipes } from '@dmse/contract/sites/pipe';
import { getShot, listShots, type Shot, updateShot } from '@dmse/contract/sites/shot';
import { listStaticLayers } from '@dmse/contract/sites/static-layer';
import { dismissQuarantined, listQuarantine, type Quarantined, releaseQuarantined } from '@dmse/contract/sites/sync';
import { RUN, uuid } from '@dmse/testkit/builders/captured';
import { buildRun } from '@dmse/testkit/builders/field-run';
import { buildImage } from '@dmse/testkit/builders/image';
import { buildPipe } from '@dmse/testkit/builders/pipe';
import { buildShot } from '@dmse/testkit/builders/shot';
import { STAMP } from '@dmse/testkit/builders/stamps';
import type { FakeServer } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { pageOf } from './sites-fixture.ts';

function open(address: string, as: string, run: FieldRun, serve: (server: FakeServer) => FakeServer = (server) => server) {
  const self = buildSelf(as);
  const server = serveShell(self)
    .on(getFieldRun, () => run)
    .on(listEmployees, () => ({ count: 0, results: [] }))
    .on(listShots, () => pageOf())
    .on(listPipes, () => pageOf())
    .on(listImages, () => pageOf());
  return renderApp(address, { self, server: serve(server) });
}

describe('a new field run', () => {
  it('is created once under an id of the browser’s own, and opens', async () => {
    const { server, address } = await open('/fieldrun/new', 'fern', buildRun(), (fake) =>
      fake
        .on(createFieldRun, ({ body }) => buildRun({ id: body.id ?? '', name: body.name ?? null }))
        // The page goes to where the record it is shown says it is.
        .on(getFieldRun, ({ params }) => buildRun({ id: params.id })),
    );
    await userEvent.type(await screen.findByLabelText('Name'), 'Main St. topo');
    await userEvent.click(screen.getByRole('button', { name: 'Create field run' }));
    await waitFor(() => expect(server.callsOf(createFieldRun)).toHaveLength(1));
    const body = server.callsOf(createFieldRun)[0]?.body as { id: string; name: string };
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/), name: 'Main St. topo' });
    await waitFor(() => expect(address()).toBe(`/fieldrun/${body.id}`));
  });

  it('is not for who only reads', async () => {
    await open('/fieldrun/new', 'joe', buildRun());
    expect(await screen.findByText(/group Field Editor/)).toBeTruthy();
  });
});

describe('the summary of a field run', () => {
  it('warns when no risk assessment was written, and says what is in it', async () => {
    await open(`/fieldrun/${RUN}`, 'pia', buildRun({ state: 'Active', shot_count: 0 }));
    expect(await screen.findByText('No risk assessment has been written for this run.')).toBeTruthy();
    expect(screen.getByText('No shots yet.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Main St. topo');
  });

  it('lists the shots with their coordinates', async () => {
    const { server } = await open(`/fieldrun/${RUN}?tab=shots`, 'pia', buildRun(), (fake) =>
      fake.on(listShots, () => pageOf(buildShot(1, { late: true, image_count: 2 }))),
    );
    const row = (await screen.findByText('5001')).closest('tr')!;
    expect(row.textContent).toContain('2500000.0000');
    expect(within(row).getByText('Late')).toBeTruthy();
    expect(server.callsOf(listShots)[0]?.query).toMatchObject({ field_run: RUN, is_deleted: false });
  });

  it('shows photos large, one after the other, by keyboard', async () => {
    await open(`/fieldrun/${RUN}?tab=photos`, 'pia', buildRun(), (fake) =>
      fake.on(listImages, () => pageOf(buildImage(1), buildImage(2, { is_unreadable: true }))),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Open Photo 1' }));
    const viewer = await screen.findByRole('dialog', { name: 'Photo 1' });
    expect(within(viewer).getByRole('img', { name: 'Photo 1' })).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByText(/No preview/)).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows photos with their point, code and date', async () => {
    const shot = buildShot(1, { code: 'MH' });
    const image = buildImage(1, { fieldrun_shot: shot.id, captured_at: '2026-03-04T15:00:00.000Z' });
    await open(`/fieldrun/${RUN}?tab=photos`, 'pia', buildRun(), (fake) =>
      fake.on(listShots, () => pageOf(shot)).on(listImages, () => pageOf(image)),
    );
    const tile = await screen.findByRole('button', { name: 'Open Point 5001, MH, Photo 1' });
    expect(tile.closest('li')?.textContent).toBe('Point 5001, MH2026-03-04');
  });

  it('draws the pipes from the side, in the order they fall', async () => {
    const shots = [buildShot(1), buildShot(2), buildShot(3)];
    await open(`/fieldrun/${RUN}?tab=pipes`, 'pia', buildRun(), (fake) =>
      fake
        .on(listShots, () => pageOf(...shots))
        .on(listPipes, () => pageOf(buildPipe(11, uuid(2), uuid(3)), buildPipe(10, uuid(1), uuid(2)))),
    );
    expect(await screen.findByRole('img', { name: /Long section from 5001 – 5003, 50\.0 metres, 2 pipes/ })).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Pipes' });
    expect(within(table).getByText('5001 – 5002')).toBeTruthy();
  });

  it('says so when there are no layers', async () => {
    await open(`/fieldrun/${RUN}?tab=layers`, 'fern', buildRun(), (fake) => fake.on(listStaticLayers, () => ({ count: 0, results: [] })));
    expect(await screen.findByText('No layers yet.')).toBeTruthy();
  });

  it('keeps what a crew typed beyond the firm’s own lists among the choices', async () => {
    const { server } = await open(
      `/fieldrun/${RUN}?tab=risk`,
      'fern',
      buildRun({ present_hazards: ['Geese'], has_risk_assessment: true }),
      (fake) => fake.on(updateFieldRun, () => buildRun({ version: 4, present_hazards: [] })),
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Geese' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsOf(updateFieldRun)[0]).toMatchObject({ body: { present_hazards: [] }, ifMatch: 3 }));
  });

  it('has its history', async () => {
    await open(`/fieldrun/${RUN}?tab=history`, 'fern', buildRun(), (fake) =>
      fake.on(listFieldRunHistory, () => ({
        count: 1,
        results: [{ id: 1, at: STAMP, by: null, action: 'created', sentence: 'Fern created field run Main St. topo.', changes: [] }],
      })),
    );
    expect(await screen.findByText('Fern created field run Main St. topo.')).toBeTruthy();
  });
});

describe('the live progress of a run', () => {
  const held: Quarantined = {
    id: 9,
    op: 'x',
    kind: 'point',
    item: uuid(9),
    field_run: RUN,
    device: 'd',
    rev: 1,
    base: 0,
    content: { name: '5099', field_run: RUN, note: 'Behind the fence' },
    reason: 'This needs the role Field Editor.',
    run_name: 'Main St. topo',
    file: null,
    state: 'held',
    received_at: STAMP,
    received_by: null,
    captured_by: { id: 4, full_name: 'Fern Francoeur' },
    decided_on: null,
    decided_by: null,
    decision_note: '',
  };
  const disputed = (): Shot =>
    buildShot(1, { conflict: [{ field: 'note', kept: 'Opened it', other: 'Cover is stuck', version: 3 }], version: 7 });

  function serve(shot: Shot | null, items: Quarantined[] = []) {
    return (server: FakeServer) =>
      server
        .on(listShots, ({ query }) => (query.has_conflict && shot ? pageOf(shot) : pageOf()))
        .on(listQuarantine, () => ({ count: items.length, results: items }))
        .on(listDevices, () => ({
          count: 1,
          results: [
            {
              id: uuid(77),
              user: { id: 4, full_name: 'Fern Francoeur' },
              last_seen_on: STAMP,
              reported_on: STAMP,
              clock_offset: 400,
              report: {
                at: STAMP,
                waiting: 20,
                failed: 2,
                conflicts: 0,
                rescue: 0,
                oldest_unsynced: STAMP,
                runs: [
                  { field_run: RUN, waiting: 12, failed: 1, conflicts: 0 },
                  { field_run: uuid(5), waiting: 8, failed: 1, conflicts: 0 },
                ],
              },
            },
          ],
        }));
  }

  it('says what each tablet still holds of this run', async () => {
    await open(`/fieldrun/${RUN}?tab=progress`, 'pia', buildRun(), serve(null));
    expect(await screen.findByText(/13 items have not arrived/)).toBeTruthy();
    expect(screen.getByText('Fern Francoeur, its clock is 7 min fast')).toBeTruthy();
    expect(await screen.findByText('Nothing to settle.')).toBeTruthy();
    expect(await screen.findByText('Nothing came late.')).toBeTruthy();
  });

  it('Pia chooses the value that gave way: it comes back and the disagreement is gone', async () => {
    const { server } = await open(`/fieldrun/${RUN}?tab=progress`, 'pia', buildRun({ conflict_count: 1 }), (fake) =>
      serve(disputed())(fake).on(updateShot, () => buildShot(1)),
    );
    const item = await screen.findByRole('listitem', { name: 'Note of Shot 5001' });
    expect(within(item).getByText('Opened it')).toBeTruthy();
    expect(within(item).getByText('Cover is stuck')).toBeTruthy();
    await userEvent.click(within(item).getByRole('button', { name: 'Use this instead' }));
    await waitFor(() =>
      expect(server.callsOf(updateShot)[0]).toMatchObject({ body: { note: 'Cover is stuck', resolved: ['note'] }, ifMatch: 7 }),
    );
  });

  it('Pia keeps the value that stands: only the mark goes', async () => {
    const { server } = await open(`/fieldrun/${RUN}?tab=progress`, 'pia', buildRun(), (fake) =>
      serve(disputed())(fake).on(updateShot, () => buildShot(1)),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Keep this' }));
    await waitFor(() => expect(server.callsOf(updateShot)[0]?.body).toEqual({ resolved: ['note'] }));
  });

  it('Pia releases what was refused, or says why it is not needed', async () => {
    const { server } = await open(`/fieldrun/${RUN}?tab=progress`, 'pia', buildRun(), (fake) =>
      serve(null, [held])(fake)
        .on(releaseQuarantined, () => ({ ...held, state: 'released' as const }))
        .on(dismissQuarantined, () => ({ ...held, state: 'dismissed' as const })),
    );
    expect(await screen.findByText('Note: Behind the fence')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Not needed' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Set aside' }));
    expect(await screen.findByText('Say in a few words why it is not needed.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/Why it is not needed/), 'Shot twice');
    await userEvent.click(screen.getByRole('button', { name: 'Set aside' }));
    await waitFor(() => expect(server.callsOf(dismissQuarantined)[0]?.body).toEqual({ note: 'Shot twice' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Release' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release' }));
    await waitFor(() => expect(server.callsOf(releaseQuarantined)).toHaveLength(1));
  });

  it('Fern sees the disagreements, but neither tablets nor what was refused', async () => {
    await open(`/fieldrun/${RUN}?tab=progress`, 'fern', buildRun(), serve(disputed(), [held]));
    expect(await screen.findByText('Cover is stuck')).toBeTruthy();
    expect(screen.queryByText('On the tablets')).toBeNull();
    expect(screen.queryByText('Left with the office')).toBeNull();
  });
});

describe('a shot', () => {
  it('shows its structure and saves a correction against the version that was seen', async () => {
    const shot = buildShot(1, { connections: [{ direction: 'in', bearing: 90, measure_down: 1.234, measured_to: 'invert' }] });
    const { server } = await open(`/fieldrun-shot/${uuid(1)}`, 'fern', buildRun(), (fake) =>
      fake.on(getShot, () => shot).on(updateShot, () => buildShot(1, { code: 'CBSQ', version: 4 })),
    );
    expect(await screen.findByRole('heading', { name: 'Shot 5001' })).toBeTruthy();
    expect(within(screen.getByRole('table', { name: 'Connections' })).getByText('1.234')).toBeTruthy();
    const code = screen.getByLabelText('Code');
    await userEvent.clear(code);
    await userEvent.type(code, 'CBSQ');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsOf(updateShot)[0]).toMatchObject({ body: { code: 'CBSQ' }, ifMatch: 3 }));
  });

  it('says how old its position was, and what a wrong clock showed beside the corrected time', async () => {
    const shot = buildShot(1, { position_age: 26, captured_at_device: '2026-03-05T16:30:00.000Z' });
    await open(`/fieldrun-shot/${uuid(1)}`, 'fern', buildRun(), (fake) => fake.on(getShot, () => shot));
    expect(await screen.findByText('26 s when saved')).toBeTruthy();
    expect(screen.getByText('By the device’s clock, which was wrong')).toBeTruthy();
    expect(screen.getByText('5 Mar 2026')).toBeTruthy();
  });
});
