import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

type Week = { first_day: string; today: string; entries: unknown[]; state: string };

/** The first day of a week long before the demo firm has any time, one for each journey. */
const WEEKS = { typed: '2023-03-06', lost: '2023-03-13', phone: '2023-03-20' };

const cell = (page: Page, detail: string, date: string) => page.locator('tr', { hasText: detail }).locator(`[data-cell$="${date}"]`);
const readWeek = (page: Page, date: string) => ask<Week>(page, 'GET', `/api/timesheet/week/?date=${date}`);

/** Adds a row for the first work that is found, by the keyboard alone. */
async function addRow(page: Page, words: string): Promise<void> {
  await page.getByLabel('Add a row: job number or words').focus();
  await page.keyboard.type(words);
  await expect(page.getByRole('option').first()).toContainText(new RegExp(words, 'i'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Week' })).toBeVisible();
}

test.beforeEach(async ({ signInAs }) => {
  // The demo firm has locked its old weeks; these journeys type in some that nobody has used.
  await ask(await signInAs('tess'), 'POST', '/api/timesheet/lock/', { locked_through: null });
});

test('Joe types a week by the keyboard and submits it; Mona approves it; Chelsea is told whom to ask', async ({ signInAs }) => {
  const joe = await signInAs('joe', { path: `/app/timesheet/entries?date=${WEEKS.typed}` });
  await addRow(joe, 'vacation');
  await joe.keyboard.type('8');
  await joe.keyboard.press('Tab');
  await joe.keyboard.type('7.5');
  await joe.keyboard.press('Tab');
  await joe.keyboard.type('7h30m');
  await joe.keyboard.press('Tab');
  await joe.keyboard.type('2:10');
  await joe.keyboard.press('Enter');
  await expect(joe.getByText(/2:10 is not in steps of/).first()).toBeVisible();
  await joe.getByRole('grid', { name: 'Week' }).locator('[aria-invalid="true"]').focus();
  await joe.keyboard.press('Escape');
  await expect.poll(async () => (await readWeek(joe, WEEKS.typed)).entries.length).toBe(3);
  await lookAt(joe, 'a week that is typed');

  await joe.getByRole('button', { name: 'Submit week' }).focus();
  await joe.keyboard.press('Enter');
  await expect(joe.getByText('SUBMITTED', { exact: true })).toBeVisible();

  const mona = await signInAs('mona', { path: `/app/timesheet/supervisor?date=${WEEKS.typed}` });
  await mona.getByRole('button', { name: 'Open Joe Jardine' }).click();
  await expect(mona.getByRole('region', { name: 'Week of Joe Jardine' }).getByRole('grid')).toContainText('7:30');
  await lookAt(mona, 'the weeks of the people Mona supervises');
  await mona.getByRole('region', { name: 'Week of Joe Jardine' }).getByRole('button', { name: 'Approve' }).click();
  await expect(mona.getByText('Approved 1 week.')).toBeVisible();
  expect((await readWeek(joe, WEEKS.typed)).state).toBe('APPROVED');

  const chelsea = await signInAs('chelsea', { path: '/app/timesheet/entries' });
  await expect(chelsea.getByText(/ask a users administrator of the firm to add you/)).toBeVisible();
});

test('Joe loses the connection while typing: it is said, nothing is lost, and it is sent after a reload', async ({ signInAs }) => {
  const page = await signInAs('joe', { path: `/app/timesheet/entries?date=${WEEKS.lost}` });
  await addRow(page, 'vacation');
  await page.route('**/api/timesheet/week/cells/', (route) => route.abort());
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Nothing you type is lost/)).toBeVisible();
  await expect(cell(page, 'Vacation', '2023-03-14').locator('.text')).toHaveText('3:00');
  await page.unroute('**/api/timesheet/week/cells/');
  await page.reload();
  await expect.poll(async () => (await readWeek(page, WEEKS.lost)).entries.length).toBe(2);
  await expect(cell(page, 'Vacation', '2023-03-13').locator('.text')).toHaveText('4:00');
  await expect(page.getByText(/Nothing you type is lost/)).toBeHidden();
});

test('Joe repeats yesterday’s row on a phone in two taps', async ({ signInAs }) => {
  const page = await signInAs('joe', { width: 390 });
  const { results } = await ask<{ results: { overhead_code: { id: number } | null }[] }>(
    page,
    'GET',
    '/api/timesheet/target/?query=vacation',
  );
  const overhead_code = results.find((one) => one.overhead_code)!.overhead_code!.id;
  await ask(page, 'POST', '/api/timesheet/entry/', { date: '2023-03-20', overhead_code, minutes: 450 });
  await page.goto('/app/timesheet/entries?date=2023-03-21');
  await page.getByRole('button', { name: 'Repeat yesterday' }).click();
  await page.getByRole('menuitem', { name: /Vacation/ }).click();
  await expect.poll(async () => (await readWeek(page, WEEKS.phone)).entries.length).toBe(2);
  await lookAt(page, 'one day of a week');
});
