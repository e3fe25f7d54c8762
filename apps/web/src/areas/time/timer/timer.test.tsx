import { getTimer, startTimer, stopTimer, type Timer } from '@dmse/contract/time/week';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { DRAFTING, FIRST_DAY, TimeFirm } from '../week/time-fixture.ts';
import { sayElapsed } from './use-timer.ts';

it('timer: counts from the server’s clock, whatever the device’s says', () => {
  const timer = { started_on: '2026-03-04T12:00:00.000Z' };
  const answeredAt = Date.parse('2030-01-01T00:00:00.000Z');
  expect(sayElapsed(timer, '2026-03-04T13:10:00.000Z', answeredAt, '2030-01-01T00:05:30.000Z')).toBe('1:15');
});

it('timer: starts from a row, shows in the bar, and stopping asks for the task and the note', async () => {
  const self = buildSelf('joe');
  const firm = new TimeFirm();
  firm.put(DRAFTING, FIRST_DAY, 60, { note: 'Plan' });
  firm.belongsTo(self);
  let timer: Timer | null = null;
  const now = '2026-03-04T13:10:00.000Z';
  const server = firm
    .serve(serveShell(self))
    .on(getTimer, () => ({ timer, now }))
    .on(startTimer, () => {
      // As from a job page: which task it is comes when it is stopped.
      timer = { ...DRAFTING, task: null, started_on: '2026-03-04T12:00:00.000Z', note: '' };
      return timer;
    })
    .on(stopTimer, ({ body }) => {
      timer = null;
      return { entries: [firm.put(DRAFTING, '2026-03-04', 75, { note: body.note ?? '' })] };
    });
  await renderApp(`/timesheet/entries?date=${FIRST_DAY}`, { self, server });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for 26-0058 Elm Street' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Start the timer' }));
  await waitFor(() => expect(server.callsOf(startTimer)[0]?.body).toMatchObject({ job: 5, task: 51 }));
  await userEvent.click(await screen.findByRole('button', { name: /^Timer 1:10, 26-0058 Elm Street/ }));
  const stop = await screen.findByRole('button', { name: 'Stop timer' });
  expect((stop as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole('combobox', { name: /Task/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Drafting' }));
  await userEvent.type(screen.getByLabelText('What was done'), 'Plan of lot 7');
  await userEvent.click(stop);
  await waitFor(() => expect(server.callsOf(stopTimer)[0]?.body).toMatchObject({ job: 5, task: 51, note: 'Plan of lot 7' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Timer / })).toBeNull());
});
