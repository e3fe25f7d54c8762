import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, getClient } from '@dmse/contract/clients/client';
import { addressOf } from '@dmse/contract/endpoint';
import { type JobRow, listJobs, updateJob } from '@dmse/contract/jobs/job';
import { listQuotes, type QuoteRow } from '@dmse/contract/jobs/quote';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { updateMemo } from '@dmse/contract/memos/memo';
import { changeMilestones, listMilestones } from '@dmse/contract/work/milestone';
import { addDays, localDate } from '@dmse/domain/dates/local-date';
import { buildJob, buildJobRow } from '@dmse/testkit/builders/job';
import { buildMemo } from '@dmse/testkit/builders/memo';
import { buildMilestoneRow } from '@dmse/testkit/builders/milestone';
import { buildQuoteRow } from '@dmse/testkit/builders/quote';
import { STAMP } from '@dmse/testkit/builders/stamps';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { CLIENT as SOME_CLIENT } from '../../../parts/form/form-fixture.tsx';
import { buildJobSettings } from '../job/job-settings-fixture.ts';

const SETTINGS = buildJobSettings({
  job_types: [{ name: 'Legal survey' }, { name: 'Road design' }],
  lost_reasons: ['Price', 'No answer'],
  milestone_templates: [{ id: 1, name: 'Drafting' }],
});

/** The app at an address, as somebody, with a server that answers what the story needs. */
function open(address: string, as: string, serve: (server: FakeServer) => FakeServer) {
  const self = buildSelf(as);
  return renderApp(address, { self, server: serve(serveShell(self).on(getJobSettings, () => SETTINGS)) });
}

const THERIAULT = { client: 4, client_name: 'Thériault Ltée' };
const jobRow = (id: number, change: Partial<JobRow> = {}) =>
  buildJobRow({
    ...{ ...THERIAULT, id, desc: `Boundary survey ${id}`, long_desc: 'Retrace the limits.', discipline: ['SURVEYING'] },
    ...{ job_types: ['Legal survey'], version: 3, ...change },
  });
const quoteRow = (id: number, change: Partial<QuoteRow> = {}) => buildQuoteRow({ ...THERIAULT, id, ...change });
const RESOLVED = buildMemo({ id: 70, title: 'Wrong datum', is_issue: true, is_resolved: true, resolved_on: STAMP, version: 2 });
const CLIENT: Client = { ...SOME_CLIENT, id: 4, name: 'Thériault Ltée', contacts: [] };
const JOB_ANSWER = buildJob({ version: 4 });

const today = localDate(new Date().toISOString(), 'America/Moncton');

const headsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((head) => head.textContent);

it('jobs dashboard: what the script before the app asks for is what the page begins with', async () => {
  const { server } = await open('/jobs?tab=jobs', 'mona', (made) => made.on(listJobs, () => ({ count: 1, results: [jobRow(1)] })));
  await screen.findByText('Boundary survey 1');
  const script = readFileSync(join(import.meta.dirname, '../../../../public/before-app.js'), 'utf8');
  expect(script).toContain(`'${addressOf(listJobs, server.callsOf(listJobs)[0]!.query)}'`);
  expect(script).toContain(`'${getJobSettings.path}'`);
});

describe('the Jobs tab', () => {
  it('begins with jobs in progress, in the columns of the specification', async () => {
    const { server } = await open('/jobs?tab=jobs', 'mona', (fake) => fake.on(listJobs, () => ({ count: 1, results: [jobRow(5)] })));
    const table = await screen.findByRole('table', { name: 'Jobs' });
    expect(headsOf(table)).toEqual(['Job', 'Title', 'Client', 'Description', 'Project Manager', 'State']);
    await waitFor(() => expect(server.seen.find(({ endpoint }) => endpoint === listJobs)?.query.state).toEqual(['IN PROGRESS']));
    expect((await within(table).findByRole('link', { name: /26-0005/ })).getAttribute('href')).toBe('/app/job/5');
  });

  it('shows a manager their own projects with balance, age and the last entry, flagged when it is long ago', async () => {
    const self = buildSelf('mona');
    const { server } = await open('/jobs?tab=jobs', 'mona', (fake) =>
      fake.on(listJobs, () => ({
        count: 3,
        results: [
          jobRow(5, { wip_cost: 12_345, avg_wip_age: 1 }),
          jobRow(6, { last_time_entry_date: addDays(today, -28) }),
          jobRow(7, { last_time_entry_date: addDays(today, -56) }),
        ],
      })),
    );
    await userEvent.click(await screen.findByRole('switch', { name: 'My Projects' }));
    await waitFor(() => expect(server.seen.some(({ query }) => query.project_manager === self.id)).toBe(true));
    const table = screen.getByRole('table', { name: 'Jobs' });
    await waitFor(() => expect(headsOf(table)).toContain('Balance (CAD)'));
    expect(headsOf(table)).toEqual(['Job', 'Title', 'Client', 'Project Manager', 'Balance (CAD)', 'Avg. Age', 'Last Entry', 'State']);
    expect(within(table).getByText('123.45')).toBeTruthy();
    expect(within(table).getByText('1 day')).toBeTruthy();
    expect(within(table).getByText('Never')).toBeTruthy();
    expect(within(table).getByText('≥ 1 Months ago')).toBeTruthy();
    expect(within(table).getByText('≥ 2 Months ago')).toBeTruthy();
  });

  it('asks without an order that is not offered to this person, though the address names it', async () => {
    const { server } = await open('/jobs?tab=jobs&query=&ordering=-wip_cost', 'joe', (fake) =>
      fake.on(listJobs, () => ({ count: 1, results: [jobRow(5)] })),
    );
    await screen.findByRole('link', { name: /26-0005/ });
    expect(server.seen.filter(({ endpoint }) => endpoint === listJobs).map(({ query }) => query.ordering)).toEqual([undefined]);
  });

  it('shows up to three kinds of work in a row, and tells the number of the others', async () => {
    const job_types = ['Legal survey', 'Road design', 'Subdivision', 'Mapping', 'Layout'];
    await open('/jobs?tab=jobs', 'joe', (fake) => fake.on(listJobs, () => ({ count: 1, results: [jobRow(5, { job_types })] })));
    const row = (await screen.findByRole('link', { name: /26-0005/ })).closest('tr')!;
    const kinds = within(row).getAllByTitle(/^Show /);
    expect(kinds.map((kind) => kind.textContent)).toEqual(job_types.slice(0, 3));
    expect(within(row).getByText('+2')).toBeTruthy();
  });

  it('adds a kind of work to the filter when it is clicked', async () => {
    const { server } = await open('/jobs?tab=jobs', 'joe', (fake) => fake.on(listJobs, () => ({ count: 1, results: [jobRow(5)] })));
    await userEvent.click(await screen.findByRole('button', { name: 'Legal survey' }));
    await waitFor(() => {
      const asked = server.seen.find(({ query }) => query.job_types !== undefined)?.query;
      expect(asked).toMatchObject({ job_types: ['Legal survey'], state: ['IN PROGRESS'] });
    });
    expect(screen.queryByRole('switch', { name: 'My Projects' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'New Job' })).toBeNull();
  });

  it('closes a job over the checklist: a hard line is settled by its button, a soft one confirmed', async () => {
    const bodies: unknown[] = [];
    const { server } = await open('/jobs?tab=jobs', 'mona', (fake) =>
      fake
        .on(listJobs, () => ({ count: 1, results: [jobRow(5)] }))
        .on(updateMemo, () => RESOLVED)
        .on(updateJob, ({ body }) => {
          bodies.push(body);
          if (bodies.length === 2) throw new Refusal(503, { detail: 'The firm’s disk is full.', code: 'UNAVAILABLE' });
          if (bodies.length > 2) return { ...JOB_ANSWER, state: 'CLOSED' as const };
          const blockers = [
            { code: 'OPEN_ISSUE', sentence: '1 issue is open.', is_hard: true, count: 1, records: [{ id: 70, name: 'Wrong datum' }] },
            { code: 'OPEN_MILESTONE', sentence: '2 milestones are open.', is_hard: false, count: 2, records: [] },
          ];
          throw new Refusal(409, { detail: 'This would leave work behind.', code: 'BLOCKED', blockers });
        }),
    );
    await userEvent.click(await screen.findByRole('button', { name: /State of 26-0005/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /CLOSED/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const close = dialog.getByRole('button', { name: 'Close job' }) as HTMLButtonElement;
    expect(close.disabled).toBe(true);
    const hard = dialog.getByText('1 issue is open.').closest('.MuiPaper-root') as HTMLElement;
    expect(within(hard).queryByRole('button', { name: 'Confirm' })).toBeNull();
    await userEvent.click(within(hard).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(server.seen.some(({ endpoint, params }) => endpoint === updateMemo && params.id === 70)).toBe(true));
    expect(close.disabled).toBe(true);
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(dialog.queryByText('2 milestones are open.')).toBeNull();
    await waitFor(() => expect(close.disabled).toBe(false));
    await userEvent.click(close);
    expect(await dialog.findByText(/disk is full/)).toBeTruthy();
    expect(bodies[1]).toEqual({ state: 'CLOSED', confirm: ['OPEN_MILESTONE'] });
    await userEvent.click(close);
    expect(await screen.findByText('Saved state edit.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('job: each line of the checklist leads to where it is dealt with', async () => {
    const line = (code: string, ...ids: number[]) => ({
      ...{ code, sentence: `${code} stands.`, is_hard: true, count: ids.length, records: ids.map((id) => ({ id, name: `No. ${id}` })) },
    });
    const time = { ...line('UNAPPROVED_TIME'), records: [{ id: 2, name: 'Fern Francoeur, 2026-02-12', date: '2026-02-12' }] };
    const blockers = [line('UNBILLED_WIP', 1), time, line('UNAPPROVED_EXPENSE', 3), line('OPEN_MILESTONE')];
    await open('/jobs?tab=jobs', 'mona', (fake) =>
      fake
        .on(listJobs, () => ({ count: 1, results: [jobRow(5)] }))
        .on(updateJob, () => {
          throw new Refusal(409, { detail: 'This would leave work behind.', code: 'BLOCKED', blockers });
        }),
    );
    await userEvent.click(await screen.findByRole('button', { name: /State of 26-0005/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /CLOSED/ }));
    const links = within(await screen.findByRole('dialog')).getAllByRole('link', { name: 'Open' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['/job/5/tasks?mode=wip', '/timesheet/supervisor?date=2026-02-12', '/expense/3', '/job/5/tasks'].map((path) => `/app${path}`),
    );
  });
});

describe('the Quotes tab', () => {
  it('shows what was offered, what has run out, and lets whoever may change the state', async () => {
    await open('/jobs?tab=quotes', 'mona', (fake) =>
      fake.on(listQuotes, () => ({
        count: 2,
        results: [quoteRow(7, { state: 'QUOTE SUBMITTED', is_expired: true }), quoteRow(8, { can_edit: false })],
      })),
    );
    const table = await screen.findByRole('table', { name: 'Quotes' });
    expect(headsOf(table)).toEqual(['Quote number', 'Title', 'Client', 'Description', 'Project Manager', 'Last Updated', 'State']);
    expect(await within(table).findByText('Expired')).toBeTruthy();
    expect(screen.getByRole('button', { name: /State of Q26-0007/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /State of Q26-0008/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'New Quote' })).toBeTruthy();
  });
});

describe('Progress and Assignments View', () => {
  it('lists what is ready, with due dates in words for whoever does not see colours', async () => {
    const { server } = await open('/jobs?tab=progress', 'joe', (fake) =>
      fake.on(listMilestones, () => ({
        count: 3,
        results: [
          buildMilestoneRow({
            id: 1,
            due_date: '2020-01-31',
            featured_memo_id: 3,
            featured_memo_title: 'Wrong datum',
            featured_memo_is_active_issue: true,
          }),
          buildMilestoneRow({ id: 2, due_date: today }),
          buildMilestoneRow({ id: 3 }),
        ],
      })),
    );
    const table = await screen.findByRole('table', { name: 'Milestones ready to be worked on' });
    expect(headsOf(table)).toEqual(['Task', 'Project Manager', 'Milestone', 'Assignment', 'Due Date', 'Last Time Entry', 'Memos']);
    expect((await within(table).findByText('2020-01-31')).getAttribute('title')).toMatch(/overdue|ago|late/i);
    expect(within(table).getByText(today).getAttribute('title')).toMatch(/today/i);
    expect(within(table).getByRole('button', { name: /Wrong datum/ })).toBeTruthy();
    expect(server.seen.find(({ endpoint }) => endpoint === listMilestones)?.query).toMatchObject({ is_blocked: false });
  });

  it('Progress View: whoever manages jobs dates several milestones of different jobs at once, by typing', async () => {
    const { server } = await open('/jobs?tab=progress', 'mona', (fake) =>
      fake
        .on(listMilestones, () => ({ count: 2, results: [buildMilestoneRow({ id: 1 }), buildMilestoneRow({ id: 2 })] }))
        .on(changeMilestones, () => ({ milestones: [], refused: [] })),
    );
    const table = await screen.findByRole('table', { name: 'Milestones ready to be worked on' });
    for (const box of (await within(table).findAllByRole('checkbox')).slice(-2)) await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: 'Due date…' }));
    await userEvent.type(await screen.findByLabelText('Due date'), '2031-03-04{Enter}');
    await waitFor(() =>
      expect(server.callsOf(changeMilestones)[0]?.body).toMatchObject({
        changes: [
          { id: 1, due_date: '2031-03-04' },
          { id: 2, due_date: '2031-03-04' },
        ],
      }),
    );
  });

  it('asks for one’s own work, and beyond it for a kind of work', async () => {
    const { server } = await open('/jobs?tab=assignments', 'joe', (fake) => fake.on(listMilestones, () => ({ count: 0, results: [] })));
    await waitFor(() => expect(server.seen.some(({ query }) => query.my_assignments === true && query.is_blocked === false)).toBe(true));
    await userEvent.click(await screen.findByLabelText('Search for work...'));
    await userEvent.click(await screen.findByRole('option', { name: 'Drafting' }));
    await waitFor(() =>
      expect(server.seen.some(({ query }) => query.my_assignments === false && (query.name as string[])?.[0] === 'Drafting')).toBe(true),
    );
  });
});

describe('the lists of a client', () => {
  it.each([
    ['quotes', 'Quotes'],
    ['jobs', 'Jobs'],
  ])('do not say the client again: %s', async (tab, label) => {
    await open(`/client/4/${tab}`, 'joe', (fake) =>
      fake
        .on(getClient, () => CLIENT)
        .on(listQuotes, () => ({ count: 1, results: [quoteRow(5)] }))
        .on(listJobs, () => ({ count: 1, results: [jobRow(5)] })),
    );
    const heads = headsOf(await screen.findByRole('table', { name: label }));
    expect(heads).toContain('Title');
    expect(heads).not.toContain('Client');
  });
});
