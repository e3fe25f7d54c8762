import { ThemeProvider } from '@mui/material/styles';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme.ts';
import { clearToasts, showToast, type Toast } from './toast-store.ts';
import { Toasts } from './toasts.tsx';

function say(toast: Toast): void {
  act(() => showToast(toast));
}
function pass(milliseconds: number): void {
  act(() => void vi.advanceTimersByTime(milliseconds));
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ThemeProvider theme={theme}>
      <Toasts />
    </ThemeProvider>,
  );
});
afterEach(() => {
  act(clearToasts);
  vi.useRealTimers();
});

describe('Toasts', () => {
  it('go after five seconds, or ten with a subtitle', () => {
    say({ text: 'Saved.' });
    say({ text: 'Failed to start run.', subtitle: 'Somebody else has started it.' });
    pass(4999);
    expect(screen.getByText('Saved.')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('Saved.')).toBeNull();
    pass(4999);
    expect(screen.getByText('Somebody else has started it.')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('Failed to start run.')).toBeNull();
  });

  it('wait while pointed at or focused, and then stay for the rest of their time', () => {
    say({ text: 'Saved.' });
    pass(3000);
    const banner = screen.getByText('Saved.').closest('[data-colour]')!;
    fireEvent.mouseEnter(banner);
    pass(60_000);
    fireEvent.mouseLeave(banner);
    pass(1999);
    expect(screen.getByText('Saved.')).toBeTruthy();
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    pass(60_000);
    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
    pass(1);
    expect(screen.queryByText('Saved.')).toBeNull();
  });

  it('say that a text is missing', () => {
    say({});
    expect(screen.getByText('No text provided, this is a bug')).toBeTruthy();
  });

  it('are read out: errors at once, others when there is time', () => {
    say({ text: 'Saved.', colour: 'success' });
    say({ text: 'Refused.', colour: 'error' });
    expect(screen.getByRole('status').textContent).toBe('Saved.');
    expect(screen.getByRole('alert').textContent).toBe('Refused.');
  });

  it('offer an action and go once it is taken', () => {
    const run = vi.fn();
    say({ text: 'Removed.', action: { label: 'Undo', run } });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Removed.')).toBeNull();
  });

  it('stand three at once, the others wait; the same words are not said twice', () => {
    for (const text of ['one', 'two', 'three', 'four', 'one']) say({ text });
    expect(screen.queryByText('one')).toBeNull();
    expect(screen.getByText('four')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!);
    expect(screen.getAllByText('one')).toHaveLength(1);
  });

  it('go by Escape while focused', () => {
    say({ text: 'Saved.' });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Escape' });
    expect(screen.queryByText('Saved.')).toBeNull();
  });
});
