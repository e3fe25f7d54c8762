import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MapLoading } from './map-loading.tsx';

/** What the sentence hears of a map. */
function makeMap() {
  const heard = new Map<string, () => void>();
  let isLoaded = false;
  return {
    on: (event: string, listen: () => void) => void heard.set(event, listen),
    off: (event: string) => void heard.delete(event),
    areTilesLoaded: () => isLoaded,
    tell(event: 'dataloading' | 'idle') {
      isLoaded = event === 'idle';
      act(() => heard.get(event)?.());
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const words = () => screen.queryByText('Loading the map …');

it('map: says that it is loading once that takes a while, and no longer when all is there', () => {
  const map = makeMap();
  render(<MapLoading map={map as never} />);
  expect(words()).toBeNull();
  pass(1000);
  expect(words()).not.toBeNull();
  map.tell('idle');
  expect(words()).toBeNull();
  // A quick one is not worth a word.
  map.tell('dataloading');
  pass(300);
  map.tell('idle');
  pass(1000);
  expect(words()).toBeNull();
  map.tell('dataloading');
  pass(1000);
  expect(words()).not.toBeNull();
});
