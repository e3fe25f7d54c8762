import { createPipe } from '@dmse/sync/local/pipe';
import { createPoint } from '@dmse/sync/local/point';
import { updateRun } from '@dmse/sync/local/run';
import { StoreError } from '@dmse/sync/ports';
import type { Fields } from '@dmse/sync/wire';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../app/render-app.tsx';
import { beOffline } from '../../parts/render-part.tsx';
import { newUuid } from '../device/device-tools.ts';
import { packHeldForms } from '../device/held-forms.ts';
import { type RunStage, stageRun } from './run-stage.ts';

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
    press('One more');
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
    expect((await points())[0]?.fields.note).toMatch(/^Position 1[4-9] s old when saved\.$/);
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

describe('the frame', () => {
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
