import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useMapPicks } from './use-map-picks.ts';

const AT = [-66, 46] as const;
const cluster = (layer: string, count: number) => ({ layer, count, bounds: [-66.1, 46, -66, 46.1] as const });

it('map: things and circles under one click are all listed; a circle alone is opened', () => {
  const fitBounds = vi.fn();
  const map = { getZoom: () => 8, fitBounds } as never;
  const facts = { map, shown: ['job', 'control'] as const, filters: {}, pick: null, mark: null, change: vi.fn() };
  const { result } = renderHook(() => useMapPicks(facts));
  const hpn = { layer: 'control', id: '7', label: 'HPN 7', state: null, variants: ['hpn'] };
  act(() => result.current.find({ at: AT, picks: [hpn], clusters: [cluster('job', 1200), cluster('quote', 3)] }));
  expect(result.current.several?.title).toBe('3 in this place');
  expect(result.current.several?.lines.map(({ label }) => label)).toEqual(['HPN 7', '1,200 jobs', '3 quotes']);
  expect(result.current.several?.lines[0]).toMatchObject({ variants: ['hpn'] });
  act(() => result.current.several?.lines[1]?.open?.());
  expect(fitBounds).toHaveBeenCalledOnce();
  expect(result.current.several).toBeNull();

  act(() => result.current.find({ at: AT, picks: [], clusters: [cluster('job', 12)] }));
  expect(result.current.several).toBeNull();
  expect(fitBounds).toHaveBeenCalledTimes(2);
});
