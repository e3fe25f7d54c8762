import { sync } from '@dmse/sync/engine';
import { createPipe } from '@dmse/sync/local/pipe';
import { createPoint } from '@dmse/sync/local/point';
import { updateRun } from '@dmse/sync/local/run';
import { createRow } from '@dmse/sync/memory/model-server';
import { StoreError } from '@dmse/sync/ports';
import type { Fields } from '@dmse/sync/wire';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { v7 as newUuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../app/render-app.tsx';
import { beOffline } from '../../parts/render-part.tsx';
import { settleSaves } from '../../session/pending-saves.ts';
import { packHeldForms } from '../device/held-forms.ts';
import { type RunStage, stageRun } from '../run/run-fixture.ts';

let stage: RunStage;

beforeEach(async () => {
  stage = await stageRun();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stage.close();
});

/** From now on no record of the kind fits on the device any more. */
function fillStorage(full_of: 'point' | 'image' = 'point'): void {
  const { store } = stage.session;
  const runs = store.runs.bind(store);
  const full = async () => {
    throw new StoreError('QUOTA', 'full');
  };
  vi.spyOn(store, 'runs').mockImplementation((work) =>
    runs((tx) => work({ table: (kind) => (kind === full_of ? { ...tx.table(kind), put: full } : tx.table(kind)) })),
  );
}

const open = (tab: string) => renderApp(`/fieldrun/field/${stage.run}/${tab}`, { as: 'fern' });
const points = () => stage.session.store.runs((tx) => tx.table('point').list({ field_run: stage.run }));
const assess = () => updateRun(stage.session, stage.run, { fields: { present_hazards: ['Live traffic'] } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const note = async (words: RegExp) => waitFor(() => expect(screen.getByTestId('field-note').textContent).toMatch(words));

describe('a new point', () => {
  it('asks for the risk assessment before the first shot, once, and takes Later for an answer', async () => {
    await open('point');
    expect(await screen.findByText('Risk assessment first?')).toBeTruthy();
    press('Later');
    expect(await screen.findByRole('group', { name: 'Number' })).toBeTruthy();
  });

  it('is a code, a number and Save: three taps', async () => {
    await assess();
    await open('point');
    fireEvent.click(await screen.findByRole('button', { name: 'TREE' }));
    press('Increase');
    press('Save');
    await note(/Saved on device: 5001 TREE\./);
    const [saved] = await points();
    expect(saved?.fields).toMatchObject({ name: '5001', code: 'TREE', category: 'Topo', accuracy: 3 });
    expect(saved?.fields.geometry).toEqual({ type: 'Point', coordinates: [-66.6, 45.9, 12] });
    // and the number goes on
    expect(await screen.findByRole('button', { name: 'Number 5002' })).toBeTruthy();
  });

  it('is never saved with a position older than ten seconds without saying so', async () => {
    await assess();
    await open('point');
    await screen.findByRole('group', { name: 'Number' });
    act(() => stage.tellPosition(14_000));
    fireEvent.click(await screen.findByRole('button', { name: /^Save, position 1[4-9] s old$/ }));
    await note(/Saved on device: 5000\. Its position was 1[4-9] s old\./);
    const { position_age, note: typed } = (await points())[0]!.fields;
    expect(position_age).toBeGreaterThanOrEqual(14);
    expect(typed).toBeUndefined();
  });

  it('warns of a coarse position and saves it all the same', async () => {
    await assess();
    await open('point');
    await screen.findByRole('group', { name: 'Number' });
    act(() => stage.tellPosition(0, 23));
    expect(await screen.findByText(/Coarser than 10 m/)).toBeTruthy();
    press('Save');
    await note(/Saved on device: 5000\./);
    expect((await points())[0]?.fields.accuracy).toBe(23);
  });

  it('stands as it was typed after the page has gone', async () => {
    await assess();
    const first = await open('point');
    fireEvent.click(await screen.findByRole('button', { name: 'SAMH' }));
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'lid cracked' } });
    first.unmount();
    await open('point');
    expect(await screen.findByText(/what you were typing/)).toBeTruthy();
    // Otherwise the point waits its turn behind everything the page reads when it opens.
    await act(settleSaves);
    expect((screen.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('lid cracked');
    press('Save');
    await note(/Saved on device: 5000 SAMH\./);
    await waitFor(async () => expect(await stage.session.store.safety(({ drafts }) => drafts.ids())).toEqual([]));
    expect(screen.queryByText(/what you were typing/)).toBeNull();
  });

  it('is one point, however often Save is tapped', async () => {
    await assess();
    await open('point');
    const save = await screen.findByRole('button', { name: 'Save' });
    fireEvent.click(save);
    fireEvent.click(save);
    await note(/Saved on device/);
    expect(await points()).toHaveLength(1);
  });

  it('keeps the form and says what to do when the storage is full', async () => {
    await assess();
    await open('point');
    fireEvent.click(await screen.findByRole('button', { name: 'TREE' }));
    fillStorage();
    press('Save');
    await note(/storage is full/);
    expect(within(screen.getByTestId('field-note')).getByRole('button', { name: 'Export' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'TREE' }).getAttribute('aria-pressed')).toBe('true');
    // every export takes it along, also after the form was left
    expect((await packHeldForms()).map(({ fields }) => fields.code)).toEqual(['TREE']);
    vi.restoreAllMocks();
    press('Save');
    await note(/Saved on device: 5000 TREE\./);
    expect(await packHeldForms()).toEqual([]);
  });
});

describe('a point on the device', () => {
  it('keeps a picture the storage would not take in its form, and saves it when there is room', async () => {
    const id = newUuid();
    await createPoint(stage.session, { id, field_run: stage.run, fields: { code: 'SAMH' } });
    await open(`point/${id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Photo' }));
    fillStorage('image');
    const input = () => document.querySelector<HTMLInputElement>('input[type=file]');
    await waitFor(() => expect(input()).toBeTruthy());
    fireEvent.change(input()!, { target: { files: [new File([new Uint8Array([1, 2, 3])], 'a.heic', { type: 'image/heic' })] } });
    expect(await screen.findByText('Photos (1)')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Done (1)', hidden: true }));
    vi.restoreAllMocks();
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await note(/Saved on device: 5000 SAMH\./);
    const images = await stage.session.store.runs((tx) => tx.table('image').list({ field_run: stage.run }));
    expect(images.map(({ fields, _bytes }) => [fields.fieldrun_shot, _bytes])).toEqual([[id, 3]]);
  });

  it('names its crew by who is known here, and each tap is saved', async () => {
    const people = [
      { id: 1, full_name: 'Fern Field', initials: 'FF' },
      { id: 2, full_name: 'Joe Job', initials: 'JJ' },
    ];
    await stage.session.store.safety(({ meta }) => meta.put({ id: 'people', value: { kept: people } as unknown as Fields }));
    await updateRun(stage.session, stage.run, { fields: { crew: [1, 9] } });
    await open('details');
    expect(await screen.findByText('Fern Field, 1 more')).toBeTruthy();
    press('Change');
    press('Joe Job');
    expect(await screen.findByText('Fern Field, Joe Job, 1 more')).toBeTruthy();
    const [run] = await stage.session.store.runs((tx) => tx.table('run').list({ field_run: stage.run }));
    expect(run?.fields.crew).toEqual([1, 9, 2]);
  });

  const add = async (fields: Fields) => {
    const saved = await createPoint(stage.session, { field_run: stage.run, fields: { name: '5000', code: 'TREE', ...fields } });
    if (!saved.saved) throw new Error(saved.why);
    return saved.item;
  };

  it('is changed field by field, and its position stays', async () => {
    const item = await add({ geometry: { type: 'Point', coordinates: [-66, 46] } });
    await open(`point/${item.id}`);
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'oak' } });
    press('Save');
    await note(/Saved on device: 5000 TREE/);
    expect((await points())[0]?.fields).toMatchObject({ note: 'oak', geometry: { type: 'Point', coordinates: [-66, 46] } });
  });

  it('goes with Delete and comes back with Undo', async () => {
    const item = await add({});
    await open(`point/${item.id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete point' }));
    await note(/Deleted 5000 TREE/);
    expect((await points())[0]?.is_deleted).toBe(1);
    press('Undo');
    await waitFor(async () => expect((await points())[0]?.is_deleted).toBe(0));
  });

  it.each([
    ['point', 'shot'],
    ['pipe', 'pipe'],
    ['image', 'image'],
  ])('says that there is no such %s', async (tab, word) => {
    const id = newUuid();
    await open(`${tab}/${id}`);
    expect(await screen.findByText(new RegExp(`^No such ${word}: ${id}`))).toBeTruthy();
  });
});

describe('before leaving the site', () => {
  const structure = { code: 'SAMH', category: 'Infrastructure', sub_category: 'Sanitary Structure', connections: [{ measure_down: 1.5 }] };

  it('lists what is missing, and each line leads to the place to mend it', async () => {
    await createPoint(stage.session, { field_run: stage.run, fields: { ...structure, name: '5000' } });
    const bare = newUuid();
    await createPoint(stage.session, { id: bare, field_run: stage.run, fields: { name: '5001' } });
    const pipe = newUuid();
    await createPipe(stage.session, { id: pipe, field_run: stage.run, fields: { name: '5000-open' } });
    await open('details?show=leave');
    const list = await screen.findByRole('list', { name: 'Missing' });
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual([
        'Point 5001 has no code.',
        'Point 5001 has no position.',
        'Point 5000 has no position.',
        'Structure 5000 has no photo.',
        'Pipe 5000-open has an open end.',
        'There is no risk assessment.',
        '3 items are on this device only.',
      ]),
    );
    const hrefs = within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(hrefs).toContain(`/app/fieldrun/field/${stage.run}/point/${bare}`);
    expect(hrefs).toContain(`/app/fieldrun/field/${stage.run}/pipe/${pipe}`);
    expect(hrefs).toContain(`/app/fieldrun/field/${stage.run}/risk-assesment`);
    press(/on this device only/);
    expect(await screen.findByRole('dialog', { name: 'Sync' })).toBeTruthy();
  });
});

describe('half-loaded run', () => {
  /** So many points are on the server, and the network went before any of them came. */
  const loseNetwork = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const id = newUuid();
      createRow(stage.server, 'point', { id, field_run: stage.run, code: 'TREE' }, null, {
        op: `${id}:1:office`,
        device: 'office',
        rev: 1,
      });
    }
    stage.setOnline(true);
    stage.network = (request, send) => (request.path.startsWith('/api/sites/fieldrun-shot/?') ? null : send());
    await sync(stage.session);
    stage.setOnline(false);
  };

  it.each([
    ['points', '14 points not loaded yet.', /No points yet/],
    ['points?view=pipes', '14 points not loaded yet.', /^0 pipes/],
    ['details?show=photos', '14 points not loaded yet.', /^0 photos/],
    ['layers', '14 points not loaded yet.', /^Nothing/],
  ])('half-loaded run: %s says what is missing, and never that there is nothing', async (tab, says, lie) => {
    await loseNetwork(14);
    await open(tab);
    expect((await screen.findAllByText(says)).length).toBeGreaterThan(0);
    expect(screen.queryByText(lie)).toBeNull();
    expect(screen.getByRole('banner').textContent).toMatch(/14not loaded/);
  });

  it('half-loaded run: Leave site withholds its tick', async () => {
    await assess();
    await loseNetwork(14);
    await open('details?show=leave');
    const list = await screen.findByRole('list', { name: 'Missing' });
    await waitFor(() => expect(within(list).getByText('14 points not loaded yet.')).toBeTruthy());
    expect(screen.queryByText(/Nothing is missing/)).toBeNull();
  });
});

describe('wrong clock', () => {
  it('wrong clock: the screens say so, and what is captured carries both times', async () => {
    await assess();
    stage.setOnline(true);
    stage.network = (_, send) => {
      const answer = send();
      return { ...answer, headers: { ...answer.headers, date: new Date(Date.now() - 26 * 3_600_000).toUTCString() } };
    };
    await sync(stage.session);
    stage.setOnline(false);
    await open('point');
    expect(await screen.findByText('This device’s clock is 26 h fast.')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'TREE' }));
    press('Save');
    await note(/Saved on device: 5000 TREE\./);
    const { captured_at, captured_at_device } = (await points())[0]!.fields;
    const hours = (Date.parse(String(captured_at_device)) - Date.parse(String(captured_at))) / 3_600_000;
    expect(Math.round(hours)).toBe(26);
  });
});

describe('drafts of several people', () => {
  it('drafts of several people: another’s is not shown, is kept, and says whose it is', async () => {
    await assess();
    const key = `point:${stage.run}:new`;
    const theirs = { id: `${key}@9`, key, owner: 9, field_run: stage.run, saved_on: '2026-06-01T12:00:00.000Z' };
    const values = { values: { note: 'lid cracked' }, id: newUuid() };
    const people = [{ id: 9, full_name: 'Joe Job', initials: 'JJ' }];
    await stage.session.store.safety(async ({ drafts, meta }) => {
      await drafts.put({ ...theirs, data: values });
      await meta.put({ id: 'people', value: { kept: people } as unknown as Fields });
    });
    await open('point');
    expect(await screen.findByText(/^Joe Job left something unsaved in this form/)).toBeTruthy();
    expect(screen.queryByText(/what you were typing/)).toBeNull();
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'mine' } });
    press('Save');
    await note(/Saved on device: 5000\./);
    expect(await stage.session.store.safety(({ drafts }) => drafts.ids())).toEqual([theirs.id]);
  });
});

describe('pipes from the list', () => {
  const structure = (name: string, system: string) => ({
    name,
    code: 'SAMH',
    category: 'Infrastructure',
    sub_category: system === 'storm' ? 'Storm Structure' : 'Sanitary Structure',
    system,
  });

  it('pipes from the list: two structures are joined without the map, with a warning when their systems differ', async () => {
    for (const [name, system] of [
      ['1', 'sanitary'],
      ['2', 'sanitary'],
      ['3', 'storm'],
    ] as const)
      await createPoint(stage.session, { field_run: stage.run, fields: structure(name, system) });
    await open('points?view=pipes');
    fireEvent.click(await screen.findByRole('link', { name: 'Join from list' }));
    const choose = async (group: string, name: string) =>
      fireEvent.click(await within(await screen.findByRole('group', { name: group })).findByRole('button', { name }));
    await choose('Starts at', '1 SAMH');
    await choose('Ends at', '3 SAMH');
    expect(await screen.findByText('This pipe joins a sanitary and a storm structure.')).toBeTruthy();
    await choose('Ends at', '2 SAMH');
    expect(screen.queryByText(/This pipe joins/)).toBeNull();
    press('Save pipe');
    await note(/Saved on device: pipe 1-2\./);
    const [pipe] = await stage.session.store.runs((tx) => tx.table('pipe').list({ field_run: stage.run }));
    expect(pipe?.fields).toMatchObject({ name: '1-2', system: 'sanitary' });
  });
});

describe('the frame', () => {
  it('says how many records the server refused and on how many two people disagree', async () => {
    const saved = await createPoint(stage.session, { field_run: stage.run, fields: { name: '5000' } });
    if (!saved.saved) throw new Error(saved.why);
    const conflict = { field: 'note', kept: 'a', other: 'b', version: 2 };
    await stage.session.store.runs((tx) => tx.table('point').put({ ...saved.item, error_status_code: 400, _conflict: [conflict] }));
    await open('risk-assesment');
    await waitFor(() => expect(screen.getByRole('banner').textContent).toMatch(/1unsynced1refused1conflict/));
  });

  it('always says the run, the accuracy, what is unsynced and whether there is a network', async () => {
    await createPoint(stage.session, { field_run: stage.run, fields: { name: '5000' } });
    await open('layers');
    const head = await screen.findByRole('banner');
    beOffline();
    await waitFor(() => expect(head.textContent).toMatch(/±3\.0 m.*1.*unsynced.*offline/));
    expect(
      within(screen.getByRole('navigation', { name: 'Field app' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Map', 'Points', 'Pipes', 'Risk', 'More']);
  });

  it('saves the risk assessment with what was ticked', async () => {
    await open('risk-assesment');
    fireEvent.click(await screen.findByRole('button', { name: 'Live traffic' }));
    press('Save risk assessment');
    await note(/Saved on device: the risk assessment/);
    const run = await stage.session.store.runs((tx) => tx.table('run').get(stage.run));
    expect(run?.fields.present_hazards).toEqual(['Live traffic']);
  });
});
