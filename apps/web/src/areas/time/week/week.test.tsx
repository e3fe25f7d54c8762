import { setWeekCells, updateTimeBatch } from '@dmse/contract/time/week';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createQueryClient } from '../../../app/query-client.ts';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { beNarrow } from '../../../parts/render-part.tsx';
import { rememberSelf } from '../../../session/self.ts';
import { forgetStored, readStored } from '../../../session/stored.ts';
import { DRAFTING, FIELD_WORK, FIRST_DAY, OTHER_JOB, TimeFirm, TODAY, VACATION } from './time-fixture.ts';

const [MON, TUE, WED, THU, FRI, SAT] = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', TODAY, '2026-03-07'];

async function open(firm: TimeFirm, { as = 'joe', search = '' } = {}) {
  const self = buildSelf(as);
  firm.belongsTo(self);
  const app = await renderApp(`/timesheet/entries?date=${FIRST_DAY}${search}`, { self, server: firm.serve(serveShell(self)) });
  await screen.findByRole('button', { name: 'Previous week' });
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading the week' })).toBeNull());
  return app;
}
const press = (keys: string) => userEvent.keyboard(keys);
/** The cell of a row on a day. Roles would be asked of every cell: by hand it is quick. */
function cell(detail: string, date: string): HTMLElement {
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-row]')];
  const row = rows.find((one) => one.querySelector('.words')?.textContent?.includes(detail));
  return row!.querySelector<HTMLElement>(`[data-cell$="${date}"]`)!;
}
const shown = (detail: string, date: string) => cell(detail, date).querySelector('.text')?.textContent;
const at = (detail: string, date: string) => waitFor(() => expect(document.activeElement).toBe(cell(detail, date)));
function paste(text: string): void {
  fireEvent.paste(document.activeElement!, { clipboardData: { getData: () => text } });
}
const told = () => screen.getByRole('status', { name: 'Selected cell' }).textContent;
const unsent = () => readStored(`unsent.time.${buildSelf('joe').id}`, z.object({ steps: z.array(z.unknown()) }))?.steps.length;

function joesWeek(): TimeFirm {
  const firm = new TimeFirm();
  firm.put(DRAFTING, MON, 120, { note: 'Plan' });
  firm.put(FIELD_WORK, TUE, 480, { note: 'Traverse' });
  return firm;
}

describe('week grid', () => {
  it('is typed without the mouse: every spelling, Tab, Enter, arrows, Delete, with totals', async () => {
    const firm = joesWeek();
    const { server } = await open(firm);
    await userEvent.click(cell('Drafting', MON));
    await press('{Tab}2.5{Tab}');
    await at('Drafting', WED);
    await press('2h30m{Enter}');
    await at('Field work', WED);
    await press('230{ArrowUp}');
    await at('Drafting', WED);
    await press('{ArrowRight}150m{Enter}');
    await waitFor(() => expect(firm.time(DRAFTING, THU)).toBe(150));
    expect([TUE, WED].map((date) => firm.time(DRAFTING, date))).toEqual([150, 150]);
    expect(firm.time(FIELD_WORK, WED)).toBe(150);
    expect(server.callsOf(setWeekCells)).toHaveLength(4);
    const total = screen.getByRole('rowheader', { name: 'Total' }).closest('tr')!;
    expect([...total.querySelectorAll('td')].map((one) => one.textContent)).toEqual([
      '2:00',
      '10:30',
      '5:00',
      '2:30',
      '–',
      '–',
      '–',
      '20:00',
    ]);
    expect(screen.getByText('20:00 of 40:00 · 20 h to go')).toBeTruthy();
    await press('{ArrowUp}{Delete}');
    await waitFor(() => expect(firm.time(DRAFTING, THU)).toBeNull());
    expect(shown('Drafting', THU)).toBe('');
  });

  it('keeps what cannot be read in its cell, also through a reload, says why there, and takes the mended one', async () => {
    const firm = joesWeek();
    const first = await open(firm);
    await userEvent.click(cell('Drafting', TUE));
    await press('2:10{Enter}');
    expect(shown('Drafting', TUE)).toBe('2:10');
    expect(cell('Drafting', TUE).textContent).toContain('2:10 is not in steps of 15 min; use 2:00 or 2:15.');
    first.unmount();
    await open(firm);
    expect(shown('Drafting', TUE)).toBe('2:10');
    expect(cell('Drafting', TUE).getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Submit week' }));
    expect(await screen.findByText(/Something you typed is not saved yet/)).toBeTruthy();
    await userEvent.click(cell('Drafting', TUE));
    await press('{F2}{End}{Backspace}5{Enter}');
    await waitFor(() => expect(firm.time(DRAFTING, TUE)).toBe(135));
    expect(cell('Drafting', TUE).getAttribute('aria-invalid')).toBeNull();
  });

  it('a day still to come and a locked day take nothing, and say so', async () => {
    const firm = joesWeek();
    firm.locked_through = MON!;
    await open(firm);
    await userEvent.click(cell('Drafting', SAT!));
    expect(told()).toContain('Time is entered for today or earlier.');
    await press('1{Enter}');
    expect(shown('Drafting', SAT!)).toBe('');
    await userEvent.click(cell('Drafting', MON!));
    expect(told()).toContain('Time through 2 Mar 2026 is locked.');
  });

  it('takes a block from a spreadsheet in one request and gives one back', async () => {
    const firm = joesWeek();
    const { server } = await open(firm);
    await userEvent.click(cell('Drafting', MON));
    paste('1:00\t2.5\t\r\n0:30\tlunch\t45m');
    await waitFor(() => expect(firm.time(FIELD_WORK, WED)).toBe(45));
    expect(server.callsOf(setWeekCells)).toHaveLength(1);
    expect([firm.time(DRAFTING, MON), firm.time(DRAFTING, TUE), firm.time(FIELD_WORK, MON)]).toEqual([60, 150, 30]);
    expect(shown('Field work', TUE)).toBe('lunch');
    expect(firm.time(FIELD_WORK, TUE)).toBe(480);
    let copied = '';
    await press('{Shift>}{ArrowRight}{ArrowRight}{ArrowDown}{/Shift}');
    fireEvent.copy(document.activeElement!, { clipboardData: { setData: (_: string, text: string) => (copied = text) } });
    expect(copied).toBe('1:00\t2:30\t\r\n0:30\t8:00\t0:45');
  });

  it('Ctrl+Z takes the last step back with its note, and Ctrl+Y does it again', async () => {
    const firm = joesWeek();
    await open(firm);
    await userEvent.click(cell('Drafting', MON));
    await press('{Delete}');
    await waitFor(() => expect(firm.time(DRAFTING, MON)).toBeNull());
    await press('{Control>}z{/Control}');
    await waitFor(() => expect(firm.noteOf(DRAFTING, MON)).toBe('Plan'));
    expect(shown('Drafting', MON)).toBe('2:00');
    await press('{Control>}y{/Control}');
    await waitFor(() => expect(firm.time(DRAFTING, MON)).toBeNull());
  });

  it('Ctrl+Z takes a paste back with the cells that could not be read, and Ctrl+Y brings both', async () => {
    const firm = joesWeek();
    await open(firm);
    await userEvent.click(cell('Field work', MON));
    paste('1:00\tlunch');
    await waitFor(() => expect(firm.time(FIELD_WORK, MON)).toBe(60));
    expect(shown('Field work', TUE)).toBe('lunch');
    await press('{Control>}z{/Control}');
    await waitFor(() => expect(firm.time(FIELD_WORK, MON)).toBeNull());
    expect(shown('Field work', TUE)).toBe('8:00');
    await press('{Control>}y{/Control}');
    await waitFor(() => expect(firm.time(FIELD_WORK, MON)).toBe(60));
    expect(shown('Field work', TUE)).toBe('lunch');
  });

  it('a row that is added from a day still to come stands on today; the arrow up leads back to the table', async () => {
    const firm = joesWeek();
    await open(firm);
    await userEvent.click(cell('Field work', SAT));
    await press('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByLabelText('Add a row: job number or words'));
    await press('{ArrowUp}');
    await at('Field work', SAT);
    await press('{ArrowDown}0061');
    await screen.findByRole('option', { name: /26-0061 Oak Avenue/ });
    await press('{Enter}');
    await at('Boundary survey', TODAY);
  });

  it('adds a row by words and stands in it; a row without hours is there after a reload', async () => {
    const firm = joesWeek();
    const first = await open(firm);
    await userEvent.click(cell('Field work', WED));
    await press('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByLabelText('Add a row: job number or words'));
    await press('0061');
    await screen.findByRole('option', { name: /26-0061 Oak Avenue/ });
    await press('{Enter}');
    await at('Boundary survey', WED);
    first.unmount();
    await open(firm);
    expect(cell('Boundary survey', WED)).toBeTruthy();
    await userEvent.click(cell('Boundary survey', WED));
    await press('1{Enter}');
    await waitFor(() => expect(firm.time(OTHER_JOB, WED)).toBe(60));
  });

  it('a star keeps work as a favourite', async () => {
    const firm = joesWeek();
    await open(firm);
    await userEvent.click(screen.getByLabelText('Add a row: job number or words'));
    await userEvent.click(await screen.findByLabelText('Keep Vacation as a favourite'));
    expect(await screen.findByText('Favourites')).toBeTruthy();
    expect(firm.favourites.size).toBe(1);
  });

  it('Shift+F2 writes the note of a cell and Enter comes back', async () => {
    const firm = joesWeek();
    await open(firm);
    await userEvent.click(cell('Field work', TUE));
    await press('{Shift>}{F2}{/Shift}');
    const field = screen.getByLabelText('Note');
    expect(document.activeElement).toBe(field);
    await userEvent.clear(field);
    await press('Bridge pins{Enter}');
    await waitFor(() => expect(firm.noteOf(FIELD_WORK, TUE)).toBe('Bridge pins'));
    await at('Field work', TUE);
    expect(firm.time(FIELD_WORK, TUE)).toBe(480);
  });

  it('a suggested line stands greyed with its reason; Space takes it over', async () => {
    const firm = joesWeek();
    const run = '11111111-1111-4111-8111-111111111111';
    firm.suggestions = [
      { ...OTHER_JOB, date: WED, minutes: 255, field_run: run, says: 'Field run FR-7, 08:02 to 12:15' },
      { ...FIELD_WORK, date: THU, minutes: null, field_run: null, says: 'You finished Pins set' },
    ] as never;
    await open(firm);
    expect(firm.time(OTHER_JOB, WED)).toBeNull();
    expect(cell('Boundary survey', WED).closest('tr')!.textContent).toContain('suggested: Field run FR-7, 08:02 to 12:15');
    expect(shown('Field work', THU)).toBe('done');
    await userEvent.click(cell('Boundary survey', WED));
    expect(told()).toContain('Field run FR-7, 08:02 to 12:15. Press Space to take it over.');
    await press(' ');
    await waitFor(() => expect(firm.time(OTHER_JOB, WED)).toBe(255));
    expect(firm.entries.at(-1)?.field_run).toBe(run);
    await userEvent.click(cell('Field work', THU));
    await press(' 3{Enter}');
    await waitFor(() => expect(firm.time(FIELD_WORK, THU)).toBe(180));
  });

  it('copies last week, rows or rows with hours, and says what was left out', async () => {
    const firm = new TimeFirm();
    firm.put(VACATION, '2026-02-24', 480);
    await open(firm);
    await userEvent.click(screen.getByRole('button', { name: 'Copy last week' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rows only' }));
    expect(await screen.findByText('Left out: Job 26-0040 is CLOSED.')).toBeTruthy();
    expect(cell('Vacation', TUE)).toBeTruthy();
    expect(firm.time(VACATION, TUE)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Copy last week' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rows with their hours' }));
    await waitFor(() => expect(shown('Vacation', TUE)).toBe('8:00'));
    // Two steps: the hours, then the rows.
    await press('{Control>}z{/Control}');
    await waitFor(() => expect(firm.time(VACATION, TUE)).toBeNull());
    expect(shown('Vacation', TUE)).toBe('');
    await press('{Control>}z{/Control}');
    expect(await screen.findByText('There is no time in this week yet.')).toBeTruthy();
    await press('{Control>}y{/Control}');
    await press('{Control>}y{/Control}');
    await waitFor(() => expect(firm.time(VACATION, TUE)).toBe(480));
  });

  it('Alt+Page Down goes to the next week, which the address names; the list stands beside the grid', async () => {
    const firm = joesWeek();
    const { address } = await open(firm);
    await press('{Alt>}{PageDown}{/Alt}');
    await waitFor(() => expect(address()).toContain('date=2026-03-09'));
    await press('{Alt>}{PageUp}{/Alt}');
    await userEvent.click(await screen.findByRole('button', { name: 'List' }));
    await waitFor(() => expect(address()).toContain('view=list'));
    const list = within(await screen.findByRole('table', { name: 'Entries of the week' }));
    expect(list.getByText('Traverse')).toBeTruthy();
  });
});

describe('week: saving', () => {
  it('without a connection nothing typed is lost: said in words, kept through a reload, sent when it is back', async () => {
    const firm = joesWeek();
    const first = await open(firm);
    await userEvent.click(cell('Drafting', TUE));
    first.server.goDown();
    await press('1{Tab}2{Tab}');
    expect(await screen.findByText(/There is no connection. Nothing you type is lost/)).toBeTruthy();
    expect(screen.getByText(/2 cells wait now/)).toBeTruthy();
    expect(unsent()).toBe(2);
    // Logging out forgets the person, but not what only this device has.
    forgetStored();
    expect(unsent()).toBe(2);
    first.unmount();
    first.server.goDown(false);
    await open(firm);
    await waitFor(() => expect([firm.time(DRAFTING, TUE), firm.time(DRAFTING, WED)]).toEqual([60, 120]));
    await waitFor(() => expect(unsent()).toBe(0));
    expect(shown('Drafting', WED)).toBe('2:00');
  });

  it('opened without a connection it shows the week as it was, takes what is typed, and says what it does not hold', async () => {
    const firm = joesWeek();
    const self = buildSelf('joe');
    rememberSelf(createQueryClient(), self);
    (await open(firm)).unmount();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    try {
      const server = firm.serve(serveShell(self));
      server.goDown();
      const later = await renderApp(`/timesheet?date=${FIRST_DAY}`, { self, server });
      expect(
        await screen.findByText(/You see the week as it was on .+ \(.+\); what was entered elsewhere since is not in it/),
      ).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Submit week' })).toHaveProperty('disabled', true);
      await userEvent.click(cell('Drafting', TUE));
      await press('1{Tab}');
      expect(shown('Drafting', TUE)).toBe('1:00');
      await userEvent.click(screen.getByLabelText(/Add a row/));
      expect(await screen.findByText('On this device')).toBeTruthy();
      await userEvent.keyboard('{Escape}');
      await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
      expect(await screen.findByText('There is no connection, and this week is not on this device.')).toBeTruthy();
      expect(screen.getByText(/1 cell you typed is kept here/)).toBeTruthy();
      await userEvent.click(screen.getByRole('button', { name: '2 – 8 Mar 2026' }));
      await waitFor(() => expect(shown('Drafting', TUE)).toBe('1:00'));
      online.mockReturnValue(true);
      server.goDown(false);
      window.dispatchEvent(new Event('online'));
      await waitFor(() => expect(firm.time(DRAFTING, TUE)).toBe(60));
      later.unmount();
    } finally {
      online.mockRestore();
    }
  });

  it('a conflict shows both times and asks', async () => {
    const firm = joesWeek();
    await open(firm);
    firm.entries.find(({ date }) => date === MON)!.minutes = 180;
    await userEvent.click(cell('Drafting', MON));
    await press('1{Enter}');
    expect(await screen.findByText(/you typed 1:00, entered is 3:00/)).toBeTruthy();
    expect(shown('Drafting', MON)).toBe('3:00');
    await userEvent.click(screen.getByRole('button', { name: 'Use 1:00' }));
    await waitFor(() => expect(firm.time(DRAFTING, MON)).toBe(60));
    expect(screen.queryByText(/you typed 1:00/)).toBeNull();
  });

  it('what the server refuses stays in its cell with the sentence', async () => {
    const firm = joesWeek();
    const first = await open(firm);
    firm.refuses = 'Job 26-0058 is CLOSED; reopen it first.';
    await userEvent.click(cell('Drafting', TUE));
    await press('1{Enter}');
    expect(await within(cell('Drafting', TUE)).findByText('Job 26-0058 is CLOSED; reopen it first.')).toBeTruthy();
    expect(shown('Drafting', TUE)).toBe('1:00');
    firm.refuses = null;
    first.unmount();
    await open(firm);
    expect(cell('Drafting', TUE).textContent).toContain('Job 26-0058 is CLOSED; reopen it first.');
    await userEvent.click(cell('Drafting', TUE));
    await press('{F2}{Enter}');
    await waitFor(() => expect(firm.time(DRAFTING, TUE)).toBe(60));
  });
});

describe('week: submit', () => {
  it('asks for the notes that are missing, one after another, then submits; it can be taken back', async () => {
    const firm = new TimeFirm();
    firm.put(DRAFTING, MON, 120);
    firm.put(FIELD_WORK, TUE, 480);
    firm.put(VACATION, WED, 480);
    const { server } = await open(firm);
    await userEvent.click(screen.getByRole('button', { name: 'Submit week' }));
    expect(await screen.findByText('Note 1 of 2')).toBeTruthy();
    await press('Plan of the lot{Enter}');
    expect(await screen.findByText('Note 2 of 2')).toBeTruthy();
    expect(server.callsOf(updateTimeBatch)).toHaveLength(0);
    await press('Pins{Enter}');
    expect(await screen.findByText('SUBMITTED')).toBeTruthy();
    expect([firm.noteOf(DRAFTING, MON), firm.noteOf(FIELD_WORK, TUE)]).toEqual(['Plan of the lot', 'Pins']);
    expect(screen.queryByLabelText('Add a row: job number or words')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('OPEN')).toBeTruthy();
  });

  it('shows the comment of a declined week, and says that late time is a supplement', async () => {
    const firm = joesWeek();
    firm.openBatch({ comment: 'Tuesday was Oak Avenue.', decided_by: { id: 2, full_name: 'Mona Martin' } as never });
    const first = await open(firm);
    expect(screen.getByText('Mona Martin sent this week back: Tuesday was Oak Avenue.')).toBeTruthy();
    first.unmount();
    firm.openBatch({ state: 'APPROVED' });
    firm.entries = firm.entries.map((entry) => ({ ...entry, batch_state: 'APPROVED', why_closed: 'The week of this entry is APPROVED.' }));
    await open(firm);
    expect(screen.getByText(/What you add now goes to your supervisor as a supplement/)).toBeTruthy();
    await userEvent.click(cell('Drafting', MON));
    expect(told()).toContain('The week of this entry is APPROVED.');
    await userEvent.click(cell('Drafting', FRI!));
    await press('1{Enter}');
    await waitFor(() => expect(firm.time(DRAFTING, FRI!)).toBe(60));
  });
});

it('timesheet: whoever has none of its roles is told whom to ask', async () => {
  await renderApp('/timesheet/entries', { as: 'chelsea' });
  expect(screen.getByText(/ask a users administrator of the firm to add you/)).toBeTruthy();
});

describe('week on a phone', () => {
  it('shows one day at a time; yesterday’s row is repeated in two taps', async () => {
    beNarrow();
    const firm = joesWeek();
    const self = buildSelf('joe');
    firm.belongsTo(self);
    const { address } = await renderApp(`/timesheet/entries?date=${WED}`, { self, server: firm.serve(serveShell(self)) });
    expect(await screen.findByText(/Wed 4 Mar 2026/)).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Repeat yesterday' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Field work|8:00/ }));
    await waitFor(() => expect(firm.time(FIELD_WORK, WED)).toBe(480));
    const field = screen.getByLabelText('Time, 26-0058 Elm Street, Drafting');
    await userEvent.type(field, '1.5{Enter}');
    await waitFor(() => expect(firm.time(DRAFTING, WED)).toBe(90));
    await userEvent.click(await screen.findByRole('button', { name: 'Next day' }));
    await waitFor(() => expect(address()).toContain(`date=${THU}`));
  });
});
