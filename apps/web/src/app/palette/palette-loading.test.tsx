import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../render-app.tsx';
import { showPalette } from '../shell-state.ts';

/** The code of the palette arrives when the test says so. */
const arrival = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./palette.tsx', async (original) => {
  await arrival.promise;
  return original();
});
afterEach(() => showPalette(false));

it('the palette: what is typed before it has arrived stands in its box, and the focus goes back when it closes', async () => {
  await renderApp('/');
  const link = screen.getAllByRole('link', { name: 'Jobs' })[0]!;
  link.focus();
  await userEvent.keyboard('{Control>}k{/Control}jobs{Escape}{Control>}k{/Control}cliem{Backspace}nts');
  arrival.resolve();
  const box = (await screen.findByRole('combobox')) as HTMLInputElement;
  expect(box.value).toBe('clients');
  expect(document.activeElement).toBe(box);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(link));
});
