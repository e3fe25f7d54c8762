import { explainWip, getJobWip } from '@dmse/contract/wip/wip';
import { listBudget, setBudgetCells } from '@dmse/contract/work/budget';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { BudgetFirm, CHIEF, DRAFTER, MILEAGE } from './budget-fixture.ts';

const PLAN = { 'Boundary survey': ['Research', 'Field work', 'Drafting'], 'Legal plan': ['Draft plan', 'Registration'] };
const [RESEARCH, FIELD_WORK, DRAFTING, DRAFT_PLAN] = [10, 11, 12, 20];
const chief = { job_role: CHIEF };
const drafter = { job_role: DRAFTER };
const mileage = { disbursement_type: MILEAGE };

/** A firm whose budget has both roles and the mileage as columns. */
function budgetedFirm(): BudgetFirm {
  const firm = new BudgetFirm(PLAN);
  firm.put(RESEARCH, chief, 60);
  firm.put(FIELD_WORK, chief, 480);
  firm.put(DRAFTING, drafter, 240);
  firm.put(FIELD_WORK, mileage, 100);
  return firm;
}

async function open(firm: BudgetFirm, { as = 'mona', more = (server: FakeServer) => server, isShown = true } = {}) {
  for (const key of ['jobs.budget.tutorial', 'jobs.info.memos']) localStorage.setItem(key, 'completed');
  const self = buildSelf(as);
  const app = await renderApp('/job/5/budget', { self, server: more(firm.serve(serveShell(self))) });
  if (isShown) await screen.findByLabelText('Budget');
  return app;
}

/** The cell of a milestone in a column, counted from the first that takes figures. Roles would be asked of every cell: by hand it is quick. */
function cell(milestone: string, column: number): HTMLElement {
  const row = [...document.querySelectorAll('[data-milestone]')].find((one) => one.querySelector('th')?.textContent === milestone);
  return [...row!.querySelectorAll<HTMLElement>('[role="gridcell"]')][column]!;
}
const shown = (milestone: string, column: number) => cell(milestone, column).querySelector('.text')?.textContent;
const press = (keys: string) => userEvent.keyboard(keys);
async function choose(milestone: string, column: number): Promise<void> {
  await userEvent.click(cell(milestone, column));
}
function paste(text: string): void {
  fireEvent.paste(document.activeElement!, { clipboardData: { getData: () => text } });
}
function copied(kind: 'copy' | 'cut'): string {
  let text = '';
  fireEvent[kind](document.activeElement!, { clipboardData: { setData: (_: string, value: string) => (text = value) } });
  return text;
}
const selectedCell = () => screen.getByRole('status', { name: 'Selected cell' }).textContent;

describe('the table', () => {
  it('has a row per milestone under its task, a column per role and disbursement, and totals that agree', async () => {
    await open(budgetedFirm());
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual([
      ...['Milestone', 'Party chief', 'CAD technician', 'Mileage', 'Hours', 'Amount', 'Actual', 'Remaining', 'Used'],
      ...['h:mm', 'h:mm', 'km', 'CAD each', 'h:mm', 'CAD', 'CAD', 'CAD', '%'],
    ]);
    expect([0, 1, 2, 3].map((column) => shown('Field work', column))).toEqual(['8:00', '', '100', '0.68']);
    const total = screen.getByRole('rowheader', { name: 'Total' }).closest('tr')!;
    expect(within(total).getByText('9:00')).toBeTruthy();
    expect(within(total).getByText('1,628.00')).toBeTruthy();
    const amounts = screen.getByRole('rowheader', { name: 'Amount (CAD)' }).closest('tr')!;
    expect([...amounts.querySelectorAll('.sum')].map((sum) => sum.lastChild?.textContent)).toEqual(['1,080.00', '480.00', '68.00']);
  });

  it('budget bar: measures all billable work of the job, also what is on no task, and opens what it is made of', async () => {
    const total = { ready: 814_00, on_draft: 0, hold: 0, wip: 814_00, billed: 0, written_off: 0, actual: 814_00 };
    const { address } = await open(budgetedFirm(), {
      more: (server) =>
        server
          .on(getJobWip, () => ({
            ...{ job: { id: 5, num: '26-0005', can_edit: true }, as_of: '2026-03-04', total, avg_wip_age: 3 },
            tasks: [{ ...total, task: null, budget_amount: 0, budget_minutes: 0, minutes: 60 }],
          }))
          .on(explainWip, ({ query: { figure } }) => ({ figure, as_of: '2026-03-04', total: 814_00, avg_wip_age: null, lines: [] })),
    });
    await waitFor(() => expect(screen.getByRole('meter', { name: 'Budget used' }).getAttribute('aria-valuetext')).toBe('50 % used'));
    expect(screen.getByText(/Remaining \$814.00/)).toBeTruthy();
    await userEvent.click(screen.getByLabelText('$814.00, Budget used. Explain'));
    expect(await screen.findByRole('dialog', { name: 'Actual of 26-0005' })).toBeTruthy();
    expect(address()).toBe('/job/5/budget?explain=actual');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('814.00, Actual of the job. Explain')).toBeTruthy();
    screen.getByLabelText('814.00, Actual of work on no task. Explain').focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Actual of 26-0005, on no task' });
    expect(address()).toBe('/job/5/budget?explain=actual&of_task=none');
  });

  it('tells how the figure of the selected cell came to be, and what a range comes to', async () => {
    await open(budgetedFirm());
    await choose('Research', 0);
    expect(selectedCell()).toContain('1:00 at $120.00 an hour comes to $120.00. Rate of the role.');
    await press('{Shift>}{ArrowDown}{/Shift}');
    await waitFor(() => expect(selectedCell()).toContain('2 cells, 9:00 together'));
  });

  it('takes another role, ready to be typed into, and puts it away while it is empty', async () => {
    const firm = new BudgetFirm(PLAN);
    firm.put(RESEARCH, chief, 60);
    await open(firm);
    const add = async () => {
      await userEvent.click(screen.getByText('Add role or disbursement'));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'CAD technician' }));
      await waitFor(() => expect(document.activeElement).toBe(cell('Research', 1)));
    };
    await add();
    await userEvent.click(screen.getByLabelText('Remove the column CAD technician'));
    expect(cell('Research', 1)).toBeUndefined();
    await add();
    await press('45m{Enter}');
    await waitFor(() => expect(firm.figure(RESEARCH, drafter)).toBe(45));
    await waitFor(() => expect(screen.queryByLabelText('Remove the column CAD technician')).toBeNull());
  });

  it('without milestones leads to the tasks', async () => {
    await open(new BudgetFirm({ Survey: [] }), { isShown: false });
    expect(await screen.findByText('There are no milestones to budget yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to tasks' }).getAttribute('href')).toBe('/app/job/5/tasks');
  });

  it('without figures leads to the first column', async () => {
    await open(new BudgetFirm(PLAN), { isShown: false });
    expect(await screen.findByText('Nothing is budgeted yet.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add role or disbursement' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CAD technician' }));
    await screen.findByRole('grid');
    await press('2h{Enter}');
    expect(shown('Research', 0)).toBe('2:00');
  });

  it('that could not be loaded says so, and tries again', async () => {
    let isDown = true;
    const firm = budgetedFirm();
    const refuse = (server: FakeServer) =>
      server.on(listBudget, () => {
        if (isDown) throw new Refusal(400, { detail: 'The budget is resting.' });
        return { count: firm.rows.length, results: firm.rows };
      });
    await open(firm, { more: refuse, isShown: false });
    expect(await screen.findByText('The budget could not be loaded.')).toBeTruthy();
    expect(screen.getByText('The budget is resting.')).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('grid')).toBeTruthy();
  });
});

describe('the keys', () => {
  it('type over a cell, go on with Enter, Tab and the arrows, and write what was typed', async () => {
    const firm = budgetedFirm();
    await open(firm);
    await choose('Research', 0);
    await press('2:30{Enter}');
    expect(document.activeElement).toBe(cell('Field work', 0));
    await press('1.5{ArrowDown}3h{Tab}');
    expect(document.activeElement).toBe(cell('Drafting', 1));
    await waitFor(() => expect([RESEARCH, FIELD_WORK, DRAFTING].map((id) => firm.figure(id, chief))).toEqual([150, 90, 180]));
    expect(shown('Research', 0)).toBe('2:30');
  });

  it('F2 mends what is there, Esc leaves it, Delete empties it', async () => {
    const firm = budgetedFirm();
    await open(firm);
    await choose('Field work', 0);
    await press('{F2}');
    expect((document.activeElement as HTMLInputElement).value).toBe('8:00');
    await press('7:45{Escape}');
    expect(document.activeElement).toBe(cell('Field work', 0));
    expect([shown('Field work', 0), firm.figure(FIELD_WORK, chief)]).toEqual(['8:00', 480]);
    await userEvent.dblClick(cell('Field work', 0));
    await press('7:45{Enter}');
    await waitFor(() => expect(firm.figure(FIELD_WORK, chief)).toBe(465));
    await press('{ArrowUp}{Delete}');
    await waitFor(() => expect(firm.figure(FIELD_WORK, chief)).toBeNull());
    expect(shown('Field work', 0)).toBe('');
  });

  it('walk to the edges, and Tab past the last cell leaves the table', async () => {
    await open(budgetedFirm());
    await choose('Field work', 1);
    await press('{Control>}{End}{/Control}');
    expect(document.activeElement).toBe(cell('Registration', 3));
    await press('{Home}{Control>}{ArrowUp}{/Control}');
    expect(document.activeElement).toBe(cell('Research', 0));
    await press('{Control>}{End}{/Control}{Tab}');
    expect(screen.getByRole('grid').contains(document.activeElement)).toBe(false);
  });

  it('what cannot be read stays in its cell with the reason, and is there to be mended', async () => {
    const firm = budgetedFirm();
    const { server } = await open(firm);
    await choose('Research', 0);
    await press('soon{Enter}{ArrowUp}');
    expect(cell('Research', 0).getAttribute('aria-invalid')).toBe('true');
    expect(selectedCell()).toContain('“soon” is not a time; write 2:30, 2.5, 2h30m or 150m.');
    expect(server.callsOf(setBudgetCells)).toHaveLength(0);
    await press('{F2}');
    expect((document.activeElement as HTMLInputElement).value).toBe('soon');
    await press('{Escape}{Escape}');
    expect([shown('Research', 0), cell('Research', 0).getAttribute('aria-invalid')]).toEqual(['1:00', null]);
  });
});

describe('the clipboard', () => {
  it('copies a range as a spreadsheet takes it; cutting empties it', async () => {
    const firm = budgetedFirm();
    await open(firm);
    await choose('Research', 0);
    fireEvent.mouseDown(cell('Drafting', 1), { shiftKey: true });
    expect(copied('copy')).toBe('1:00\t\r\n8:00\t\r\n\t4:00');
    copied('cut');
    await waitFor(() => expect([firm.figure(RESEARCH, chief), firm.figure(DRAFTING, drafter)]).toEqual([null, null]));
    expect(firm.figure(FIELD_WORK, mileage)).toBe(100);
  });

  it('takes a block with money, times, blanks and one bad cell: the good ones land, Ctrl+Z takes them back, Ctrl+Y does it again', async () => {
    const firm = budgetedFirm();
    const { server } = await open(firm);
    await choose('Research', 0);
    paste('2:30\t\t50\t$1,234.50\r\n\tlots\t\t\r\n1.5\t0:45\t10\t$0.70\r\n');
    expect(await screen.findByText('10 cells pasted, 1 could not be read or changed.')).toBeTruthy();
    expect(shown('Research', 3)).toBe('1,234.50');
    expect([shown('Field work', 1), cell('Field work', 1).getAttribute('title')]).toEqual([
      'lots',
      '“lots” is not a time; write 2:30, 2.5, 2h30m or 150m.',
    ]);
    await waitFor(() => expect(firm.figure(DRAFTING, drafter)).toBe(45));
    expect(server.callsOf(setBudgetCells)).toHaveLength(1);
    expect([firm.figure(FIELD_WORK, chief), firm.figure(FIELD_WORK, mileage)]).toEqual([null, null]);
    expect(firm.rows.find(({ quantity }) => quantity === 50)).toMatchObject({ unit_cost: 123_450, amount: 6_172_500 });

    await press('{Control>}z{/Control}');
    await waitFor(() => expect(firm.figure(FIELD_WORK, chief)).toBe(480));
    expect(firm.total).toBe(162_800);
    expect(cell('Field work', 1).getAttribute('aria-invalid')).toBeNull();
    await press('{Control>}y{/Control}');
    await waitFor(() => expect(firm.figure(DRAFTING, drafter)).toBe(45));
  });

  it('one copied cell fills the selection', async () => {
    const firm = budgetedFirm();
    await open(firm);
    await choose('Research', 1);
    fireEvent.mouseDown(cell('Drafting', 1));
    fireEvent.mouseOver(cell('Draft plan', 1), { buttons: 1 });
    fireEvent.mouseUp(window);
    paste('0:30');
    await waitFor(() => expect([DRAFTING, DRAFT_PLAN].map((id) => firm.figure(id, drafter))).toEqual([30, 30]));
    expect(firm.figure(RESEARCH, drafter)).toBeNull();
  });
});

describe('locking and scaling', () => {
  it('a locked row takes no figures and is not scaled; the preview shows it to the cent, and Ctrl+Z takes the scaling back', async () => {
    const firm = budgetedFirm();
    await open(firm);
    await userEvent.click(screen.getByRole('button', { name: 'Lock Research' }));
    await waitFor(() => expect(firm.rows[0]).toMatchObject({ is_locked: true }));
    await choose('Research', 0);
    await press('5{Enter}');
    expect(await screen.findByText('This row is locked: unlock it to change it.')).toBeTruthy();
    expect(firm.figure(RESEARCH, chief)).toBe(60);

    await userEvent.click(screen.getByRole('button', { name: 'Scale to a total' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText('New total'), '100');
    expect(await within(dialog).findByText(/The locked rows alone come to \$120\.00/)).toBeTruthy();
    expect((within(dialog).getByRole('button', { name: 'Scale budget' }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.type(within(dialog).getByLabelText('New total'), '0.00');
    const preview = await within(dialog).findByRole('table', { name: 'Preview' });
    await waitFor(() => expect(within(preview).getByRole('row', { name: /^Total/ }).textContent).toBe('Total1,628.001,000.00(628.00)'));
    expect(within(dialog).getByText('One locked figure stays at $120.00.')).toBeTruthy();
    await waitFor(() => expect((within(dialog).getByRole('button', { name: 'Scale budget' }) as HTMLButtonElement).disabled).toBe(false));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Scale budget' }));
    await waitFor(() => expect(firm.total).toBe(100_000));
    expect(firm.figure(RESEARCH, chief)).toBe(60);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('Field work', 0);
    expect(selectedCell()).toContain('Scaled to');
    await press('{Control>}z{/Control}');
    await waitFor(() => expect(firm.total).toBe(162_800));
  });
});

describe('saving', () => {
  it('somebody else was faster in one cell: theirs is shown, what was typed is kept there, and the rest is written', async () => {
    const firm = budgetedFirm();
    await open(firm);
    await choose('Research', 0);
    firm.put(RESEARCH, chief, 300, 'Joe Jardine');
    paste('2:00\n3:00');
    expect(await screen.findByText(/One row was changed by somebody else meanwhile/)).toBeTruthy();
    expect([firm.figure(RESEARCH, chief), firm.figure(FIELD_WORK, chief)]).toEqual([300, 180]);
    expect(shown('Research', 0)).toBe('2:00');
    expect(selectedCell()).toContain('Joe Jardine changed this meanwhile.');
    await press('{F2}{Enter}');
    await waitFor(() => expect(firm.figure(RESEARCH, chief)).toBe(120));
    expect(cell('Research', 0).getAttribute('aria-invalid')).toBeNull();
  });

  it('without the network what was typed stays marked, and Try again writes it', async () => {
    const firm = budgetedFirm();
    const { server } = await open(firm);
    await choose('Research', 0);
    server.goDown();
    await press('2:00{Enter}');
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(shown('Research', 0)).toBe('2:00');
    expect(cell('Research', 0).getAttribute('aria-invalid')).toBe('true');
    server.goDown(false);
    await userEvent.click(again);
    await waitFor(() => expect(firm.figure(RESEARCH, chief)).toBe(120));
    expect(cell('Research', 0).getAttribute('aria-invalid')).toBeNull();
  });

  it('two figures typed quickly into one cell are no conflict with oneself', async () => {
    const firm = budgetedFirm();
    await open(firm);
    await choose('Research', 0);
    await press('2{Enter}{ArrowUp}3{Enter}');
    await waitFor(() => expect(firm.figure(RESEARCH, chief)).toBe(180));
    expect(screen.queryByRole('status', { name: 'Cells to correct' })).toBeNull();
  });
});

describe('who may not', () => {
  it('Joe, a Jobs User, reads the hours and sees neither amounts nor buttons', async () => {
    const firm = budgetedFirm();
    firm.seesAmounts = false;
    firm.work.job = { can_edit: false };
    const { server } = await open(firm, { as: 'joe' });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).not.toContain('Amount');
    expect(screen.queryByText('CAD')).toBeNull();
    expect(screen.queryByText(/\$/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Scale to a total' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Lock/ })).toBeNull();
    await choose('Research', 0);
    await press('9{Enter}{Delete}');
    paste('9:00');
    expect(server.callsOf(setBudgetCells)).toHaveLength(0);
    expect(shown('Research', 0)).toBe('1:00');
  });
});

describe('a long budget', () => {
  const plan = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`Task ${at + 1}`, [`Field ${at + 1}`, `Plan ${at + 1}`]]));
  const drawn = () => document.querySelectorAll('[data-milestone]').length;

  async function openLong() {
    const firm = new BudgetFirm(plan);
    for (const task of firm.work.tasks) for (const { id } of task.milestones) firm.put(id, { job_role: CHIEF }, 60);
    return { firm, ...(await open(firm)) };
  }

  it('long budget: only what is seen is drawn; the sums and the row counts are those of all', async () => {
    await openLong();
    expect(drawn()).toBeLessThan(40);
    const grid = screen.getByLabelText('Budget');
    expect(grid.getAttribute('aria-rowcount')).toBe(String(2 + 180 + 2));
    const total = screen.getByRole('rowheader', { name: 'Total' }).closest('tr')!;
    expect(within(total).getAllByText('120:00').length).toBeGreaterThan(0);
    expect(total.getAttribute('aria-rowindex')).toBe('183');
  });

  it('long budget: keys, typing, copying and pasting reach what is not drawn', async () => {
    const { firm } = await openLong();
    await choose('Field 1', 0);
    await press('{Control>}{ArrowDown}{/Control}');
    expect(document.activeElement).toBe(cell('Plan 60', 0));
    expect(document.activeElement!.closest('tr')!.getAttribute('aria-rowindex')).toBe('182');
    await press('9{Enter}');
    const last = firm.work.tasks.at(-1)!.milestones.at(-1)!.id;
    await waitFor(() => expect(firm.figure(last, { job_role: CHIEF })).toBe(540));
    await press('{Control>}a{/Control}');
    expect(copied('copy').split('\r\n')).toHaveLength(120);
    await choose('Field 1', 0);
    paste(Array.from({ length: 120 }, () => '2:00').join('\n'));
    await waitFor(() => expect(firm.figure(last, { job_role: CHIEF })).toBe(120));
    expect(drawn()).toBeLessThan(40);
  });
});

describe('the tour', () => {
  it('is offered once, half a second after the budget is there', async () => {
    localStorage.removeItem('jobs.budget.tutorial');
    localStorage.setItem('jobs.info.memos', 'completed');
    const self = buildSelf('mona');
    await renderApp('/job/5/budget', { self, server: budgetedFirm().serve(serveShell(self)) });
    expect(await screen.findByText('A budget is a spreadsheet')).toBeTruthy();
    expect(localStorage.getItem('jobs.budget.tutorial')).toBe('completed');
  });
});
