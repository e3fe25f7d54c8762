import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expectClean } from '../shared/clean.ts';
import { expect, test } from '../shared/journey.ts';

const ROWS = 20;
/** What Excel puts on the clipboard: four columns of times, a quantity and a price, some blanks, and one cell nobody can read. */
const SHEET = Array.from({ length: ROWS }, (_, at) => {
  if (at === 4) return '\t1.5\t\t';
  if (at === 9) return '2:30\tlots\t10\t$2.00';
  return `2:30\t1.5\t${at + 1}\t$1,234.50`;
}).join('\r\n');

/** A quote of the person's own with one task of many milestones. */
async function makeQuote(page: Page, desc: string, milestones = ROWS): Promise<number> {
  const { id } = await ask<{ id: number }>(page, 'POST', '/api/jobs/quote/', { desc });
  const names = Array.from({ length: milestones }, (_, at) => ({ name: `Milestone ${at + 1}` }));
  await ask(page, 'POST', '/api/jobs/task/', { quote: id, name: 'Boundary survey', milestones: names });
  return id;
}

const cell = (page: Page, row: number, column: number) =>
  page
    .getByRole('row', { name: new RegExp(`^Milestone ${row}\\b`) })
    .getByRole('gridcell')
    .nth(column);
const figures = (page: Page) => page.locator('[role="gridcell"] .text').allTextContents();

async function addColumn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add role or disbursement' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function copyOutside(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
}

/** Nothing is on its way any more, so that what a reload shows is what was saved. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: 'Saving' })).toHaveAttribute('aria-busy', 'false');
}

test('Mona pastes a budget from Excel: the good cells land, the bad one says why, and Ctrl+Z takes it back', async ({ signInAs }) => {
  const page = await signInAs('mona');
  await page.goto(`/app/quote/${await makeQuote(page, 'Budget journey')}/budget`);
  await expect(page.getByText('Nothing is budgeted yet.')).toBeVisible();
  for (const name of ['Party chief', 'CAD technician', 'Mileage']) await addColumn(page, name);

  await copyOutside(page, SHEET);
  await cell(page, 1, 0).click();
  await page.keyboard.press('Control+v');
  await expect(page.getByText('76 cells pasted, 1 could not be read or changed.')).toBeVisible();
  await expect(cell(page, 1, 3)).toHaveText(/1,234\.50$/);
  await expect(cell(page, 20, 0)).toHaveText(/2:30$/);
  await expect(cell(page, 5, 0)).not.toHaveText(/\d:\d\d/);
  await expect(cell(page, 10, 1)).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: '1 cell not written' }).click();
  await expect(page.getByRole('status', { name: 'Selected cell' })).toContainText('“lots” is not a time');
  await settle(page);
  const pasted = await figures(page);

  await page.keyboard.press('Control+z');
  await expect(cell(page, 1, 3)).not.toHaveText(/1,234/);
  await expect(cell(page, 10, 1)).not.toHaveAttribute('aria-invalid');
  await settle(page);
  expect((await figures(page)).every((text) => text === '')).toBe(true);
  await page.keyboard.press('Control+y');
  await expect(cell(page, 1, 3)).toHaveText(/1,234\.50$/);
  await settle(page);
  expect(await figures(page)).toEqual(pasted);

  // What is copied out of it is what a spreadsheet reads.
  await cell(page, 1, 0).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2:30\t1:30\r\n2:30\t1:30');
});

test('Mona locks a row, scales to a total she has seen before, takes it back, and finds the budget again @long', async ({ signInAs }) => {
  const page = await signInAs('mona');
  await page.goto(`/app/quote/${await makeQuote(page, 'Scale journey')}/budget`);
  for (const name of ['Party chief', 'Mileage']) await addColumn(page, name);
  await copyOutside(page, Array.from({ length: ROWS }, () => '2:30\t100').join('\n'));
  await cell(page, 1, 0).click();
  await page.keyboard.press('Control+v');
  await settle(page);
  await page.getByRole('row', { name: /^Milestone 1\b/ }).hover();
  await page.getByRole('button', { name: 'Lock Milestone 1', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Lock Milestone 1', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const locked = await cell(page, 1, 0).textContent();
  await page.getByRole('button', { name: 'Scale to a total' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New total').fill('$50,000.00');
  await expect(dialog.getByRole('row', { name: /^Total/ })).toContainText('50,000.00');
  await expect(dialog.getByText(/locked figures stay at/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Scale budget' }).click();
  await expect(page.getByText('Scaled to $50,000.00.')).toBeVisible();
  const total = page.getByRole('row', { name: /^Total/ });
  await expect(total).toContainText('50,000.00');
  await expect(cell(page, 1, 0)).toHaveText(locked ?? '');

  await cell(page, 2, 0).click();
  await page.keyboard.press('Control+z');
  await expect(total).not.toContainText('50,000.00');
  await page.keyboard.press('Control+y');
  await expect(total).toContainText('50,000.00');
  await settle(page);

  const before = await figures(page);
  await page.reload();
  await expect(total).toContainText('50,000.00');
  expect(await figures(page)).toEqual(before);
  await expect(page.getByRole('button', { name: 'Lock Milestone 1', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('Mona and Alice type into one cell; nobody’s figure is written over unseen. Joe sees the hours and no amounts', async ({
  signInAs,
}) => {
  const mona = await signInAs('mona');
  const path = `/app/quote/${await makeQuote(mona, 'Two at one budget', 3)}/budget`;
  await mona.goto(path);
  await addColumn(mona, 'Party chief');
  await cell(mona, 1, 0).click();
  await mona.keyboard.type('1:00');
  await mona.keyboard.press('Enter');
  await settle(mona);

  const alice = await signInAs('alice', { path });
  await cell(alice, 1, 0).click();
  await alice.keyboard.type('5:00');
  await alice.keyboard.press('Enter');
  await settle(alice);

  await cell(mona, 1, 0).click();
  await mona.keyboard.type('2:00');
  await mona.keyboard.press('Tab');
  await expect(cell(mona, 1, 0)).toHaveAttribute('aria-invalid', 'true');
  await cell(mona, 1, 0).click();
  await expect(mona.getByRole('status', { name: 'Selected cell' })).toContainText('Alice Arsenault changed this meanwhile');
  await mona.keyboard.press('F2');
  await mona.keyboard.press('Enter');
  await expect(cell(mona, 1, 0)).not.toHaveAttribute('aria-invalid');
  await settle(mona);

  const joe = await signInAs('joe', { path });
  await expect(cell(joe, 1, 0)).toHaveText(/2:00$/);
  await expect(joe.getByRole('columnheader', { name: 'Amount' })).toHaveCount(0);
  await expect(joe.getByRole('button', { name: 'Scale to a total' })).toHaveCount(0);
  await expect(joe.getByText('$')).toHaveCount(0);
});

test('the budget can be read by everybody, in both schemes; on a phone a tap opens a figure @long', async ({ signInAs }) => {
  const page = await signInAs('mona');
  await page.goto(`/app/quote/${await makeQuote(page, 'Phone budget', 3)}/budget`);
  await addColumn(page, 'Party chief');
  await page.keyboard.type('soon');
  await page.keyboard.press('Enter');
  await page.keyboard.type('2:00');
  await page.keyboard.press('Enter');
  await settle(page);
  await expectClean(page, 'light', { include: 'main' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectClean(page, 'dark', { include: 'main' });

  await page.setViewportSize({ width: 390, height: 740 });
  await cell(page, 1, 0).click();
  await page.getByRole('textbox', { name: 'Party chief, h:mm, Milestone 1' }).fill('1:15');
  await page.keyboard.press('Enter');
  await settle(page);
  await expectClean(page, 'dark, on a phone', { include: 'main' });
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText(/1:15$/);
});

test('a long budget is drawn as far as it is seen, scrolls in its pane, and the keys reach its end @long', async ({ signInAs }) => {
  const page = await signInAs('mona');
  const { id } = await ask<{ id: number }>(page, 'POST', '/api/jobs/', { desc: 'Long budget' });
  const milestones = Array.from({ length: 150 }, (_, at) => ({ name: `Milestone ${at + 1}` }));
  await ask(page, 'POST', '/api/jobs/task/', { job: id, name: 'Boundary survey', milestones });
  await page.goto(`/app/job/${id}/budget`);
  await addColumn(page, 'Party chief');
  await cell(page, 1, 0).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('2:30');
  await page.keyboard.press('Enter');
  await expect(cell(page, 150, 0)).toHaveText(/2:30$/);
  await expect(cell(page, 150, 0)).toBeInViewport();
  expect(await page.locator('tr.milestone').count()).toBeLessThan(60);
  // Below what can be seen there is nothing to scroll to.
  const below = await page.evaluate(() => {
    const end = document.querySelector('main')!.getBoundingClientRect().bottom;
    return document.documentElement.scrollHeight - window.scrollY - Math.max(end, window.innerHeight);
  });
  expect(below).toBeLessThanOrEqual(1);
  await settle(page);
});
