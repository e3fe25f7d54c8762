import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CODES, renderPage, retype, serveSection } from '../field/setting-fixture.tsx';
import { FieldCodesPage } from './field-codes.tsx';

async function open() {
  const stage = serveSection('field_codes', CODES);
  await renderPage(<FieldCodesPage />);
  await screen.findByRole('table', { name: 'Codes' });
  return { ...stage, user: userEvent.setup() };
}
const press = (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const rowNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('field codes', () => {
  it('a code is added with its kind, structure and as a control code; only then does the save bar stand there', async () => {
    const { user, saves } = await open();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await press(user, 'Add code');
    await retype(user, /^Code \*?/, 'CBX');
    await retype(user, /^Meaning/, 'catch basin');
    await user.click(screen.getByLabelText('Kind'));
    await user.click(screen.getByRole('option', { name: 'Utility' }));
    await user.click(screen.getByLabelText('Structure'));
    await user.click(screen.getByRole('option', { name: 'Storm' }));
    await user.click(screen.getByLabelText('Control code'));
    await user.click(screen.getByRole('button', { name: 'Add code' }));
    expect(await screen.findByText('Not saved')).toBeTruthy();
    expect(saves()).toHaveLength(0);
    await press(user, 'Save');
    await screen.findByText('Saved.');
    expect(saves()[0]).toMatchObject({
      ifMatch: 3,
      body: {
        codes: [...CODES.codes, { code: 'CBX', meaning: 'catch basin', kind: 'utility', structure: 'storm' }],
        control_codes: ['MON', 'CBX'],
      },
    });
    expect(screen.queryByText('Not saved')).toBeNull();
  });

  it('what is wrong is said under the field, and a code that stands there is not taken twice', async () => {
    const { user } = await open();
    await press(user, 'Add code');
    await retype(user, /^Code \*?/, '9X');
    await user.click(screen.getByRole('button', { name: 'Add code' }));
    expect(screen.getByText('A code is a letter, then letters, digits, - or _.')).toBeTruthy();
    expect(screen.getByText('This field may not be blank.')).toBeTruthy();
    await retype(user, /^Code \*?/, 'tree');
    await retype(user, /^Meaning/, 'again');
    await user.click(screen.getByRole('button', { name: 'Add code' }));
    expect(screen.getByText('This code stands in the list already.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(rowNames()).toEqual(['MON', 'SAMH', 'TREE']);
  });

  it('a renamed control code is renamed among the control codes, a removed one goes from there too', async () => {
    const { user, saves } = await open();
    await press(user, 'Edit MON');
    await retype(user, /^Code \*?/, 'MONU');
    await user.click(screen.getByRole('button', { name: 'Change code' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(screen.getByRole('group', { name: 'Control codes' })).getByText('MONU')).toBeTruthy();
    await press(user, 'Remove MONU');
    expect(within(screen.getByRole('group', { name: 'Control codes' })).getByText('None')).toBeTruthy();
    await press(user, 'Save');
    await screen.findByText('Saved.');
    expect(saves()[0]?.body).toEqual({ codes: CODES.codes.slice(1), control_codes: [] });
  });

  it('the search looks at code, meaning, kind and structure; Enter in it saves nothing', async () => {
    const { user, saves } = await open();
    await press(user, 'Remove TREE');
    await user.type(screen.getByLabelText('Search codes'), 'sanitary{Enter}');
    expect(rowNames()).toEqual(['SAMH']);
    expect(screen.getByText('1 of 2 codes')).toBeTruthy();
    expect(saves()).toHaveLength(0);
    await user.clear(screen.getByLabelText('Search codes'));
    await user.type(screen.getByLabelText('Search codes'), 'zebra');
    expect(screen.getByText('No code matches this search.')).toBeTruthy();
  });

  it('several lines are pasted at once; the bad ones are named and stay in the box', async () => {
    const { user, saves } = await open();
    await press(user, 'Paste several');
    await user.click(screen.getByRole('textbox', { name: 'Codes' }));
    await user.paste('code,meaning\nROCK,boulder\nTREE,"tree, living"\n7UP,drink\nFENCE\nrock,stone\n\nHED\thedge');
    expect(screen.getByText('2 new codes, 1 code with another meaning')).toBeTruthy();
    const bad = within(screen.getByRole('list', { name: 'Lines with errors' })).getAllByRole('listitem');
    expect(bad.map((line) => line.textContent)).toEqual([
      'Line 4, “7UP,drink”: A code is a letter, then letters, digits, - or _.',
      'Line 5, “FENCE”: The meaning is missing; write it after a comma.',
      'Line 6, “rock,stone”: This code stands further up already.',
    ]);
    await press(user, 'Take 3 codes');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Codes' }).value).toBe('7UP,drink\nFENCE\nrock,stone');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(rowNames()).toEqual(['MON', 'SAMH', 'TREENot saved', 'ROCKNot saved', 'HEDNot saved']);
    await press(user, 'Save');
    await screen.findByText('Saved.');
    const { codes } = saves()[0]!.body as typeof CODES;
    expect(codes.slice(2)).toEqual([
      { code: 'TREE', meaning: 'tree, living', kind: 'feature', structure: null },
      { code: 'ROCK', meaning: 'boulder', kind: 'feature', structure: null },
      { code: 'HED', meaning: 'hedge', kind: 'feature', structure: null },
    ]);
  });

  it('two people add a code at once: both stand in the list, and saving again keeps both', async () => {
    const { user, editElsewhere, stored } = await open();
    await press(user, 'Remove TREE');
    const fence = { code: 'FENCE', meaning: 'fence', kind: 'feature', structure: null };
    editElsewhere({ codes: [...CODES.codes, fence] });
    await press(user, 'Save');
    expect(await screen.findByText(/Your changes do not touch theirs/)).toBeTruthy();
    expect(screen.getByText('Codes: FENCE: fence, feature (added)')).toBeTruthy();
    expect(rowNames()).toEqual(['MON', 'SAMH', 'FENCE']);
    await press(user, 'Save');
    await screen.findByText('Saved.');
    expect(stored().codes).toEqual([...CODES.codes.slice(0, 2), fence]);
  });

  it('two people change the same code: both versions stand side by side and one is chosen', async () => {
    const { user, editElsewhere, stored } = await open();
    await press(user, 'Edit TREE');
    await retype(user, /^Meaning/, 'single tree');
    await user.click(screen.getByRole('button', { name: 'Change code' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    editElsewhere({ codes: CODES.codes.map((code) => (code.code === 'TREE' ? { ...code, meaning: 'trunk' } : code)) });
    await press(user, 'Save');
    expect(await screen.findByLabelText(/Mine.*TREE: single tree, feature/)).toBeTruthy();
    await user.click(screen.getByLabelText(/Theirs.*TREE: trunk, feature/));
    await press(user, 'Save');
    await waitFor(() => expect((stored().codes as typeof CODES.codes)[2]?.meaning).toBe('trunk'));
  });
});
