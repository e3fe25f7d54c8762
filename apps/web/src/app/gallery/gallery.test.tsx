import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderPart } from '../../parts/render-part.tsx';
import { Gallery } from './gallery.tsx';

describe('Gallery', () => {
  it('shows every part from a server of its own, and gives `fetch` back when left', async () => {
    const realFetch = globalThis.fetch;
    const view = await renderPart(<Gallery />);
    expect(await screen.findByText('64 things')).toBeTruthy();
    expect(await screen.findByText('20 of 26')).toBeTruthy();
    expect(globalThis.fetch).not.toBe(realFetch);
    expect(screen.getByRole('region', { name: 'Map' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Start the tour' }));
    expect(await screen.findByRole('dialog', { name: 'A place' })).toBeTruthy();
    view.unmount();
    expect(globalThis.fetch).toBe(realFetch);
  });
});
