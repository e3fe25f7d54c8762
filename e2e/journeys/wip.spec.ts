import { createJob } from '@dmse/contract/jobs/job';
import { createTimeEntry } from '@dmse/contract/time/entry';
import { createTask } from '@dmse/contract/work/task';
import { onTask } from '@dmse/testkit/builders/time-entry';
import type { Page } from '@playwright/test';
import { clientOf } from '../shared/ask.ts';
import { todayAtFirm } from '../shared/billing.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

/** A job of Mona's with one task and two hours of hers on it. */
async function makeWip(page: Page): Promise<{ id: number; num: string }> {
  const mona = clientOf(page);
  const job = await mona.call(createJob, {}, { desc: 'To be billed' });
  const task = await mona.call(createTask, {}, { job: job.id, name: 'Survey', milestones: [{ name: 'Field work' }] });
  for (const note of ['Calculations', 'Drawing'])
    await mona.call(createTimeEntry, {}, { ...onTask(job.id, task.id), date: todayAtFirm(), minutes: 60, note });
  return job;
}

test('WIP: Mona opens a task, holds an entry, writes one off and takes it back; the explained sum is the figure', async ({ signInAs }) => {
  const page = await signInAs('mona');
  const job = await makeWip(page);
  await visit(page, `/app/job/${job.id}/tasks?mode=wip`);
  const grid = page.getByRole('treegrid', { name: 'Work in progress' });
  await grid.getByRole('button', { name: 'Show the entries of Survey' }).click();
  const line = (note: string) => grid.getByRole('row').filter({ hasText: note });
  await expect(line('Calculations')).toContainText('Ready');
  await expect(line('Calculations')).toContainText('1 h at $');
  const total = grid.getByRole('button', { name: `WIP of ${job.num}. Explain` });
  const whole = (await total.textContent()) ?? '';

  const bar = page.getByRole('region', { name: 'Selection' });
  await line('Calculations').getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Hold…' }).click();
  await page.getByRole('textbox', { name: 'Until' }).fill('+30d');
  await page.getByRole('button', { name: 'Hold entry' }).click();
  await expect(line('Calculations')).toContainText('On hold until');
  await expect(total).toHaveText(whole);

  await line('Drawing').getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Write off…' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Drawn twice');
  await page.getByRole('button', { name: 'Write off entry' }).click();
  await expect(line('Drawing')).toContainText('Written off');
  await expect(total).not.toHaveText(whole);

  await line('Drawing').getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Take back' }).click();
  await expect(line('Drawing')).toContainText('Ready');
  await expect(total).toHaveText(whole);
  await lookAt(page, 'WIP by entry');

  await total.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: `WIP of ${job.num}` });
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel.getByRole('status')).toContainText(`$${whole}`);
  await lookAt(page, 'a figure explained');
  await page.reload();
  await panel.getByRole('textbox', { name: 'As of' }).fill('-1d');
  await expect(page).toHaveURL(/explain=wip&as_of=\d{4}-\d{2}-\d{2}/);
  await expect(panel).toContainText('There was no such work on that day.');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await visit(page, `/app/job/${job.id}/info`);
  await page.getByRole('button', { name: 'On hold. Explain' }).click();
  await expect(page.getByRole('dialog', { name: `On hold of ${job.num}` }).getByRole('listitem')).toHaveCount(1);
});
