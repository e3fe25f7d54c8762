import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

/** A job with one task for each line, its milestones named. */
async function makeJob(page: Page, desc: string, plan: Record<string, string[]>): Promise<{ id: number; num: string }> {
  const job = await ask<{ id: number; num: string }>(page, 'POST', '/api/jobs/', { desc });
  for (const [name, milestones] of Object.entries(plan)) {
    await ask(page, 'POST', '/api/jobs/task/', { job: job.id, name, milestones: milestones.map((milestone) => ({ name: milestone })) });
  }
  return job;
}

async function openTasks(page: Page, job: { id: number }): Promise<void> {
  await page.goto(`/app/job/${job.id}/tasks`);
  await expect(page.getByRole('treegrid')).toBeVisible();
}

const nameOf = (page: Page, name: string) => page.getByRole('button', { name: `${name}. Rename`, exact: true });
const rowOf = (page: Page, name: string) => page.locator('tr', { has: nameOf(page, name) });

/** The names on the page from top to bottom, without the group they are all in. */
function expectOrder(page: Page, names: string[]) {
  return expect(page.locator('tr.task .name [data-cell="name"], tr.milestone .name [data-cell="name"]')).toHaveText(names);
}

/** Takes a row by its grip and lets it go at the upper or lower edge of another one. */
async function dragRow(page: Page, from: string, to: string, edge: 'top' | 'bottom'): Promise<void> {
  await rowOf(page, from).hover();
  const grip = (await rowOf(page, from).locator('.grip').boundingBox())!;
  const target = (await rowOf(page, to).boundingBox())!;
  const [x, y] = [grip.x + grip.width / 2, target.y + (edge === 'top' ? 4 : target.height - 4)];
  await page.mouse.move(x, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 8 });
  await page.mouse.move(x + 40, y);
  await expect(rowOf(page, to)).toHaveAttribute('data-drop', edge);
  await page.mouse.up();
}

/** What a change is waited for by: the page has been answered, and has asked for everything anew. */
async function settled(page: Page, act: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.url().includes('/api/jobs/'));
  await act();
  expect((await answered).ok()).toBe(true);
}

test('Mona puts milestones in order by keys and by dragging, and finds them so after a reload', async ({ signInAs }) => {
  const page = await signInAs('mona');
  const job = await makeJob(page, 'In order', { Survey: ['Research', 'Field work', 'Drafting'], Plan: ['Draft plan', 'Registration'] });
  await openTasks(page, job);
  await expectOrder(page, ['Survey', 'Research', 'Field work', 'Drafting', 'Plan', 'Draft plan', 'Registration']);
  await nameOf(page, 'Research').focus();
  await settled(page, () => page.keyboard.press('Alt+ArrowDown'));
  await expect(nameOf(page, 'Research')).toBeFocused();
  // Past the end of its task it goes into the next one.
  await nameOf(page, 'Drafting').focus();
  await settled(page, () => page.keyboard.press('Alt+ArrowDown'));
  await expect(nameOf(page, 'Drafting')).toBeFocused();
  await expectOrder(page, ['Survey', 'Field work', 'Research', 'Plan', 'Drafting', 'Draft plan', 'Registration']);

  await settled(page, () => dragRow(page, 'Registration', 'Field work', 'top'));
  await settled(page, () => dragRow(page, 'Survey', 'Plan', 'bottom'));
  const order = ['Plan', 'Drafting', 'Draft plan', 'Survey', 'Registration', 'Field work', 'Research'];
  await expectOrder(page, order);
  await page.reload();
  await expectOrder(page, order);

  await settled(page, () => dragRow(page, 'Research', 'Registration', 'top'));
  await settled(page, () => page.getByRole('button', { name: 'Undo' }).last().click());
  await expectOrder(page, order);
});

test('Mona and Alice move different rows at once and both keep their move @long', async ({ signInAs }) => {
  const mona = await signInAs('mona');
  const alice = await signInAs('alice');
  const job = await makeJob(mona, 'Two at once', { Survey: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'] });
  await openTasks(mona, job);
  await openTasks(alice, job);
  await nameOf(mona, 'One').focus();
  await nameOf(alice, 'Six').focus();
  await Promise.all([settled(mona, () => mona.keyboard.press('Alt+ArrowDown')), settled(alice, () => alice.keyboard.press('Alt+ArrowUp'))]);
  // Into the same gap, by two people who do not see each other's move.
  await nameOf(mona, 'Three').focus();
  await nameOf(alice, 'Four').focus();
  await Promise.all([
    settled(mona, () => mona.keyboard.press('Alt+ArrowDown')),
    settled(alice, () => alice.keyboard.press('Alt+ArrowDown')),
  ]);
  await mona.reload();
  await alice.reload();
  await expect(mona.getByRole('treegrid')).toBeVisible();
  const names = await mona.locator('tr.milestone [data-cell="name"]').allTextContents();
  expect(names.slice(0, 2)).toEqual(['Two', 'One']);
  expect(names.at(-1)).toBe('Five');
  expect(names.toSorted()).toEqual(['Five', 'Four', 'One', 'Six', 'Three', 'Two']);
  await expect(alice.locator('tr.milestone [data-cell="name"]')).toHaveText(names);
});

test('Mona plans from a template and from another job; what waits says for what @long', async ({ signInAs }) => {
  const page = await signInAs('mona');
  const source = await makeJob(page, 'Where from', { 'Taken along': ['Site visit', 'Report'], 'Left behind': ['Nothing'] });
  const job = await makeJob(page, 'Where to', {});
  await page.goto(`/app/job/${job.id}/tasks`);
  await page.getByRole('button', { name: 'Copy from another job or quote' }).click();
  const dialog = page.getByRole('dialog', { name: `Copy tasks to ${job.num}` });
  await dialog.getByRole('combobox', { name: 'Job' }).fill(source.num);
  await page.getByRole('option', { name: new RegExp(source.num) }).click();
  await dialog.getByRole('checkbox', { name: /Taken along/ }).check();
  await dialog.getByRole('button', { name: 'Copy 1 task' }).click();
  await expect(page.getByText(`Copied 1 task from ${source.num}.`)).toBeVisible();
  await expectOrder(page, ['Taken along', 'Site visit', 'Report']);

  await page.getByRole('button', { name: 'Add task', exact: true }).click();
  const adding = page.getByRole('dialog', { name: 'Add task' });
  await adding.getByRole('combobox', { name: 'Template' }).click();
  const template = page.getByRole('option').first();
  const name = (await template.textContent())!;
  await template.click();
  const milestones = (await adding.getByText(/^Milestones: /).textContent())!.replace(/^Milestones: |\.$/g, '').split(', ');
  await adding.getByRole('button', { name: 'Add task' }).click();
  await expectOrder(page, ['Taken along', 'Site visit', 'Report', name, ...milestones]);

  await expect(rowOf(page, 'Report')).toContainText('Waits for “Site visit”.');
  await page.getByRole('button', { name: 'Actions for Site visit' }).click();
  await page.getByRole('menuitem', { name: 'What it waits for…' }).click();
  const waits = page.getByRole('dialog', { name: 'What Site visit waits for' });
  await waits.getByRole('radio', { name: 'These milestones' }).check();
  await waits.getByRole('checkbox', { name: 'Report', exact: true }).check();
  await expect(waits.getByRole('alert')).toContainText('Site visit → Report → Site visit');
  await waits.getByRole('checkbox', { name: 'Report', exact: true }).uncheck();
  await waits
    .getByRole('checkbox', { name: milestones.at(-1)!, exact: true })
    .last()
    .check();
  await waits.getByRole('button', { name: 'Save dependencies' }).click();
  await expect(rowOf(page, 'Site visit')).toContainText(`Waits for “${milestones.at(-1)}”.`);

  // What is done holds up nothing.
  const last = page.locator('tr.milestone').last();
  await last.locator('[data-cell="state"]').click();
  await page.getByRole('menuitem', { name: 'skipped' }).click();
  await expect(page.getByText('Saved state edit.')).toBeVisible();
  await expect(rowOf(page, 'Site visit')).not.toContainText('Waits for');
  const shown = await page.getByRole('treegrid').textContent();
  await page.reload();
  await expect(page.getByRole('treegrid')).toBeVisible();
  expect(await page.getByRole('treegrid').textContent()).toBe(shown);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Reports' }).click();
  await page.getByRole('menuitem', { name: 'Tasks (CSV)' }).click();
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^${job.num}-tasks-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
});

test('the tasks of a job fit a phone and are clean in both themes @long', async ({ signInAs }) => {
  // Four pages are gone through element by element.
  test.slow();
  const plan = { 'A task with a rather long name that does not fit a line of a phone': ['First', 'Second'], Empty: [] };
  const page = await signInAs('mona');
  const job = await makeJob(page, 'Looked at', plan);
  for (const mode of ['', '?mode=wip']) {
    await visit(page, `/app/job/${job.id}/tasks${mode}`);
    await expect(page.getByRole('treegrid')).toBeVisible();
    await lookAt(page, `tasks${mode}`);
  }
});

test('the tour of the tasks comes once @long', async ({ signInAs }) => {
  const mona = await signInAs('mona');
  const job = await makeJob(mona, 'Seen for the first time', { Survey: ['Field work'] });
  const fresh = await signInAs('mona', { path: `/app/job/${job.id}/tasks`, withTours: true });
  const tour = fresh.getByRole('dialog', { name: 'Two ways to look at work' });
  await expect(tour).toBeVisible();
  await tour.getByRole('button', { name: 'Skip' }).click();
  await fresh.reload();
  await expect(fresh.getByRole('treegrid')).toBeVisible();
  expect(await fresh.evaluate(() => localStorage.getItem('jobs.tasks.tutorial2'))).not.toBeNull();
  await expect(fresh.getByRole('dialog')).toHaveCount(0);
});

test('the tour of a quote’s tasks is its own, and comes once; a quote plans what it may become @long', async ({ signInAs }) => {
  const mona = await signInAs('mona');
  const quote = await ask<{ id: number }>(mona, 'POST', '/api/jobs/quote/', { desc: 'Offered for the first time' });
  await ask(mona, 'POST', '/api/jobs/task/', { quote: quote.id, name: 'Survey', milestones: [{ name: 'Field work' }, { name: 'Plan' }] });
  const path = `/app/quote/${quote.id}/tasks`;
  const fresh = await signInAs('mona', { path, withTours: true });
  const tour = fresh.getByRole('dialog').first();
  await expect(tour).toBeVisible();
  await tour.getByRole('button', { name: 'Skip' }).click();
  expect(await fresh.evaluate(() => localStorage.getItem('quotes.tasks.tutorial'))).not.toBeNull();
  await fresh.reload();
  await expectOrder(fresh, ['Survey', 'Field work', 'Plan']);
  await expect(fresh.getByRole('dialog')).toHaveCount(0);
  await rowOf(fresh, 'Plan').getByRole('button', { name: 'Plan. Rename', exact: true }).focus();
  await settled(fresh, () => fresh.keyboard.press('Alt+ArrowUp'));
  await fresh.reload();
  await expectOrder(fresh, ['Survey', 'Plan', 'Field work']);
});

test('Mona selects several milestones, dates and assigns them at once, and takes it back', async ({ signInAs }) => {
  const page = await signInAs('mona');
  const job = await makeJob(page, 'Many at once', { Survey: ['One', 'Two', 'Three'], Plan: ['Four'] });
  await page.goto(`/app/job/${job.id}/tasks`);
  await page.getByRole('checkbox', { name: 'Select One' }).click();
  await page.getByRole('checkbox', { name: 'Select Three' }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('3 selected');

  await bar.getByRole('button', { name: 'Due date…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Due date of 3 milestones' });
  await dialog.getByLabel('Due date').fill('4 Mar 2031');
  await dialog.getByLabel('Due date').press('Enter');
  await expect(page.getByText('3 milestones due on 2031-03-04.')).toBeVisible();
  for (const name of ['One', 'Two', 'Three']) await expect(rowOf(page, name)).toContainText('2031-03-04');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Two')).not.toContainText('2031-03-04');

  await bar.getByRole('button', { name: 'Assign…' }).click();
  await page.getByLabel('Find a person').fill('jard');
  await page.getByLabel('Find a person').press('Enter');
  for (const name of ['One', 'Two', 'Three']) await expect(rowOf(page, name)).toContainText('Joe Jardine');
});
