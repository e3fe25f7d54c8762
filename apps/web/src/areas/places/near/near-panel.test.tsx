import { listMapNeighbours, type MapNeighbour } from '@dmse/contract/places/map';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderPart, startServer } from '../../../parts/render-part.tsx';
import { readMapAddress } from '../map/map-address.ts';
import { NearPanel } from './near-panel.tsx';

const HERE = { type: 'Point', coordinates: [-64.8, 46.09] } as const;

function near(layer: MapNeighbour['layer'], id: string, distance: number): MapNeighbour {
  const path = layer === 'job' ? `/job/${id}` : null;
  return {
    layer,
    id,
    label: `No. ${id}`,
    detail: 'Moncton',
    state: null,
    variants: [],
    path,
    lon: -64.79,
    lat: 46.1,
    distance,
    bearing: 45,
  };
}

describe('nearby panel', () => {
  it('nearby panel: groups by layer without the record itself, nearest few first, with links to the record and the map', async () => {
    const jobs = Array.from({ length: 7 }, (_, at) => near('job', String(at + 1), at * 60));
    const server = startServer().on(listMapNeighbours, ({ query }) => ({
      metres: (query.metres as number | undefined) ?? 500,
      count: 300,
      results: [...jobs, near('historical', '9', 210)],
    }));
    await renderPart(<NearPanel layer="job" id={1} geometry={{ ...HERE, coordinates: [...HERE.coordinates] }} />);
    const group = within(await screen.findByRole('region', { name: 'Jobs' }));
    expect(group.getByRole('heading').textContent).toBe('Jobs (6)');
    expect(group.queryByText('No. 1')).toBeNull();
    expect(group.getAllByRole('listitem')).toHaveLength(5);
    expect(group.getByText('60.0 m 045° NE')).toBeTruthy();
    expect(group.getByText('No. 2').closest('a')?.getAttribute('href')).toBe('/app/job/2');
    await userEvent.click(group.getByRole('button', { name: 'Show all 6' }));
    expect(group.getAllByRole('listitem')).toHaveLength(6);
    const files = within(screen.getByRole('region', { name: 'Historical files' }));
    const onMap = files.getByRole('link', { name: 'Show No. 9 on the map' }).getAttribute('href')!;
    const asked = readMapAddress(Object.fromEntries(new URL(onMap, 'http://x').searchParams));
    expect(asked).toMatchObject({ view: { zoom: 17, center: [-64.79, 46.1] }, pick: { layer: 'historical', id: '9' } });
    expect(screen.getByText('The nearest 8 of 300. The map shows them all.')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Within' }));
    await userEvent.click(await screen.findByRole('option', { name: '2000 m' }));
    expect(await screen.findByRole('combobox', { name: 'Within' })).toHaveProperty('textContent', '2000 m');
    expect(server.seen.at(-1)?.query).toMatchObject({ metres: 2000 });
  });

  it('nearby panel: says that nothing is near, and asks nothing where there is no place', async () => {
    const server = startServer().on(listMapNeighbours, () => ({ metres: 500, count: 1, results: [near('quote', '4', 0)] }));
    const { unmount } = await renderPart(<NearPanel layer="quote" id={4} geometry={null} />);
    expect(screen.getByText('Once the location is set, what is near stands here.')).toBeTruthy();
    expect(server.seen).toEqual([]);
    unmount();
    await renderPart(<NearPanel layer="quote" id={4} geometry={{ ...HERE, coordinates: [...HERE.coordinates] }} />);
    expect(await screen.findByText('Nothing else is known within 500 m.')).toBeTruthy();
  });
});
