import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

type Week = { today: string; batches: { id: number; state: string; version: number }[] };
type Targets = { results: { overhead_code: { id: number } | null }[] };

/** Joe was on vacation for a while that day, and Tess has approved it. */
async function approveVacation(joe: Page, tess: Page, date: string, minutes: number): Promise<void> {
  const { results } = await ask<Targets>(joe, 'GET', '/api/timesheet/target/?query=vacation');
  await ask(joe, 'POST', '/api/timesheet/entry/', { date, minutes, overhead_code: results[0]!.overhead_code!.id });
  const week = await ask<Week>(joe, 'GET', `/api/timesheet/week/?date=${date}`);
  const batch = week.batches.find(({ state }) => state === 'OPEN')!;
  const { id, version } = await ask<Week['batches'][number]>(joe, 'PATCH', `/api/timesheet/batch/${batch.id}/`, { state: 'SUBMITTED' });
  await ask(tess, 'POST', '/api/timesheet/batch/approve/', { batches: [{ id, version }] });
}

test('Tess exports approved time for payroll, and sees what came since', async ({ signInAs }) => {
  test.slow();
  const joe = await signInAs('joe');
  const tess = await signInAs('tess');
  const { today } = await ask<Week>(joe, 'GET', '/api/timesheet/week/');
  const day = new Date(Date.parse(today) - 7 * 86_400_000).toISOString().slice(0, 10);
  await approveVacation(joe, tess, day, 45);

  await visit(tess, '/app/timesheet/admin');
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
  await lookAt(tess, 'the payroll export');
});
