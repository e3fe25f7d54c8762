import { ThemeProvider } from '@mui/material/styles';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme.ts';
import { clearToasts, readToasts, showToast, type Toast } from './toast-store.ts';
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
    pass(4999);
    expect(screen.getByText('Saved.')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('Saved.')).toBeNull();
    say({ text: 'Failed to start run.', subtitle: 'Somebody else has started it.' });
    pass(9999);
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
    expect(screen.getByRole('status').textContent).toBe('Saved.');
    say({ text: 'Refused.', colour: 'error' });
    expect(screen.getByRole('alert').textContent).toBe('Refused.');
  });

  it('offer an action and go once it is taken', () => {
    const run = vi.fn();
    say({ text: 'Removed.', action: { label: 'Undo', run } });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Removed.')).toBeNull();
  });

  it('are shown one at a time: trouble stays for its time, and the others wait', () => {
    say({ text: 'Refused.', colour: 'error' });
    say({ text: 'Moved.', action: { label: 'Undo', run: () => {} } });
    say({ text: 'Saved.', colour: 'success' });
    say({ text: 'Refused.', subtitle: 'Again.', colour: 'warning' });
    expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toBe('Refused.');
    pass(5000);
    expect(screen.getByRole('status').textContent).toBe('Moved.Undo');
    pass(5000);
    expect(screen.getByRole('status').textContent).toBe('Refused.Again.');
    pass(10_000);
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });

  it('give way at once where they only say that something was done; the same words are not said twice', () => {
    say({ text: 'Saved one.', colour: 'success' });
    say({ text: 'Saved two.', colour: 'success' });
    expect(screen.getByRole('status').textContent).toBe('Saved two.');
    say({ text: 'Refused.', colour: 'error' });
    say({ text: 'Refused.', colour: 'error' });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Refused.')).toBeNull();
  });

  it('an offer to undo gives way to that of the next act', () => {
    const run = () => {};
    showToast({ text: 'Skipped 2 milestones.', colour: 'success', action: { label: 'Undo', run } });
    showToast({ text: 'Moved 2 milestones.', colour: 'success', action: { label: 'Undo', run } });
    expect(readToasts().map(({ text }) => text)).toEqual(['Moved 2 milestones.']);
  });

  it('stay above the totals of a table, and at the bottom where nothing is summed up', () => {
    const section = screen.getByRole('region', { name: 'Notifications' });
    section.getBoundingClientRect = () => DOMRect.fromRect({ y: window.innerHeight - 80, height: 64 });
    say({ text: 'Saved.' });
    expect(section.style.getPropertyValue('--lift')).toBe('0px');
    const totals = document.body.appendChild(document.createElement('table')).createTFoot();
    totals.getBoundingClientRect = () => DOMRect.fromRect({ y: window.innerHeight - 72, height: 72 });
    say({ text: 'Failed to update.', colour: 'error' });
    expect(section.style.getPropertyValue('--lift')).toBe('72px');
    totals.getBoundingClientRect = () => DOMRect.fromRect({ y: -400, height: 72 });
    fireEvent.scroll(window);
    expect(section.style.getPropertyValue('--lift')).toBe('0px');
    totals.parentElement?.remove();
  });

  it('go by Escape while focused', () => {
    say({ text: 'Saved.' });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Escape' });
    expect(screen.queryByText('Saved.')).toBeNull();
  });
});
