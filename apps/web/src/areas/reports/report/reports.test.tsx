import { listEmployees } from '@dmse/contract/people/user';
import { getReport, listReports, listReportViews, type Report, type ReportAbout } from '@dmse/contract/reports/report';
import { Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { periodsFrom } from './periods.ts';

const ABOUT: ReportAbout = {
  ...{ name: 'wip', title: 'Work in progress', about: 'What has not been billed.', group: 'Money', filters: ['from', 'to', 'state'] },
  ...{ states: ['OPEN', 'CLOSED'], only: [{ name: 'late', label: 'Past due' }], group_by: [{ name: 'manager', label: 'Project manager' }] },
};
const WHOLE: Report = {
  ...{ ...ABOUT, subtitle: '1 Jan 2026 to 4 Mar 2026', count: 2, chart: null, totals: [null, 150, 12_345_00] },
  columns: [
    { name: 'job', label: 'Job', kind: 'text', is_summed: false },
    { name: 'minutes', label: 'Hours', kind: 'minutes', is_summed: true },
    { name: 'total', label: 'WIP', kind: 'money', is_summed: true },
  ],
  rows: [
    { cells: ['26-0001', 90, 12_000_00], path: '/job/1/tasks' },
    { cells: ['26-0002', 60, 345_00], path: null },
  ],
};
const LISTED = { count: 1, results: [ABOUT] };
const NONE = { count: 0, results: [] };

function serve(answer: (query: Record<string, unknown>) => Report, list = LISTED) {
  const self = buildSelf('mona');
  const server = serveShell(self)
    .on(listReports, () => list)
    .on(listReportViews, () => NONE)
    .on(listEmployees, () => NONE)
    .on(getReport, ({ params, query }) => {
      if (params.report === 'nonsense') throw new Refusal(404, { detail: 'Not found.', code: 'NOT_FOUND' });
      if (params.report === 'payments') throw new Refusal(403, { detail: 'No.', code: 'FORBIDDEN' });
      return answer(query as Record<string, unknown>);
    });
  return { self, server };
}

it('reports: a report with its sums; its filters and its order are asked for and stand in the address', async () => {
  const asked: Record<string, unknown>[] = [];
  const { router } = await renderApp(
    '/report/wip?state=OPEN&from=2026-01-01&to=2026-12-31&client=7',
    serve((query) => {
      asked.push(query);
      return WHOLE;
    }),
  );
  const table = await screen.findByRole('table', { name: 'Work in progress' });
  expect(within(table).getByRole('row', { name: 'Total 2:30 12,345.00' })).toBeTruthy();
  expect(within(table).getByRole('link', { name: '26-0001' }).getAttribute('href')).toBe('/app/job/1/tasks');
  expect(within(table).queryByRole('link', { name: '26-0002' })).toBeNull();
  // What the report is not narrowed by is not asked.
  expect(asked[0]).toMatchObject({ state: ['OPEN'], from: '2026-01-01', to: '2026-12-31' });
  expect(asked[0]).not.toHaveProperty('client');
  await userEvent.click(within(table).getByRole('button', { name: 'WIP' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ ordering: 'total' }));
  expect(router.state.location.search).toMatchObject({ ordering: 'total', state: 'OPEN' });
});

it('reports: a chart is a picture for some and a table for everybody', async () => {
  const points = [
    { label: 'Mona Murray', values: [300_00, 45_00] },
    { label: 'Unset', values: [0, 0] },
  ];
  const chart = { kind: 'bar' as const, value: 'money' as const, series: ['Ready', 'On hold'], points };
  await renderApp(
    '/report/wip',
    serve(() => ({ ...WHOLE, chart })),
  );
  const figures = await screen.findByRole('table', { name: 'Figures of the chart of Work in progress' });
  expect(within(figures).getByRole('row', { name: 'Mona Murray $300.00 $45.00' })).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Show the figures' });
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
});

it('reports: a group opens to its rows without the grouping; an order that groups do not have is dropped', async () => {
  const group: Report = { ...WHOLE, rows: [{ cells: ['Mona Murray', 90, 5], path: '?manager=2' }] };
  const { router } = await renderApp(
    '/report/wip?group_by=manager&ordering=job&state=OPEN',
    serve((query) => {
      if (query.ordering) throw new Refusal(400, { ordering: ['There is no such column.'] });
      return group;
    }),
  );
  const link = await screen.findByRole('link', { name: 'Mona Murray' });
  expect(link.getAttribute('href')).toBe('/app/report/wip?state=OPEN&manager=2');
  expect(router.state.location.search).not.toHaveProperty('ordering');
});

it('reports: what is not there is Not Found, what is for others says whom to ask, and so does an empty list', async () => {
  await renderApp(
    '/report/nonsense',
    serve(() => WHOLE),
  ).then(({ unmount }) => screen.findByText('Not Found').then(unmount));
  await renderApp(
    '/report/payments',
    serve(() => WHOLE),
  ).then(({ unmount }) => screen.findByText(/ask a users administrator/).then(unmount));
  await renderApp(
    '/report',
    serve(() => WHOLE, NONE as never),
  );
  expect(await screen.findByText(/ask a users administrator/)).toBeTruthy();
});

it('reports: the usual periods, over the end of a year too', () => {
  const said = periodsFrom('2026-02-10').map(({ from, to }) => `${from} ${to}`);
  expect(said).toEqual([
    '2026-02-01 2026-02-28',
    '2026-01-01 2026-01-31',
    '2026-01-01 2026-03-31',
    '2025-10-01 2025-12-31',
    '2026-01-01 2026-12-31',
    '2025-01-01 2025-12-31',
  ]);
});
