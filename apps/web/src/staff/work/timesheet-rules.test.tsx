import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderPart } from '../../parts/render-part.tsx';
import { serveSection } from '../field/setting-fixture.tsx';
import { TimesheetRulesPage } from './timesheet-rules.tsx';

const RULES = { entry_step: 15, timer_rounding: 'nearest', payroll_columns: ['employee', 'date', 'hours'] };

async function show() {
  const section = serveSection('timesheet', RULES);
  await renderPart(<TimesheetRulesPage />);
  await screen.findByLabelText('Column 1');
  return { ...section, save: () => fireEvent.keyDown(window, { key: 's', ctrlKey: true }) };
}

async function choose(label: RegExp, choice: string): Promise<void> {
  // The page is hidden until the list of the choice before has gone.
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: choice }));
}

describe('timesheet rules', () => {
  it('the step is saved as the number it is, the rounding as the word of the setting', async () => {
    const { saves, stored, save } = await show();
    await choose(/Step of time entries/, '6 min');
    await choose(/A stopped timer/, 'Up to the next step');
    save();
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.body).toEqual({ entry_step: 6, timer_rounding: 'up' });
    expect(stored()).toEqual({ ...RULES, entry_step: 6, timer_rounding: 'up' });
  });

  it('columns are moved, chosen, added and removed; each is offered once', async () => {
    const { stored, save } = await show();
    expect(screen.getByRole('button', { name: 'Move Employee up' }).hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Move Hours up' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add a column' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Column 4' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).not.toContain('Employee');
    await userEvent.click(screen.getByRole('option', { name: 'Payroll code' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Date' }));
    save();
    await waitFor(() => expect(stored().payroll_columns).toEqual(['employee', 'hours', 'overhead_code']));
  });

  it('a file without a column is not saved', async () => {
    const { saves, save } = await show();
    for (const name of ['Employee', 'Date', 'Hours']) await userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
    save();
    expect(await screen.findByText('Keep at least one column.')).toBeTruthy();
    expect(saves()).toEqual([]);
  });
});
