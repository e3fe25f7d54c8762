import { updateSettingSection } from '@dmse/contract/settings/core';
import { createGeoidGrid, type GeoidGrid, removeGeoidGrid } from '@dmse/contract/sites/settings';
import { actionsOf } from '@dmse/domain/access/grants';
import { Refusal } from '@dmse/testkit/fake-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildSelf } from '../../app/render-app.tsx';
import { CoordinatesPage } from './coordinates.tsx';
import { COORDINATES, renderPage, retype, serveSection, serveSites } from './setting-fixture.tsx';

const GRID: GeoidGrid = {
  id: 7,
  name: 'HT2_2010v70',
  description: '',
  kind: 'undulation',
  vertical_system: 'CGVD28',
  extent: [-67, 45.8, -66.7, 46],
  bytes: 1234,
  url: '/api/core/file/9/',
  is_in_force: false,
  created_on: '2026-01-02T12:00:00.000Z',
  created_by: null,
};
const OFFSET: GeoidGrid = { ...GRID, id: 8, name: 'HT2 to CGG2013a', kind: 'offset', vertical_system: 'CGVD2013', is_in_force: true };

/** A store that takes every file at once and calls it number 9. */
class QuickUpload {
  upload = {};
  status = 200;
  statusText = '';
  responseText = '';
  onload?: () => void;
  open() {}
  setRequestHeader() {}
  getResponseHeader = (name: string) => (name === 'X-App' ? 'dmse' : null);
  send(form: FormData) {
    const name = (form.get('file') as File).name;
    this.responseText = JSON.stringify({ id: 9, name, mime_type: 'image/tiff', bytes: 3, sha256: 'x', url: '/f', thumbnail_url: null });
    queueMicrotask(() => this.onload?.());
  }
}

afterEach(() => vi.unstubAllGlobals());

async function open({ self = buildSelf('alice'), grids = [] as GeoidGrid[] } = {}) {
  const stage = serveSection('coordinates', COORDINATES);
  serveSites(stage.server, () => grids);
  vi.stubGlobal('XMLHttpRequest', QuickUpload);
  await renderPage(<CoordinatesPage />, self);
  await screen.findByLabelText('Grid');
  return { ...stage, user: userEvent.setup() };
}
type User = ReturnType<typeof userEvent.setup>;

async function choose(user: User, label: string, option: string | RegExp) {
  await user.click(screen.getByLabelText(label));
  await user.click(await screen.findByRole('option', { name: option }));
}
const check = () => within(screen.getByRole('group', { name: 'Check point' }));
function drop(name: string) {
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [new File(['abc'], name, { type: 'image/tiff' })] } });
}

describe('the office grid', () => {
  it('is chosen by name; the check point is worked out on it at once, and its definition is sent', async () => {
    const { user, saves } = await open();
    expect(check().getByText('2,500,000.000 m')).toBeTruthy();
    expect(check().getByText('7,500,000.000 m')).toBeTruthy();
    expect(check().getByText('−88.0 ppm')).toBeTruthy();
    await choose(user, 'Grid', /UTM zone 20N \(EPSG:2961\)/);
    await user.clear(check().getByLabelText('Latitude'));
    await user.type(check().getByLabelText('Latitude'), '0');
    await user.clear(check().getByLabelText('Longitude'));
    await user.type(check().getByLabelText('Longitude'), '-63');
    expect(check().getByText('500,000.000 m')).toBeTruthy();
    expect(check().getByText('−400.0 ppm')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(saves()[0]).toMatchObject({
      ifMatch: 3,
      body: {
        office_crs: { name: 'NAD83(CSRS) / UTM zone 20N', epsg: 2961, proj: '+proj=utm +zone=20 +ellps=GRS80 +units=m +no_defs' },
      },
    });
  });

  it('another one is written as a PROJ definition; a bad one is said at the check point and under the field', async () => {
    const { user, saves, server } = await open();
    await choose(user, 'Grid', /Another grid/);
    // It must not go by the name and number of the one before.
    expect(screen.getByLabelText<HTMLInputElement>('EPSG number').value).toBe('');
    await retype(user, /^Name/, 'Site grid');
    await retype(user, /^PROJ definition/, 'utm 20');
    expect(check().getByText('This definition cannot be read.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Use a PROJ definition, beginning with +proj=.')).toBeTruthy();
    expect(saves()).toHaveLength(0);
    await retype(user, /^PROJ definition/, '+proj=utm +zone=20 +ellps=GRS80 +units=us-ft');
    expect(check().getByText('Use a definition in metres (+units=m).')).toBeTruthy();
    server.on(updateSettingSection, () => {
      throw new Refusal(400, { 'office_crs.proj': ['This definition does not lead to a grid in metres.'] });
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This definition does not lead to a grid in metres.')).toBeTruthy();
    expect(server.seen.at(-1)?.body).toMatchObject({ office_crs: { name: 'Site grid', epsg: null } });
  });

  it('frame, epoch, models, refraction and keyed-in points are changed and sent', async () => {
    const { user, saves } = await open();
    await retype(user, /^Epoch/, '2010.0');
    await user.click(screen.getByRole('button', { name: 'Add geoid model' }));
    await retype(user, 'Words in the name of geoid model 3', 'EGM2008, EGM08');
    await user.click(screen.getByLabelText('Shift points that were keyed in'));
    await retype(user, /^Refraction/, '2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Use at most 1.')).toBeTruthy();
    expect(within(screen.getByRole('group', { name: 'Geoid models' })).getByText('This field may not be blank.')).toBeTruthy();
    await retype(user, /^Refraction/, '0.14');
    await retype(user, 'Vertical system of geoid model 3', 'EGM2008');
    await user.click(screen.getByRole('button', { name: 'Move geoid model 3 up' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    const [first, second] = COORDINATES.geoid_models;
    expect(saves()[0]?.body).toEqual({
      frame: { name: 'NAD83', epoch: 2010 },
      geoid_models: [first, { names: ['EGM2008', 'EGM08'], vertical_system: 'EGM2008' }, second],
      shift_keyed_in: true,
      refraction: 0.14,
    });
  });

  it('two edits at once: the grid in words, side by side', async () => {
    const { user, editElsewhere, stored } = await open();
    await choose(user, 'Grid', /UTM zone 19N/);
    editElsewhere({ office_crs: { name: 'Local', epsg: null, proj: '+proj=utm +zone=21 +ellps=GRS80' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByLabelText(/Theirs.*Local/));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Local');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(stored().office_crs).toMatchObject({ name: 'Local' }));
  });
});

describe('geoid grids', () => {
  it('are listed with extent, size and what they hold; each field offers its own kind', async () => {
    const { user, saves } = await open({ grids: [GRID, OFFSET] });
    const row = (await screen.findByRole('link', { name: 'HT2_2010v70' })).closest('tr')!;
    expect(row.textContent).toContain('45.8° N to 46.0° N, 67.0° W to 66.7° W');
    expect(row.textContent).toContain('1.2 kB');
    await user.click(screen.getByLabelText('Offset grid'));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['None', 'HT2 to CGG2013a (CGVD2013)']);
    await user.keyboard('{Escape}');
    await choose(user, 'Geoid grid', /HT2_2010v70/);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(saves()[0]?.body).toEqual({ undulation_grid: 7 });
  });

  it('one is uploaded and can be chosen; where its name does not tell its system, that is asked', async () => {
    const grids: GeoidGrid[] = [];
    const { user, server } = await open({ grids });
    server.on(createGeoidGrid, ({ body }) => {
      if (!body.vertical_system) throw new Refusal(400, { vertical_system: ['Say which vertical system this grid leads to.'] });
      const grid = { ...GRID, name: 'local', vertical_system: body.vertical_system };
      grids.push(grid);
      return grid;
    });
    expect(await screen.findByText('No geoid grid yet.')).toBeTruthy();
    drop('local.tif');
    await user.type(await screen.findByRole('combobox', { name: 'Vertical system' }), 'CGVD28');
    await user.click(screen.getByRole('button', { name: 'Keep grid' }));
    expect(await screen.findByText('Kept local. Choose it above to take it into force.')).toBeTruthy();
    expect(server.callsOf(createGeoidGrid).map((call) => call.body)).toEqual([{ file: 9 }, { file: 9, vertical_system: 'CGVD28' }]);
    expect(await screen.findByRole('link', { name: 'local' })).toBeTruthy();
    await choose(user, 'Geoid grid', 'local (CGVD28)');
  });

  it('what is no grid is refused with the reason', async () => {
    const { server } = await open();
    server.on(createGeoidGrid, () => {
      throw new Refusal(400, { file: ['words.tif is not a GeoTIFF that can be read.'] });
    });
    await screen.findByText('No geoid grid yet.');
    drop('words.tif');
    expect(await screen.findByText('words.tif is not a GeoTIFF that can be read.')).toBeTruthy();
  });

  it('one that is not in force is deleted after a question; one in force offers no such thing', async () => {
    const grids = [GRID, OFFSET];
    const { user, server } = await open({ grids });
    server.on(removeGeoidGrid, ({ params }) => {
      const at = grids.findIndex(({ id }) => id === params.id);
      grids.splice(at, 1);
      return undefined;
    });
    await user.click(await screen.findByRole('button', { name: 'Delete HT2_2010v70' }));
    expect(screen.queryByRole('button', { name: 'Delete HT2 to CGG2013a' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete grid' }));
    expect(await screen.findByText('Deleted HT2_2010v70.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'HT2_2010v70' })).toBeNull());
  });

  it('somebody of the panel without the field role sees them and is told who may upload', async () => {
    await open({ self: buildSelf('chelsea', { can: actionsOf(['Staff Panel User']) }), grids: [GRID] });
    expect(await screen.findByText('Only the group Field Admin may upload and delete grids.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    expect(screen.getByText('Not in use')).toBeTruthy();
  });
});
