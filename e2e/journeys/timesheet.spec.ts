import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

type Batch = { id: number; state: string; version: number };
type Entry = { date: string; minutes: number; note: string; job: { id: number } | null };
type Week = { first_day: string; today: string; days: string[]; entries: Entry[]; state: string; batches: Batch[] };
type Targets = { results: { overhead_code: { id: number } | null }[] };

/** The first day of a week long before the demo firm has any time, one for each journey. */
const WEEKS = { typed: '2023-03-06', lost: '2023-03-13', phone: '2023-03-20', pasted: '2024-03-04' };

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

async function findVacation(page: Page): Promise<number> {
  const { results } = await ask<Targets>(page, 'GET', '/api/timesheet/target/?query=vacation');
  return results.find((one) => one.overhead_code)!.overhead_code!.id;
}

type Task = { id: number; name: string; job: number; milestones: { id: number }[] };

/** A job with a task of twenty milestones. */
async function makeJob(mona: Page): Promise<Task> {
  const job = await ask<{ id: number }>(mona, 'POST', '/api/jobs/', { desc: 'Timed' });
  const milestones = Array.from({ length: 20 }, (_, at) => ({ name: `Sheet ${at + 1}` }));
  return { ...(await ask<Task>(mona, 'POST', '/api/jobs/task/', { job: job.id, name: 'Survey', milestones })), job: job.id };
}

/** A row for each milestone in a week, with a quarter of an hour; answers the sheet of 20 × 7 that is pasted over them. */
async function fillRows(page: Page, { job, id: task, milestones }: Task, date: string): Promise<string> {
  const cells = milestones.map(({ id: milestone }) => ({
    job,
    task,
    milestone,
    overhead_code: null,
    is_billable: true,
    date,
    minutes: 15,
  }));
  await ask(page, 'POST', '/api/timesheet/week/cells/', { date, cells });
  return milestones.map(() => Array.from({ length: 7 }, () => '0:30').join('\t')).join('\r\n');
}

/** As Ctrl+V does with cells copied from a spreadsheet. */
async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Joe was on vacation for a while that day, and Tess has approved it. */
async function approveVacation(joe: Page, tess: Page, date: string, minutes: number): Promise<void> {
  await ask(joe, 'POST', '/api/timesheet/entry/', { date, minutes, overhead_code: await findVacation(joe) });
  const { id } = (await readWeek(joe, date)).batches.find(({ state }) => state === 'OPEN')!;
  const { version } = await ask<Batch>(joe, 'PATCH', `/api/timesheet/batch/${id}/`, { state: 'SUBMITTED' });
  await ask(tess, 'POST', '/api/timesheet/batch/approve/', { batches: [{ id, version }] });
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

test('Joe repeats yesterday’s row on a phone in two taps @long', async ({ signInAs }) => {
  const page = await signInAs('joe', { width: 390 });
  const overhead_code = await findVacation(page);
  await ask(page, 'POST', '/api/timesheet/entry/', { date: '2023-03-20', overhead_code, minutes: 450 });
  await page.goto('/app/timesheet/entries?date=2023-03-21');
  await page.getByRole('button', { name: 'Repeat yesterday' }).click();
  await page.getByRole('menuitem', { name: /Vacation/ }).click();
  await expect.poll(async () => (await readWeek(page, WEEKS.phone)).entries.length).toBe(2);
  await lookAt(page, 'one day of a week');
});

test('Joe’s timer runs while he pastes, works in two windows and fills the form, and Tess locks and exports @long', async ({
  signInAs,
}) => {
  // A timer counts whole minutes, so one has to pass; the rest is done meanwhile.
  test.slow();
  const mona = await signInAs('mona');
  const task = await makeJob(mona);
  const joe = await signInAs('joe', { path: `/app/job/${task.job}` });
  await joe.getByRole('button', { name: 'Start timer' }).click();
  const timer = joe.getByRole('button', { name: /^Timer .* Stop$/ });
  await expect(timer).toBeVisible();

  // A sheet of 20 × 7 cells is one request.
  const sheet = await fillRows(joe, task, WEEKS.pasted);
  const sent: string[] = [];
  joe.on('request', (request) => request.url().includes('/week/cells/') && sent.push(request.url()));
  await visit(joe, `/app/timesheet/entries?date=${WEEKS.pasted}`);
  const first = joe.locator('[data-cell$="2024-03-04"]').first();
  await first.click();
  await pasteText(joe, sheet);
  await expect.poll(async () => (await readWeek(joe, WEEKS.pasted)).entries.filter(({ minutes }) => minutes === 30).length).toBe(140);
  expect(sent).toHaveLength(1);

  // The other window still shows what it has loaded: both times are said, and the typed one is written when that is chosen.
  const other = await joe.context().newPage();
  await other.goto(`/app/timesheet/entries?date=${WEEKS.pasted}`);
  const same = other.locator('[data-cell$="2024-03-04"]').first();
  await expect(same.locator('.text')).toHaveText('0:30');
  await first.click();
  await joe.keyboard.type('1:00');
  await joe.keyboard.press('Enter');
  await expect.poll(() => sent.length).toBe(2);
  await same.click();
  await other.keyboard.type('2:00');
  await other.keyboard.press('Enter');
  await expect(other.getByText(/you typed 2:00, entered is 1:00/)).toBeVisible();
  await other.getByRole('button', { name: 'Use 2:00' }).click();
  await expect(same.locator('.text')).toHaveText('2:00');
  await expect.poll(async () => (await readWeek(joe, WEEKS.pasted)).entries.filter(({ minutes }) => minutes === 120).length).toBe(1);
  await other.close();

  const tess = await signInAs('tess', { path: '/app/timesheet/admin' });
  const lock = tess.getByRole('region', { name: 'Lock' });
  await lock.getByRole('textbox', { name: 'Lock through' }).fill('2022-12-31');
  await lock.getByRole('button', { name: 'Lock', exact: true }).click();
  await tess.getByRole('button', { name: 'Lock time' }).click();
  await expect(lock).toContainText('Time through 31 Dec 2022 is locked.');

  await visit(joe, '/app/entry/');
  await joe.getByRole('combobox', { name: 'Work: job number or words' }).fill('vacation');
  await joe.getByRole('option', { name: /Vacation/ }).click();
  await joe.getByRole('textbox', { name: 'Date' }).fill('2022-12-30');
  await joe.getByRole('textbox', { name: 'Time' }).fill('2h30m');
  await joe.getByRole('button', { name: 'Create entry' }).click();
  await expect(joe.getByText('Time through 31 Dec 2022 is locked.').first()).toBeVisible();
  await joe.getByRole('textbox', { name: 'Date' }).fill('2023-01-03');
  await joe.getByRole('button', { name: 'Create entry' }).click();
  await expect(joe).toHaveURL(/\/entry\/\d+/);

  const { today } = await ask<Week>(joe, 'GET', '/api/timesheet/week/');
  const day = new Date(Date.parse(today) - 7 * 86_400_000).toISOString().slice(0, 10);
  await approveVacation(joe, tess, day, 45);
  const panel = tess.getByRole('region', { name: 'Payroll export' });
  await panel.getByRole('textbox', { name: 'First day' }).fill(day);
  await panel.getByRole('textbox', { name: 'Last day' }).fill(day);
  await expect(panel.getByRole('status')).toHaveText(/^\d+ entr(y|ies) of \d+ (person|people), \d+:\d\d in all\.$/);
  await panel.getByRole('button', { name: 'Export for payroll' }).click();
  await tess.getByRole('button', { name: 'Export time' }).click();
  await expect(tess.getByText(/^Exported \d+ entr(y|ies)\.$/)).toBeVisible();
  const [file] = await Promise.all([
    tess.waitForEvent('download'),
    panel
      .getByRole('button', { name: /^Excel of/ })
      .first()
      .click(),
  ]);
  expect(file.suggestedFilename()).toMatch(new RegExp(`^payroll-${day}-to-${day}-export-\\d+\\.xlsx$`));
  await approveVacation(joe, tess, day, 30);
  await tess.reload();
  await panel.getByRole('button', { name: '1 change since' }).first().click();
  await expect(panel.getByRole('list', { name: /^Changes since/ })).toHaveText(/^Joe Jardine new: 0:30 on .*, Vacation$/);
  await lookAt(tess, 'the admin tab');

  // It has run on through a reload, asks what was done, and becomes an entry of the job.
  await joe.reload();
  await expect(timer).toHaveAccessibleName(/^Timer 0:0[1-9]/, { timeout: 65_000 });
  await timer.click();
  await joe.getByRole('combobox', { name: 'Task' }).click();
  await joe.getByRole('option', { name: 'Survey' }).click();
  await joe.getByLabel('What was done').fill('Pins at the corner');
  await joe.getByRole('button', { name: 'Stop timer' }).click();
  await expect(joe.getByText('Entered 15 min.')).toBeVisible();
  const ofJob = (await readWeek(joe, today)).entries.filter((entry) => entry.job?.id === task.job);
  expect(ofJob).toMatchObject([{ date: today, minutes: 15, note: 'Pins at the corner' }]);
});
