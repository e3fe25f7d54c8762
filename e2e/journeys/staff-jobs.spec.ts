import type { Page } from '@playwright/test';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

const PAGES = [
  'job-lists',
  'job-roles',
  'job-roles/1',
  'disbursement-types',
  'disbursement-types/1',
  'expense-categories',
  'expense-categories/1',
  'petty-cash',
  'task-templates',
  'task-templates/1',
  'milestone-templates',
  'texts',
  'accounts',
  'tax-rules',
  'tax-rules/1',
  'folders',
  'overhead-codes',
  'overhead-codes/1',
  'timesheet-rules',
  'servers',
  'triage',
];

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Save|Create)/ }).click();
  await expect(page.getByText(/^(Saved|Created)\b.*\.$/).first()).toBeVisible();
}

/** Opens the form of a new record of a list in the staff panel. */
async function begin(page: Page, path: string, noun: string): Promise<void> {
  await page.goto(`/staff/${path}`);
  await page.getByRole('link', { name: `New ${noun}` }).click();
  await expect(page.getByRole('textbox', { name: /^Name(?! in)/ })).toBeVisible();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).last().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('Alice teaches the firm a new kind of work, and Mona plans and prices a quote with it @long', async ({ signInAs }) => {
  test.slow();
  const alice = await signInAs('alice');
  await visit(alice, '/staff/job-lists');
  await alice.getByRole('button', { name: 'Add job type' }).click();
  await alice.keyboard.type('Hydrography');
  await alice.getByRole('button', { name: 'Save' }).first().click();
  await expect(alice.getByText('Saved.')).toBeVisible();

  await begin(alice, 'job-roles', 'job role');
  await alice.getByRole('textbox', { name: /^Name(?! in)/ }).fill('Diver');
  await alice.getByRole('button', { name: 'Add a rate' }).click();
  await alice.getByRole('textbox', { name: 'From' }).fill('2024-01-01');
  await alice.getByRole('textbox', { name: 'Charge' }).fill('$120');
  await alice.getByRole('textbox', { name: 'Cost' }).fill('60.50');
  await save(alice);

  await begin(alice, 'milestone-templates', 'milestone template');
  await alice.getByRole('textbox', { name: /^Name(?! in)/ }).fill('Sounding');
  await save(alice);

  await begin(alice, 'task-templates', 'task template');
  await alice.getByRole('textbox', { name: /^Name(?! in)/ }).fill('Harbour survey');
  await alice.getByRole('button', { name: 'Add a milestone' }).click();
  await choose(alice, 'Milestone 1', 'Sounding');
  await alice.getByRole('button', { name: 'Add to its budget' }).click();
  await choose(alice, 'Role or disbursement', 'Diver');
  await alice.getByLabel('Hours').fill('2:30');
  await save(alice);

  const mona = await signInAs('mona');
  await mona.goto('/app/quote');
  await mona.getByLabel('Title').fill('Harbour of Shediac');
  await mona.getByRole('combobox', { name: 'Job types' }).fill('Hydro');
  await mona.getByRole('option', { name: 'Hydrography' }).click();
  await mona.keyboard.press('Escape');
  await mona.getByRole('button', { name: 'Create quote' }).click();
  await expect(mona.getByText('Created the quote.')).toBeVisible();
  await mona.getByRole('link', { name: 'Tasks', exact: true }).click();
  await mona.getByRole('button', { name: 'Add task', exact: true }).click();
  const adding = mona.getByRole('dialog', { name: 'Add task' });
  await adding.getByRole('combobox', { name: 'Template' }).click();
  await mona.getByRole('option', { name: 'Harbour survey' }).click();
  await adding.getByRole('button', { name: 'Add task' }).click();
  await expect(mona.getByRole('button', { name: 'Sounding. Rename', exact: true })).toBeVisible();
  await mona.getByRole('link', { name: 'Budget', exact: true }).click();
  // Two hours and a half at $120.00.
  await expect(mona.getByRole('status', { name: 'Selected cell' })).toContainText('2:30 at $120.00 an hour comes to $300.00');
});

test('a pattern that would number jobs and quotes alike is refused with a sentence, and nothing is saved @long', async ({ signInAs }) => {
  const alice = await signInAs('alice');
  await visit(alice, '/staff/job-lists');
  const pattern = await alice.getByLabel('Job number').inputValue();
  await alice.getByLabel('Quote number').fill(pattern);
  await alice.getByRole('button', { name: 'Save' }).last().click();
  await expect(alice.getByText(/jobs and quotes|the same number/i).last()).toBeVisible();
  await alice.reload();
  await expect(alice.getByLabel('Quote number')).not.toHaveValue(pattern);
});

test('a pattern, a text and a folder are changed, and told of in the history @long', async ({ signInAs }) => {
  const alice = await signInAs('alice');
  await visit(alice, '/staff/texts');
  await alice.getByLabel('Introduction', { exact: true }).fill('Thank you for asking us.');
  await alice.getByRole('button', { name: 'Save' }).first().click();
  await expect(alice.getByText('Saved.')).toBeVisible();
  await visit(alice, '/staff/folders');
  await alice.getByRole('button', { name: 'Add folder' }).click();
  await alice.keyboard.type('09 Soundings');
  await alice.getByRole('button', { name: 'Save' }).first().click();
  await expect(alice.getByText('Saved.')).toBeVisible();
  await visit(alice, '/staff/history');
  await expect(alice.getByText('Alice Arsenault changed folders.').first()).toBeVisible();
});

test('tax rules: one that shares a day with another is refused with a sentence; a free code is added @long', async ({ signInAs }) => {
  const alice = await signInAs('alice');
  await begin(alice, 'tax-rules', 'tax rule');
  await choose(alice, 'Province', 'NB');
  await alice.getByRole('textbox', { name: /^Code/ }).fill('HST');
  await alice.getByRole('textbox', { name: /^Name(?! in)/ }).fill('HST');
  await alice.getByRole('textbox', { name: /^Rate/ }).fill('16');
  await alice.getByRole('textbox', { name: /^Valid from/ }).fill('2027-01-01');
  await alice.getByRole('button', { name: 'Create tax rule' }).click();
  await expect(alice.getByText('NB has HST of 15 % from 1 Jul 2016: end it the day before first.')).toBeVisible();
  await alice.getByRole('textbox', { name: /^Code/ }).fill('LEVY');
  await alice.getByRole('textbox', { name: /^Rate/ }).fill('0.5');
  await save(alice);
});

test('Tess keeps the overhead codes and what payroll is given, and nothing else of the staff panel @long', async ({ signInAs }) => {
  const tess = await signInAs('tess');
  await visit(tess, '/staff/');
  await expect(tess.getByRole('navigation', { name: 'Staff panel' }).getByRole('link')).toHaveText(['Overhead codes', 'Timesheet rules']);
  await begin(tess, 'overhead-codes', 'overhead code');
  await tess.getByRole('textbox', { name: /^Name(?! in)/ }).fill('Conference');
  await tess.getByRole('textbox', { name: 'Payroll code' }).fill('CONF');
  await save(tess);
  await expect(tess.getByRole('link', { name: 'Conference' })).toBeVisible();
  await visit(tess, '/staff/timesheet-rules');
  await tess.getByRole('button', { name: 'Move Hours up' }).click();
  await tess.getByRole('button', { name: 'Remove Note' }).click();
  await tess.getByRole('button', { name: 'Save' }).click();
  await expect(tess.getByText('Saved.')).toBeVisible();
  await tess.reload();
  await expect(tess.getByRole('combobox', { name: /^Column/ })).toHaveText(['Employee', 'Hours', 'Date', 'Payroll code', 'Job']);
});

// A few at a time, so that no worker is left alone with all of them at the end.
for (let first = 0; first < PAGES.length; first += 4) {
  const some = PAGES.slice(first, first + 4);
  test(`in nobody’s way, light and dark, on a desk and on a phone: ${some.join(', ')} @long`, async ({ signInAs }) => {
    test.slow();
    const page = await signInAs('alice');
    for (const path of some) {
      await visit(page, `/staff/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeHidden();
      await lookAt(page, path);
    }
  });
}
