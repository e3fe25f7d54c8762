import type { AnswerOf } from '@dmse/contract/endpoint';
import { createInvoice } from '@dmse/contract/invoices/invoice';
import { listJobs } from '@dmse/contract/jobs/job';
import { actOnWip, explainWip, getJobWip, listWipHistory, listWipItems, moveWip, undoWip, type WipItem } from '@dmse/contract/wip/wip';
import { isCounted, stateAfter, WIP_FIGURES, type WipFigure } from '@dmse/domain/states/wip';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { WorkFirm } from '../board/work-fixture.ts';
import { openTasks, PLAN } from '../task/tasks-fixture.ts';

const TODAY = '2026-03-04';

function buildItem(id: number, change: Partial<WipItem> = {}): WipItem {
  return {
    ...{ item: `time/${id}`, job: 5, task: { id: 1, name: 'Boundary survey' }, state: 'UNBILLED', amount: 125_00, work_date: '2026-03-02' },
    ...{ days: 2, hold_until: null, turn: 1, who: 'Joe Jardine', what: `Calcs ${id}`, says: '1 h at $125.00 an hour. Rate of the role.' },
    ...change,
  };
}

/** The WIP of one job, served as the server does: an act on what was changed since it was looked at is refused. */
class WipFirm extends WorkFirm {
  items = [
    buildItem(1),
    buildItem(2, { state: 'HOLD', amount: 50_00 }),
    buildItem(3, { state: 'BILLED', amount: 200_00 }),
    buildItem(4, { task: { id: 2, name: 'Legal plan' }, amount: 75_00 }),
    buildItem(7, { item: 'expense/7', task: null, amount: 20_00, what: 'Irving', who: 'Fern Fraser' }),
  ];
  /** As they were before the last act. */
  before: readonly WipItem[] = [];
  canEdit = true;

  sums(items: readonly WipItem[]): Record<WipFigure, number> {
    const figures = Object.keys(WIP_FIGURES) as WipFigure[];
    const sum = (figure: WipFigure) => items.filter(({ state }) => isCounted(figure, state)).reduce((all, { amount }) => all + amount, 0);
    return Object.fromEntries(figures.map((figure) => [figure, sum(figure)])) as Record<WipFigure, number>;
  }

  override serve(server: FakeServer): FakeServer {
    const taskOf = ({ task }: WipItem) => task?.id ?? null;
    const pick = (task: number | undefined, no_task: boolean | undefined) =>
      this.items.filter((item) => (no_task ? item.task === null : task === undefined || taskOf(item) === task));
    return super
      .serve(server)
      .on(getJobWip, () => ({
        job: { id: 5, num: '26-0005', can_edit: this.canEdit },
        as_of: TODAY,
        total: this.sums(this.items),
        avg_wip_age: 1,
        tasks: [...this.tasks, null].map((task) => ({
          task: task ? { id: task.id, name: task.name } : null,
          ...{ budget_amount: 1000_00, budget_minutes: 600, minutes: 60 },
          ...this.sums(this.items.filter((item) => taskOf(item) === (task?.id ?? null))),
        })),
      }))
      .on(listWipItems, ({ query: { task, no_task, state } }) => {
        const results = pick(task, no_task).filter((item) => state === undefined || state.includes(item.state));
        return { count: results.length, results };
      })
      .on(explainWip, ({ query: { figure, task, no_task, as_of = TODAY } }) => {
        const lines = pick(task, no_task).filter(({ state, work_date }) => isCounted(figure, state) && work_date <= as_of);
        return { figure, as_of, total: this.sums(lines).actual, avg_wip_age: figure === 'wip' ? 1 : null, lines };
      })
      .on(actOnWip, ({ body: { act, items } }) => {
        const acted = items.map(({ item, turn }) => {
          const found = this.items.find((one) => one.item === item)!;
          if (found.turn !== turn)
            throw new Refusal(409, { detail: 'Somebody else has changed this work meanwhile; look again.', code: 'CONFLICT' });
          return { ...found, state: stateAfter(act), turn: turn + 1 };
        });
        this.before = this.items;
        this.items = this.items.map((item) => acted.find((one) => one.item === item.item) ?? item);
        return { changed: acted.length, amount: this.sums(acted).actual, items: acted.map(({ item, turn }) => ({ item, turn })) };
      })
      .on(undoWip, ({ body: { items } }) => {
        const back = items.map(({ item, turn }) => ({ ...this.before.find((one) => one.item === item)!, turn: turn + 1 }));
        this.items = this.items.map((item) => back.find((one) => one.item === item.item) ?? item);
        return { changed: back.length, amount: this.sums(back).actual, items: back.map(({ item, turn }) => ({ item, turn })) };
      })
      .on(moveWip, ({ body: { items } }) => ({
        changed: items.length,
        amount: 75_00,
        items: items.map(({ item }) => ({ item, turn: 2 })),
      }));
  }
}

async function openWip(firm: WipFirm, options: Parameters<typeof openTasks>[1] = {}) {
  const app = await openTasks(firm, { address: '/job/5/tasks?mode=wip', ...options });
  await screen.findByRole('treegrid', { name: 'Work in progress' });
  return app;
}
const bar = () => screen.getByRole('region', { name: 'Selection' });
const press = (name: string | RegExp, inside: HTMLElement = document.body) => userEvent.click(within(inside).getByRole('button', { name }));
const stateOf = (firm: WipFirm, item: string) => firm.items.find((one) => one.item === item)!.state;

describe('WIP mode', () => {
  it('WIP mode: sums by task, work on no task, and entries when a task is opened; what was billed when it is asked for', async () => {
    await openWip(new WipFirm(PLAN));
    const grid = screen.getByRole('treegrid');
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Selection', 'Task', 'Hours', 'Budget (CAD)', 'Billed (CAD)', 'WIP (CAD)', 'Hold (CAD)']);
    expect(within(grid).getByText('On no task')).toBeTruthy();
    expect(screen.getByLabelText('270.00, WIP of 26-0005. Explain')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Show the entries of Boundary survey'));
    const line = (await screen.findByText(/Calcs 1/)).closest('tr')!;
    expect(line.textContent).toContain('1 h at $125.00 an hour. Rate of the role.');
    const hrefs = within(line)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/app/entry/1', '/app/report/trace?from=time-entry%3A1']);
    expect(screen.queryByText(/Calcs 3/)).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: 'Entries' }));
    await userEvent.click(await screen.findByRole('option', { name: 'All entries' }));
    expect(await screen.findByText(/Calcs 3/)).toBeTruthy();
    expect(screen.queryByLabelText(/^Select .*Calcs 3/)).toBeNull();
  });

  it('WIP mode: a task is selected as a whole and held; the toast takes it back', async () => {
    const firm = new WipFirm(PLAN);
    const { server } = await openWip(firm);
    await userEvent.click(screen.getByLabelText('Select the WIP of Legal plan'));
    await waitFor(() => expect(bar().textContent).toContain('1 selected$75.00'));
    await press('Hold…', bar());
    const dialog = await screen.findByRole('dialog', { name: 'Hold 1 entry, $75.00' });
    await userEvent.type(within(dialog).getByLabelText('Until'), '2099-04-01');
    await press('Hold entry', dialog);
    expect(await screen.findByText('Held 1 entry, $75.00.')).toBeTruthy();
    expect(server.callsOf(actOnWip)[0]!.body).toEqual({
      ...{ job: 5, act: 'hold', items: [{ item: 'time/4', turn: 1 }], until: '2099-04-01', reason: null },
    });
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    await press('Undo');
    expect(await screen.findByText('Undone: 1 entry, $75.00.')).toBeTruthy();
    expect(server.callsOf(undoWip)[0]!.body).toEqual({ job: 5, items: [{ item: 'time/4', turn: 2 }] });
    expect(stateOf(firm, 'time/4')).toBe('UNBILLED');
  });

  it('WIP mode: all WIP is selected; each act takes what it can be done with; writing off asks why and is taken back', async () => {
    const firm = new WipFirm(PLAN);
    const { server } = await openWip(firm);
    await press('Select all WIP');
    await waitFor(() => expect(bar().textContent).toContain('4 selected$270.00'));
    expect(within(bar()).getByRole('button', { name: 'Release 1' })).toBeTruthy();
    expect(within(bar()).queryByRole('button', { name: /Take back/ })).toBeNull();
    await press('Write off…', bar());
    const dialog = await screen.findByRole('dialog', { name: 'Write off 4 entries, $270.00' });
    expect(within(dialog).getByRole('button', { name: 'Write off entries' }).hasAttribute('disabled')).toBe(true);
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Our mistake{Enter}');
    expect(await screen.findByText('Wrote off 4 entries, $270.00.')).toBeTruthy();
    expect(server.callsOf(actOnWip)).toHaveLength(1);
    expect(server.callsOf(actOnWip)[0]!.body).toMatchObject({ act: 'write off', reason: 'Our mistake' });
    await press('Undo');
    await waitFor(() => expect([stateOf(firm, 'time/1'), stateOf(firm, 'time/2')]).toEqual(['UNBILLED', 'HOLD']));
    firm.items = firm.items.map((item) => (item.item === 'time/1' ? { ...item, state: 'WRITTEN_OFF' } : item));
    await userEvent.click(screen.getByLabelText('Show the entries of Boundary survey'));
    await userEvent.click(await screen.findByLabelText(/^Select .*Calcs 1/));
    await press('Take back', bar());
    await waitFor(() => expect(stateOf(firm, 'time/1')).toBe('UNBILLED'));
  });

  it('WIP mode: what is selected and ready goes to a draft invoice, each with its turn; what is held does not', async () => {
    const firm = new WipFirm(PLAN);
    firm.job = { client: { id: 3, name: 'Riverbend Farms' } };
    const { server } = await openWip(firm, {
      as: 'alice',
      more: (fake) =>
        fake.on(createInvoice, () => {
          throw new Refusal(409, { detail: 'Somebody else has changed this work meanwhile; look again.', code: 'CONFLICT' });
        }),
    });
    await press('Select all WIP');
    await waitFor(() => expect(bar().textContent).toContain('4 selected$270.00'));
    const asked = server.callsOf(getJobWip).length;
    await press('Invoice 3', bar());
    expect(await screen.findByText(/Somebody else has changed this work/)).toBeTruthy();
    const items = ['time/1', 'time/4', 'expense/7'].map((item) => ({ item, turn: 1 }));
    expect(server.callsOf(createInvoice)[0]!.body).toEqual({ client: 3, items });
    await waitFor(() => expect(server.callsOf(getJobWip).length).toBeGreaterThan(asked));
  });

  it('WIP mode: what somebody else changed meanwhile is said, and loaded anew', async () => {
    const firm = new WipFirm(PLAN);
    const { server } = await openWip(firm);
    await userEvent.click(screen.getByLabelText('Show the entries of Boundary survey'));
    await userEvent.click(await screen.findByLabelText(/^Select .*Calcs 2/));
    firm.items = firm.items.map((item) => (item.item === 'time/2' ? { ...item, state: 'UNBILLED', turn: 2 } : item));
    const asked = server.callsOf(getJobWip).length;
    await press('Release', bar());
    expect(await screen.findByText('Nothing was changed.')).toBeTruthy();
    expect(screen.getByText(/Somebody else has changed this work/)).toBeTruthy();
    await waitFor(() => expect(server.callsOf(getJobWip).length).toBeGreaterThan(asked));
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  });

  it('WIP mode: work is moved to a task of this job or another one', async () => {
    const firm = new WipFirm(PLAN);
    const { server } = await openWip(firm, { more: (fake) => fake.on(listJobs, () => ({ count: 0, results: [] })) });
    await userEvent.click(screen.getByLabelText('Select the WIP of Legal plan'));
    await waitFor(() => expect(bar()).toBeTruthy());
    await press('Move…', bar());
    const dialog = await screen.findByRole('dialog', { name: 'Move 1 entry, $75.00' });
    await userEvent.click(await within(dialog).findByRole('combobox', { name: /Task/ }));
    const choices = await screen.findAllByRole('option');
    expect(choices.map((choice) => choice.textContent)).toEqual(['Work – Boundary survey']);
    await userEvent.click(choices[0]!);
    await press('Move entry', dialog);
    await waitFor(() =>
      expect(server.callsOf(moveWip)[0]?.body).toEqual({
        ...{ job: 5, items: [{ item: 'time/4', turn: 1 }], to_job: 5, to_task: 1, reason: null },
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.callsOf(undoWip)[0]?.body).toEqual({ job: 5, items: [{ item: 'time/4', turn: 2 }] }));
  });

  it('WIP mode: an entry tells who did what with it, and when', async () => {
    const firm = new WipFirm(PLAN);
    const line = {
      ...{ turn: 1, sign: 1, is_undo: false, job: { id: 5, num: '26-0005' }, task: { id: 1, name: 'Boundary survey' } },
      ...{
        state: 'UNBILLED' as const,
        amount: 125_00,
        work_date: '2026-03-02',
        hold_until: null,
        date: '2026-03-02',
        reason: null,
        at: '2026-03-02T12:00:00.000Z',
      },
    };
    const mona = { id: 2, full_name: 'Mona Moreau' };
    const held = { ...line, act: 'hold' as const, turn: 2, by: mona };
    await openWip(firm, {
      more: (fake) =>
        fake.on(
          listWipHistory,
          (): AnswerOf<typeof listWipHistory> => ({
            lines: [
              { ...line, id: 1, act: 'enter', by: { id: 3, full_name: 'Joe Jardine' } },
              { ...held, id: 2, sign: -1, amount: -125_00 },
              { ...held, id: 3, state: 'HOLD', hold_until: '2026-04-01', reason: 'Permit' },
            ],
          }),
        ),
    });
    await userEvent.click(screen.getByLabelText('Show the entries of Boundary survey'));
    await userEvent.click(await screen.findByRole('button', { name: /^History of .*Calcs 1/ }));
    const list = await screen.findByRole('list', { name: 'History' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((one) => one.firstElementChild!.textContent),
    ).toEqual(['Held until 1 Apr 2026: Permit.', 'Entered at $125.00 on 26-0005, Boundary survey.']);
    expect(list.textContent).toContain('Mona Moreau');
  });

  it('WIP mode: who may not edit the job looks only; who sees no amounts has no such mode', async () => {
    const firm = new WipFirm(PLAN);
    firm.canEdit = false;
    const { unmount } = await openWip(firm);
    await userEvent.click(screen.getByLabelText('Show the entries of Boundary survey'));
    await screen.findByText(/Calcs 1/);
    expect(within(screen.getByRole('treegrid')).queryAllByRole('checkbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Select all WIP' })).toBeNull();
    unmount();
    await openTasks(firm, { as: 'joe', address: '/job/5/tasks?mode=wip' });
    expect(screen.queryByRole('treegrid', { name: 'Work in progress' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'WIP' })).toBeNull();
  });
});

describe('explain', () => {
  it('explain: a figure opens the lines whose sum it is, as of another day too, and Esc closes', async () => {
    const { address, server } = await openWip(new WipFirm(PLAN));
    screen.getByLabelText('175.00, WIP of Boundary survey. Explain').focus();
    await userEvent.keyboard('{Enter}');
    const panel = await screen.findByRole('dialog', { name: 'WIP of 26-0005, one task' });
    expect(address()).toBe('/job/5/tasks?mode=wip&explain=wip&of_task=1');
    const lines = within(await within(panel).findByRole('list', { name: 'Lines' })).getAllByRole('listitem');
    expect(lines).toHaveLength(2);
    expect(lines[0]!.textContent).toContain('1 h at $125.00 an hour. Rate of the role.');
    expect(lines[0]!.textContent).toContain('2 days old');
    expect(within(panel).getByRole('status').textContent).toContain('Sum of 2 lines$175.00Average age 1 day');
    await userEvent.type(within(panel).getByLabelText('As of'), '2026-03-01');
    await waitFor(() => expect(server.callsOf(explainWip).at(-1)!.query).toMatchObject({ as_of: '2026-03-01', task: 1 }));
    expect(await within(panel).findByText('There was no such work on that day.')).toBeTruthy();
    expect(address()).toBe('/job/5/tasks?mode=wip&explain=wip&of_task=1&as_of=2026-03-01');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/job/5/tasks?mode=wip');
  });
});
