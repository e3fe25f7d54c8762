import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { beNarrow, renderPart } from '../../parts/render-part.tsx';
import { Gallery } from './gallery.tsx';

/** Everything axe knows but contrast, which jsdom cannot paint; the journeys in a browser look at that. */
async function complaints(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } }, resultTypes: ['violations'] });
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

async function open() {
  const user = userEvent.setup();
  await renderPart(
    <main>
      <Gallery />
    </main>,
  );
  await screen.findByText('64 things');
  return user;
}

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

describe('Every part', () => {
  it('is clean to axe: rows, an open menu, an open dialog, an error toast', { timeout: 60_000 }, async () => {
    const user = await open();
    await screen.findByText('The database is being restored. Try again in a minute.');
    await screen.findByText('20 of 26');
    expect(await complaints()).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: /^Actions for/ })[0]!);
    expect(await complaints()).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Error, subtitle' }));
    await user.click(screen.getByRole('button', { name: 'Delete client' }));
    expect(within(screen.getByRole('dialog')).getByText(/will be gone/)).toBeTruthy();
    expect(await complaints()).toEqual([]);
  });

  it('is clean to axe on a phone, with the filters open', { timeout: 60_000 }, async () => {
    beNarrow();
    const user = await open();
    expect(await complaints()).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: 'Filter and sort' })[0]!);
    expect(await complaints()).toEqual([]);
  });
});
