import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { RiskListsPage } from './risk-lists.tsx';
import { RISKS, renderPage, serveSection } from './setting-fixture.tsx';

async function open() {
  const stage = serveSection('risk_lists', RISKS);
  await renderPage(<RiskListsPage />);
  await screen.findByLabelText('Hazard 1');
  return { ...stage, user: userEvent.setup() };
}
const hazards = () => within(screen.getByRole('group', { name: 'Hazards' }));
const shown = () =>
  hazards()
    .getAllByRole<HTMLInputElement>('textbox')
    .map((box) => box.value);
const focused = (label: string) => waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));

describe('risk lists', () => {
  it('each of the four stands on the page in its order', async () => {
    await open();
    for (const name of ['Task types', 'Hazards', 'Hazard controls', 'Personal protective equipment'])
      expect(screen.getByRole('group', { name }), name).toBeTruthy();
    expect(shown()).toEqual(RISKS.hazards);
  });

  it('a line is added, moved and removed without the mouse', async () => {
    const { user, saves } = await open();
    await user.click(screen.getByLabelText('Hazard 1'));
    await user.keyboard('{Enter}');
    await focused('Hazard 2');
    await user.keyboard('Thin ice{Alt>}{ArrowDown}{/Alt}');
    await focused('Hazard 3');
    expect(shown()).toEqual(['Live traffic', 'Railway', 'Thin ice', 'Lightning']);
    expect(hazards().getByText('Thin ice is now 3 of 4.')).toBeTruthy();
    await user.clear(screen.getByLabelText('Hazard 2'));
    await user.keyboard('{Backspace}');
    await focused('Hazard 1');
    expect(shown()).toEqual(['Live traffic', 'Thin ice', 'Lightning']);
    expect(saves()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(saves()[0]).toMatchObject({ ifMatch: 3, body: { hazards: ['Live traffic', 'Thin ice', 'Lightning'] } });
    expect(Object.keys(saves()[0]?.body as object)).toEqual(['hazards']);
  });

  it('and with buttons; the ends of the list go no further', async () => {
    const { user, saves } = await open();
    expect(hazards().getByRole<HTMLButtonElement>('button', { name: 'Move Live traffic up' }).disabled).toBe(true);
    expect(hazards().getByRole<HTMLButtonElement>('button', { name: 'Move Lightning down' }).disabled).toBe(true);
    await user.click(hazards().getByRole('button', { name: 'Move Lightning up' }));
    await user.click(hazards().getByRole('button', { name: 'Remove Live traffic' }));
    await user.click(hazards().getByRole('button', { name: 'Add hazard' }));
    await focused('Hazard 3');
    await user.keyboard('Dogs');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(saves()[0]?.body).toEqual({ hazards: ['Lightning', 'Railway', 'Dogs'] });
  });

  it('what stands twice is named at its line and not sent', async () => {
    const { user, saves } = await open();
    await user.click(hazards().getByRole('button', { name: 'Add hazard' }));
    await focused('Hazard 4');
    await user.keyboard('railway');
    expect(hazards().getByText('This stands in the list already.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await hazards().findByText('Each choice may stand only once.')).toBeTruthy();
    await focused('Hazard 4');
    expect(saves()).toHaveLength(0);
  });

  it('additions of two people are put together', async () => {
    const { user, editElsewhere, stored } = await open();
    await user.click(hazards().getByRole('button', { name: 'Add hazard' }));
    await focused('Hazard 4');
    await user.keyboard('Dogs');
    editElsewhere({ hazards: ['Tide', ...RISKS.hazards], controls: ['Spotter', 'Beacon'] });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Hazards: Tide (added)')).toBeTruthy();
    expect(screen.getByText('Hazard controls: Beacon (added)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(stored()).toMatchObject({ hazards: ['Tide', ...RISKS.hazards, 'Dogs'], controls: ['Spotter', 'Beacon'] });
  });
});
