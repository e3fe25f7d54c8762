import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const Part = ({ name }: { name: string }) => <p>Part {name}</p>;

class Boundary extends Component<{ children: ReactNode }, { said: string | null }> {
  override state = { said: null };
  static getDerivedStateFromError = (error: Error) => ({ said: error.message });
  override render = () => this.state.said ?? this.props.children;
}

test('lazy part: something else stands there until its code has come, and then no timer is waited for', async () => {
  const coming = Promise.withResolvers<typeof Part>();
  const Lazy = lazyPart(() => coming.promise, <p>On its way</p>);
  vi.useFakeTimers();
  try {
    render(<Lazy name="one" />);
    expect(screen.getByText('On its way')).toBeTruthy();
    await act(async () => coming.resolve(Part));
    expect(screen.getByText('Part one')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('lazy part: what was fetched before is in the first drawing, and fetched once', async () => {
  const load = vi.fn(async () => Part);
  const Lazy = lazyPart(load);
  await Promise.all([Lazy.fetch(), Lazy.fetch()]);
  render(<Lazy name="two" />);
  expect(screen.getByText('Part two')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('lazy part: code that cannot be fetched is said, and tried again the next time', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn<() => Promise<typeof Part>>().mockRejectedValueOnce(new Error('No network')).mockResolvedValue(Part);
  const Lazy = lazyPart(load);
  const shown = () => (
    <Boundary>
      <Lazy name="three" />
    </Boundary>
  );
  const { unmount } = render(shown());
  expect(await screen.findByText('No network')).toBeTruthy();
  unmount();
  render(shown());
  expect(await screen.findByText('Part three')).toBeTruthy();
  quiet.mockRestore();
});
