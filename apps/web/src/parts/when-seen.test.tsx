import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { WhenSeen } from './when-seen.tsx';

afterEach(() => vi.unstubAllGlobals());

it('WhenSeen: draws nothing until its place is scrolled to, then keeps it', () => {
  const watching: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        watching.push(tell);
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<WhenSeen height={100}>A heavy map</WhenSeen>);
  act(() => watching[0]!([{ isIntersecting: false }]));
  expect(screen.queryByText('A heavy map')).toBeNull();
  act(() => watching[0]!([{ isIntersecting: true }]));
  expect(screen.getByText('A heavy map')).toBeTruthy();
});
