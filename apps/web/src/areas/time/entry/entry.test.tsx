import { createTimeEntry, removeTimeEntry, updateTimeEntry } from '@dmse/contract/time/entry';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { DRAFTING, TimeFirm } from '../week/time-fixture.ts';

async function open(address: string, firm: TimeFirm, as = 'joe') {
  const self = buildSelf(as);
  firm.belongsTo(self);
  return renderApp(address, { self, server: firm.serve(serveShell(self)) });
}

it('time entry: made by words and a time in any spelling; what cannot be read says so', async () => {
  const firm = new TimeFirm();
  const { server, address } = await open('/entry?date=2026-03-04', firm);
  await userEvent.click(await screen.findByLabelText('Work: job number or words'));
  await userEvent.keyboard('drafting');
  await userEvent.click(await screen.findByRole('option', { name: /26-0058 Elm Street/ }));
  await userEvent.type(screen.getByLabelText(/^Time/), '2:10');
  expect(await screen.findByText('2:10 is not in steps of 15 min; use 2:00 or 2:15.')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText(/^Time/));
  await userEvent.type(screen.getByLabelText(/^Time/), '2h30m');
  await userEvent.type(screen.getByLabelText('Note'), 'Plan');
  await userEvent.click(screen.getByRole('button', { name: 'Create entry' }));
  await waitFor(() => expect(address()).toMatch(/^\/entry\/\d+/));
  expect(server.callsOf(createTimeEntry)[0]?.body).toMatchObject({
    date: '2026-03-04',
    job: 5,
    task: 51,
    minutes: 150,
    is_billable: true,
    note: 'Plan',
  });
});

it('time entry: is changed and deleted after asking while its week is open', async () => {
  const firm = new TimeFirm();
  const { id } = firm.put(DRAFTING, '2026-03-04', 120, { note: 'Plan' });
  const { server, address } = await open(`/entry/${id}`, firm);
  const note = await screen.findByLabelText('Note');
  expect(screen.queryByLabelText('Pricing')).toBeNull();
  await userEvent.clear(note);
  await userEvent.type(note, 'Plan of lot 7');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.callsOf(updateTimeEntry)[0]?.body).toEqual({ note: 'Plan of lot 7' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(server.callsOf(removeTimeEntry)).toHaveLength(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete entry' }));
  await waitFor(() => expect(firm.entries).toHaveLength(0));
  await waitFor(() => expect(address()).toBe('/timesheet/entries?date=2026-03-04'));
});

it('time entry: of a closed week is only read, says why, and shows its rate to whoever sees amounts', async () => {
  const firm = new TimeFirm();
  const closed = { batch_state: 'APPROVED', why_closed: 'The week of this entry is APPROVED; add an entry that corrects it.' } as const;
  const money = { rate: 12_000, amount: 24_000, rate_rule: 'role', rate_valid_from: '2026-01-01' } as never;
  const { id } = firm.put(DRAFTING, '2026-03-04', 120, { ...closed, ...(money as object) });
  await open(`/entry/${id}`, firm, 'mona');
  expect(await screen.findByText(closed.why_closed)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.getByLabelText('Pricing').textContent).toContain('of the role since 1 Jan 2026');
});
