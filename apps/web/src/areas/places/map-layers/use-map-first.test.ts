import { act, renderHook } from '@testing-library/react';
import type { Map as GlMap } from 'maplibre-gl';
import { expect, it } from 'vitest';
import { useMapFirst } from './use-map-first.ts';

it('map: what stands around it waits for the whole first picture, and for nobody who presses a key', async () => {
  const waiting = new Map<string, () => void>();
  const map = {
    once: (name: string, show: () => void) => waiting.set(name, show),
    off: (name: string) => waiting.delete(name),
  } as unknown as GlMap;
  const first = renderHook(() => useMapFirst(map, false));
  act(() => waiting.get('render')?.());
  expect(first.result.current).toBe(false);
  await act(async () => waiting.get('idle')?.());
  expect(first.result.current).toBe(true);
  first.unmount();

  const second = renderHook(() => useMapFirst(null, false));
  expect(second.result.current).toBe(false);
  act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' })));
  expect(second.result.current).toBe(true);
});
