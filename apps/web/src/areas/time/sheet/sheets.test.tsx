import {
  approveTimeBatches,
  getTimeLock,
  listSheets,
  remindTimesheets,
  type Sheet,
  setTimeLock,
  type TimeBatch,
  updateTimeBatch,
} from '@dmse/contract/time/week';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { DRAFTING, FIRST_DAY, TimeFirm } from '../week/time-fixture.ts';

const JOE = { id: 3, full_name: 'Joe Jardine' };
const FERN = { id: 4, full_name: 'Fern Francoeur' };

function sheetOf(user: Sheet['user'], id: number, change: Partial<Sheet> = {}): Sheet {
  const batch = { id, user, first_day: FIRST_DAY, number: 1, state: 'SUBMITTED', comment: '', minutes: 600, submitted_on: null };
  return {
    user,
    first_day: FIRST_DAY,
    state: 'SUBMITTED',
    batches: [{ ...batch, decided_on: null, decided_by: null, is_exported: false, version: 1 } as TimeBatch],
    days: [600, 0, 0, 0, 0, 0, 0],
    minutes: 600,
    billable_minutes: 600,
    weekly_minutes: 2400,
    exceptions: [],
    is_missing: false,
    reminded_on: null,
    can_approve: true,
    ...change,
  } as Sheet;
}

async function open(tab: 'supervisor' | 'admin', as: string) {
  const self = buildSelf(as);
  self.employee_config = { ...self.employee_config, employees_supervised: [JOE.id, FERN.id] };
  let sheets = [
    sheetOf(JOE, 1, { exceptions: [{ kind: 'long_day', date: FIRST_DAY, task: null, says: '13 h on 2 Mar 2026' }] }),
    sheetOf(FERN, 2, tab === 'admin' ? { state: 'OPEN', batches: [], is_missing: true } : {}),
  ];
  const move = (id: number, state: TimeBatch['state'], comment = '') => {
    sheets = sheets.map((sheet) =>
      sheet.batches[0]?.id === id ? { ...sheet, state, batches: [{ ...sheet.batches[0]!, state, comment, version: 2 }] } : sheet,
    );
    return sheets.find((sheet) => sheet.batches[0]?.id === id)!.batches[0]!;
  };
  const firm = new TimeFirm();
  firm.put(DRAFTING, FIRST_DAY, 600, { note: 'Plan of the lot' });
  const server = firm
    .serve(serveShell(self))
    .on(listSheets, ({ query }) => {
      const results = sheets.filter(({ is_missing }) => query.missing === undefined || is_missing === query.missing);
      return { count: results.length, next: null, previous: null, results } as never;
    })
    .on(approveTimeBatches, ({ body }) => ({ approved: body.batches.map(({ id }) => move(id, 'APPROVED')), refused: [] }))
    .on(updateTimeBatch, ({ params, body }) => move(params.id, body.state, body.comment))
    .on(remindTimesheets, () => ({ reminded: [FERN], left_out: [] }) as never)
    .on(getTimeLock, () => ({ locked_through: null, version: 1 }))
    .on(setTimeLock, ({ body }) => ({ locked_through: body.locked_through, version: 2 }));
  const app = await renderApp(`/timesheet/${tab}?date=${FIRST_DAY}`, { self, server });
  await screen.findByText('Joe Jardine');
  return { ...app, stateOf: (id: number) => sheets.find((sheet) => sheet.batches[0]?.id === id)?.state };
}

it('supervisor: a week opens beside the list, is approved in bulk, taken back, and declined with a comment', async () => {
  const { stateOf, server } = await open('supervisor', 'mona');
  expect(screen.getByText('13 h on 2 Mar 2026')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open Joe Jardine' }));
  const panel = within(await screen.findByRole('region', { name: 'Week of Joe Jardine' }));
  expect(await panel.findByText('Plan of the lot')).toBeTruthy();
  expect(panel.getByRole('grid', { name: 'Week' }).getAttribute('aria-readonly')).toBe('true');

  await userEvent.click(screen.getByRole('checkbox', { name: /Joe Jardine/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Fern Francoeur/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve selected' }));
  expect(await screen.findByText('Approved 2 weeks.')).toBeTruthy();
  expect([stateOf(1), stateOf(2)]).toEqual(['APPROVED', 'APPROVED']);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect([stateOf(1), stateOf(2)]).toEqual(['SUBMITTED', 'SUBMITTED']));

  await userEvent.click(await panel.findByRole('button', { name: 'Decline' }));
  await userEvent.type(await screen.findByLabelText(/What is to be changed/), 'Monday was Oak Avenue{Enter}');
  await waitFor(() => expect(stateOf(1)).toBe('OPEN'));
  expect(server.callsOf(updateTimeBatch).at(-1)?.body).toEqual({ state: 'OPEN', comment: 'Monday was Oak Avenue' });
});

it('admin: missing sheets, a reminder, and the lock after asking', async () => {
  const { server } = await open('admin', 'tess');
  await userEvent.click(screen.getByLabelText('Missing sheets'));
  await waitFor(() => expect(screen.queryByText('Joe Jardine')).toBeNull());
  await userEvent.click(screen.getByRole('checkbox', { name: /Fern Francoeur/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Remind selected' }));
  expect(await screen.findByText('Reminded Fern Francoeur.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Lock through'), '2026-02-28');
  await userEvent.click(screen.getByRole('button', { name: 'Lock' }));
  expect(server.callsOf(setTimeLock)).toHaveLength(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Lock time' }));
  await waitFor(() => expect(server.callsOf(setTimeLock)[0]?.body).toEqual({ locked_through: '2026-02-28' }));
});

it('timesheet: the supervisor tab is for whoever supervises somebody, the admin tab for Timesheet Admins', async () => {
  const self = buildSelf('joe');
  await renderApp(`/timesheet/entries?date=${FIRST_DAY}`, { self, server: new TimeFirm().serve(serveShell(self)) });
  expect(screen.queryByRole('link', { name: 'Supervisor' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull();
});
