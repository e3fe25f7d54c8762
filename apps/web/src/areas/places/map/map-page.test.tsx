import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listBaseMaps } from '@dmse/contract/places/base-map';
import {
  countMapLayer,
  getMapFeature,
  listInMapArea,
  listMapLayers,
  type MapEntry,
  type MapFeatureCard,
  type MapLayer,
} from '@dmse/contract/places/map';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';

const layer = (change: Partial<MapLayer> & Pick<MapLayer, 'layer'>): MapLayer => ({
  version: '1',
  count: 2,
  bounds: [-67, 45, -66, 46],
  facets: [],
  ...change,
});
const entry = (id: string, label: string) =>
  ({
    layer: 'job',
    id,
    label,
    detail: 'Boundary survey',
    state: 'IN PROGRESS',
    variants: [],
    path: `/job/${id}`,
    lon: -66.5,
    lat: 45.5,
  }) satisfies MapEntry;
const card: MapFeatureCard = {
  layer: 'job',
  id: '2',
  title: '26-0002',
  subtitle: 'Boundary survey',
  state: 'IN PROGRESS',
  facts: [{ label: 'Client', value: 'Mill' }],
  path: '/job/2',
  lon: -66.5,
  lat: 45.5,
  geometry: null,
  easting: 2_500_000,
  northing: 7_400_000,
  can_place: true,
  url: null,
};

it('map: where none can be drawn, the list is the map, by keyboard; layers, filters and card stand in the address', async () => {
  localStorage.setItem('map.tutorial.july2025', 'completed');
  const self = buildSelf('mona');
  const server = serveShell(self)
    .on(listMapLayers, () => ({
      count: 2,
      results: [
        layer({ layer: 'quote' }),
        layer({ layer: 'job', facets: [{ facet: 'state', values: [{ value: 'IN PROGRESS', count: 1 }] }] }),
      ],
    }))
    .on(countMapLayer, () => ({ count: 1, bounds: null }))
    .on(listInMapArea, () => ({ count: 2, results: [entry('1', '26-0001'), entry('2', '26-0002')], counts: [] }))
    .on(getMapFeature, () => card);
  const { address } = await renderApp('/map', { self, server });
  const legend = within(await screen.findByRole('list', { name: 'Layers' }));
  await userEvent.click(await legend.findByRole('checkbox', { name: 'Quotes' }));
  await waitFor(() => expect(address()).toBe('/map?layer=job'));
  await userEvent.click(legend.getByRole('button', { name: 'Filter jobs' }));
  await userEvent.click(legend.getByRole('combobox', { name: 'State' }));
  await userEvent.click(await screen.findByRole('option', { name: 'In progress (1)' }));
  await userEvent.keyboard('{Escape}');
  await legend.findByText('1 of 2');
  expect(address()).toBe('/map?layer=job&job.state=IN+PROGRESS');

  await screen.findByText(/The map cannot be drawn on this device/);
  // A list that nobody has opened is not asked for: the tiles come first.
  expect(server.callsOf(listInMapArea)).toEqual([]);
  const script = readFileSync(join(import.meta.dirname, '../../../../public/before-app.js'), 'utf8');
  for (const { path } of [listMapLayers, listBaseMaps, getSitesSettings]) expect(script).toContain(`'${path}'`);
  await userEvent.click(screen.getByRole('tab', { name: 'List' }));
  expect((await screen.findByText('2 in view.')).getAttribute('role')).toBe('status');
  const list = screen.getByRole('listbox', { name: 'In view' });
  list.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  const region = within(await screen.findByRole('region', { name: '26-0002' }));
  expect(address()).toContain('pick=job_2');
  expect(region.getByText('2500000.000, 7400000.000', { exact: false })).toBeTruthy();
  expect(region.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/app/job/2');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: '26-0002' })).toBeNull());
  expect(document.activeElement).toBe(list);
  expect(server.callsOf(listInMapArea).at(-1)?.body).toMatchObject({ layers: [{ layer: 'job', filter: { state: ['IN PROGRESS'] } }] });
});

it('map: an area of the address is answered by the list, with what can be done there', async () => {
  localStorage.setItem('map.tutorial.july2025', 'completed');
  const self = buildSelf('mona');
  const server = serveShell(self)
    .on(listMapLayers, () => ({ count: 1, results: [layer({ layer: 'job' })] }))
    .on(listInMapArea, () => ({ count: 1, results: [entry('1', '26-0001')], counts: [] }));
  await renderApp('/map?area=-67_45&area=-66_45&area=-66_46', { self, server });
  expect(await screen.findByRole('listbox', { name: 'In the area' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
});

it('map: a card is out of the way while an area is drawn, and there again afterwards; corners and the open tab stand in the address', async () => {
  localStorage.setItem('map.tutorial.july2025', 'completed');
  const self = buildSelf('mona');
  const server = serveShell(self)
    .on(listMapLayers, () => ({ count: 1, results: [layer({ layer: 'job' })] }))
    .on(listInMapArea, () => ({ count: 0, results: [], counts: [] }))
    .on(getMapFeature, () => card);
  const { address } = await renderApp('/map?pick=job_2&corners=-67_45&corners=-66_45&corners=-66_46&tab=list', { self, server });
  await screen.findByText('3 corners');
  expect(screen.getByRole('tab', { name: 'List' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByRole('region', { name: '26-0002' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('region', { name: '26-0002' });
  await userEvent.click(screen.getByRole('button', { name: 'Draw an area' }));
  expect(screen.queryByRole('region', { name: '26-0002' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Layers' }));
  expect(address()).toBe('/map?pick=job_2&tab=layers&corners=none');
});
