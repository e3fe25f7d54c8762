import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FieldNumbersPage } from './field-numbers.tsx';
import { NUMBERS, renderPage, retype, serveSection } from './setting-fixture.tsx';

async function open() {
  const stage = serveSection('field_numbers', NUMBERS);
  await renderPage(<FieldNumbersPage />);
  await screen.findByLabelText(/^Accuracy gate/);
  return { ...stage, user: userEvent.setup() };
}

describe('field numbers', () => {
  it('says what the numbers come to while they are typed, and sends what changed', async () => {
    const { user, saves } = await open();
    expect(screen.getByText('The devices of a run begin at 5000, 6000, 7000, …')).toBeTruthy();
    expect(screen.getByText('40 MB. A larger file is refused.')).toBeTruthy();
    await retype(user, /^Numbers per device/, '500');
    await retype(user, /^Largest image/, '20,000,000');
    await retype(user, /^Accuracy gate/, '7.5');
    expect(screen.getByText('The devices of a run begin at 5000, 5500, 6000, …')).toBeTruthy();
    expect(screen.getByText('19.1 MB. A larger file is refused.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(saves()[0]).toMatchObject({ ifMatch: 3, body: { point_block: 500, image_max_bytes: 20_000_000, accuracy_gate: 7.5 } });
  });

  it('what is out of bounds is said under its field', async () => {
    const { user, saves } = await open();
    await retype(user, /^Longest side/, '100');
    await retype(user, /^JPEG quality/, '1.5');
    await retype(user, /^First point number/, '0.5');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Use 320 or more.')).toBeTruthy();
    expect(screen.getByText('Use at most 1.')).toBeTruthy();
    expect(screen.getByText('Enter a whole number.')).toBeTruthy();
    expect(saves()).toHaveLength(0);
  });

  it('two edits at once stand side by side', async () => {
    const { user, editElsewhere, stored } = await open();
    await retype(user, /^Accuracy gate/, '5');
    editElsewhere({ accuracy_gate: 20 });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByLabelText(/Theirs.*20/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(stored().accuracy_gate).toBe(5);
  });
});
