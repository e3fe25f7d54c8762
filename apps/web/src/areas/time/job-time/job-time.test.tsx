import { getJobTime, type JobTime, listTimeEntries } from '@dmse/contract/time/entry';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { WorkFirm } from '../../work/board/work-fixture.ts';
import { DRAFTING, TimeFirm } from '../week/time-fixture.ts';
import { runningTotals } from './running-totals.ts';

const TIME = {
  minutes: 600,
  billable_minutes: 540,
  budget_minutes: 480,
  by_task: [{ id: 51, name: 'Drafting', minutes: 600, billable_minutes: 540, budget_minutes: 480 }],
  by_person: [{ id: 4, name: 'Joe Jardine', minutes: 600, billable_minutes: 540 }],
  by_week: [
    { first_day: '2026-03-09', minutes: 240, billable_minutes: 240 },
    { first_day: '2026-03-02', minutes: 360, billable_minutes: 300 },
  ],
} as unknown as JobTime;

it('job time: weeks add up from the first to the last', () => {
  expect(runningTotals(TIME.by_week).map(({ first_day, total }) => [first_day, total])).toEqual([
    ['2026-03-02', 360],
    ['2026-03-09', 600],
  ]);
});

it('job time: by task, person and week against the budget, the entries below; a task chosen stands in the address', async () => {
  const self = buildSelf('mona');
  const firm = new TimeFirm();
  firm.put(DRAFTING, '2026-03-04', 120, { note: 'Plan of the lot' });
  const server = firm.serve(new WorkFirm({ Drafting: [{ name: 'Draft' }] }).serve(serveShell(self))).on(getJobTime, () => TIME);
  const { address } = await renderApp('/job/5/time', { self, server });
  expect(await screen.findByText(/10:00 of 8:00 budgeted · 9:00 billable/)).toBeTruthy();
  expect(screen.getByRole('img', { name: /Hours so far over 2 weeks: 10:00 of 8:00 budgeted/ })).toBeTruthy();
  const weeks = within(screen.getByRole('table', { name: 'Hours by week' }));
  expect(weeks.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Week ofHoursBillableSo far',
    '2026-03-026:005:006:00',
    '2026-03-094:004:0010:00',
  ]);
  expect(await screen.findByText('Plan of the lot')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Drafting' }));
  await waitFor(() => expect(address()).toBe('/job/5/time?task=51'));
  await waitFor(() => expect(server.callsOf(getJobTime).at(-1)?.query).toEqual({ task: 51 }));
  expect(server.callsOf(listTimeEntries).at(-1)?.query).toMatchObject({ job: 5, task: 51 });
});
