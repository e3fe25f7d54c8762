import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppTheme } from '../../theme/app-theme.tsx';
import { placeFor } from './tour-place.ts';
import type { Tour } from './tour-steps.ts';
import { useTour } from './use-tour.tsx';

const TOUR: Tour = {
  key: 'test.tour',
  delay: 50,
  steps: [
    { title: 'One', text: 'The first stop.' },
    { anchor: '#thing', title: 'Two', text: 'This thing.' },
    { anchor: '#gone', title: 'Three', text: 'It is not on this page.' },
  ],
};

function Page({ isReady = true }: { isReady?: boolean }) {
  const tour = useTour(TOUR, isReady);
  return (
    <>
      <p id="thing">A thing</p>
      {tour}
    </>
  );
}

const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }));

describe('a tour', () => {
  it('starts after its delay, counts as completed once started, and walks its stops', async () => {
    render(<Page />, { wrapper: AppTheme });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(localStorage.getItem('test.tour')).toBeNull();
    const dialog = await screen.findByRole('dialog', { name: 'One' });
    expect(localStorage.getItem('test.tour')).not.toBeNull();
    expect(dialog.textContent).toContain('1 of 3');
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    await next();
    expect(screen.getByRole('dialog', { name: 'Two' }).textContent).toContain('This thing.');
    await next();
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not shown again', async () => {
    localStorage.setItem('test.tour', 'completed');
    render(<Page />, { wrapper: AppTheme });
    await act(() => new Promise((resolve) => setTimeout(resolve, 120)));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be skipped, and ended with Escape', async () => {
    const view = render(<Page />, { wrapper: AppTheme });
    await userEvent.click(await screen.findByRole('button', { name: 'Skip' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    view.unmount();
    localStorage.clear();
    render(<Page />, { wrapper: AppTheme });
    await screen.findByRole('dialog', { name: 'One' });
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('dialog', { name: 'Two' })).toBeTruthy();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('dialog', { name: 'One' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  describe('on a page that goes away', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    it('is not counted as seen when the person left before it began, nor before the page is ready', () => {
      const view = render(<Page isReady={false} />, { wrapper: AppTheme });
      vi.advanceTimersByTime(1000);
      expect(localStorage.getItem('test.tour')).toBeNull();
      view.rerender(<Page />);
      vi.advanceTimersByTime(40);
      view.unmount();
      vi.advanceTimersByTime(1000);
      expect(localStorage.getItem('test.tour')).toBeNull();
    });
  });
});

it('tour: the card stands beside a panel as high as the window, and does not cover its head', () => {
  const tall = { top: 150, left: 16, width: 320, height: window.innerHeight - 160 };
  expect(placeFor(tall, 180)).toEqual({ top: 150, left: 348 });
  expect(placeFor({ ...tall, width: window.innerWidth - 32 }, 180).top).toBe(window.innerHeight - 188);
  expect(placeFor({ top: 20, left: 16, width: 100, height: 40 }, 180)).toEqual({ top: 72, left: 16 });
});
