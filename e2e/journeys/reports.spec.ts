import { readFile } from 'node:fs/promises';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

test('reports: Mona narrows one, groups it, opens a group and a row, and takes the rows home; Chelsea sees only her own', async ({
  signInAs,
}) => {
  const mona = await signInAs('mona', { path: '/app/report' });
  await mona.getByRole('link', { name: 'Work in progress', exact: true }).click();
  const table = mona.getByRole('table', { name: 'Work in progress' });
  const total = table.getByRole('row', { name: /^Total/ });
  await expect(total).toBeVisible();
  const whole = await total.textContent();

  await mona.getByRole('combobox', { name: 'Project manager' }).click();
  await mona.getByRole('option', { name: 'Mona Martin' }).click();
  await expect(mona).toHaveURL(/manager=\d+/);
  await expect(total).not.toHaveText(whole!);
  const own = await total.textContent();
  await mona.getByRole('combobox', { name: 'Group by' }).click();
  await mona.getByRole('option', { name: 'Client' }).click();
  await expect(table.getByRole('columnheader', { name: 'Rows' })).toBeVisible();
  const group = table.getByRole('link').first();
  const client = await group.textContent();
  await group.click();
  await expect(mona).toHaveURL(/client=\d+/);
  await expect(mona).not.toHaveURL(/group_by/);
  await expect(table.getByRole('cell', { name: client!, exact: true }).first()).toBeVisible();
  await expect(total).not.toHaveText(own!);

  await mona.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([mona.waitForEvent('download'), mona.getByRole('menuitem', { name: 'CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^Work in progress .*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(client!);
  const num = await table.getByRole('link').first().textContent();
  await table.getByRole('link').first().click();
  await expect(mona.getByRole('heading', { level: 1, name: new RegExp(num!) })).toBeVisible();

  // Looking ends on a phone, where the rows are cards.
  await visit(mona, '/app/report');
  await lookAt(mona, 'the reports');
  await visit(mona, '/app/report/wip');
  await lookAt(mona, 'a report');

  const chelsea = await signInAs('chelsea', { path: '/app/report/wip' });
  await expect(chelsea.getByText('This report is for people in other groups than yours.')).toBeVisible();
  await visit(chelsea, '/app/report/nonsense');
  await expect(chelsea.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});

test('trace and readiness: Alice goes from a field run to the invoice line that paid for it and back, and accepts a job’s progress @long', async ({
  signInAs,
}) => {
  const alice = await signInAs('alice', { path: '/app/' });
  const needs = alice.getByRole('region', { name: 'What the firm needs today' });
  await expect(needs.getByRole('link', { name: /^Draft invoice: / }).first()).toBeVisible();

  const ask = async (path: string) => (await alice.request.get(path)).json();
  const { results: runs } = await ask('/api/sites/fieldrun/?state=Finished&page_size=200');
  let run = '';
  for (const { id } of runs) {
    const { groups } = await ask(`/api/reports/trace/?from=run:${id}`);
    const [entry] = groups.find(({ kind }: { kind: string }) => kind === 'time-entry').results;
    const onto = entry ? (await ask(`/api/reports/trace/?from=${entry.from}`)).groups[0] : null;
    if (onto?.kind === 'invoice-line' && onto.count > 0) run = id;
    if (run !== '') break;
  }
  await visit(alice, `/app/fieldrun/${run}`);
  await alice.getByRole('link', { name: 'Trace', exact: true }).click();
  await alice.getByRole('region', { name: 'Time entries' }).getByRole('link').first().click();
  await alice.getByRole('region', { name: 'Invoice lines' }).getByRole('link').first().click();
  await expect(alice.getByRole('heading', { level: 1, name: /^Invoice \d+, line/ })).toBeVisible();
  const steps = alice.getByRole('navigation', { name: 'Steps of the trace' });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await lookAt(alice, 'a trace');
  await steps.getByRole('link', { name: /^Field run: / }).click();
  await expect(alice.getByRole('region', { name: 'Shots' }).getByRole('link').first()).toBeVisible();

  const { results: jobs } = await ask('/api/jobs/?state=IN%20PROGRESS&page_size=1');
  await visit(alice, `/app/job/${jobs[0].id}/budget`);
  const panel = alice.getByRole('region', { name: 'Billing readiness' });
  await panel.getByRole('button', { name: /^Accept \d+ %/ }).click();
  await expect(panel.getByText(/was accepted by Alice Arsenault/)).toBeVisible();
});
