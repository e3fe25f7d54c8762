import {
  type BudgetCell,
  type BudgetEntry,
  listBudget,
  listScalings,
  previewScale,
  scaleBudget,
  setBudgetCells,
  undoScale,
} from '@dmse/contract/work/budget';
import { sumCents } from '@dmse/domain/money/cents';
import { entryAmount, typeIntoEntry } from '@dmse/domain/work/budget';
import { scaleBudget as scaleRows } from '@dmse/domain/work/scale-budget';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { WorkFirm } from '../board/work-fixture.ts';

const STAMP = '2026-03-04T12:00:00.000Z';
const JOB = 5;
export const CHIEF = 1;
export const DRAFTER = 2;
export const MILEAGE = 7;

const SETTINGS = {
  job_roles: [
    { id: CHIEF, name: 'Party chief' },
    { id: DRAFTER, name: 'CAD technician' },
  ],
  disbursement_types: [{ id: MILEAGE, name: 'Mileage', unit: 'km' }],
};

type Figures = Omit<BudgetEntry, 'rate' | 'unit_cost' | 'markup_pct' | 'amount'> & {
  rate: number | null;
  unit_cost: number | null;
  markup_pct: number | null;
  amount: number;
};

/** The budget of one job, served as the server does: all or none, priced, refusing what is stale, scaled to the cent. */
export class BudgetFirm {
  readonly work: WorkFirm;
  rows: Figures[] = [];
  /** Each scaling not yet taken back, as the budget was before it. */
  #before: Figures[][] = [];
  #lastId = 0;
  seesAmounts = true;

  constructor(plan: Record<string, readonly string[]>) {
    this.work = new WorkFirm(Object.fromEntries(Object.entries(plan).map(([task, names]) => [task, names.map((name) => ({ name }))])));
    this.work.settings = SETTINGS;
  }

  /** Budgets a figure as somebody else would, or before the story begins. */
  put(milestone: number, line: { job_role: number } | { disbursement_type: number }, figure: number, by = 'Joe Jardine'): void {
    this.#write({ milestone, ...line, ...('job_role' in line ? { minutes: figure } : { quantity: figure }) }, by);
  }

  /** The figure in a row: minutes or a quantity; null where there is none. */
  figure(milestone: number, line: { job_role?: number; disbursement_type?: number }): number | null {
    const row = this.#find({ milestone, ...line });
    return row ? (row.minutes ?? row.quantity) : null;
  }
  get total(): number {
    return sumCents(this.rows.map(({ amount }) => amount));
  }

  #find({ milestone, job_role = undefined, disbursement_type = undefined }: BudgetCell): Figures | undefined {
    return this.rows.find(
      (row) => row.milestone === milestone && row.job_role === (job_role ?? null) && row.disbursement_type === (disbursement_type ?? null),
    );
  }
  #draft({ milestone, job_role = undefined, disbursement_type = undefined }: BudgetCell): Figures {
    const priced = job_role === undefined ? { quantity: 0, unit_cost: 68, markup_pct: 0 } : { minutes: 0, rate: 12_000 };
    const none = { minutes: null, rate: null, quantity: null, unit_cost: null, markup_pct: null };
    this.#lastId += 1;
    return {
      ...{ id: this.#lastId, job: JOB, quote: null, milestone, job_role: job_role ?? null, disbursement_type: disbursement_type ?? null },
      ...{ ...none, ...priced, rate_rule: 'Rate of the role', amount: 0, is_scaled: false, is_locked: false },
      ...{ version: 0, created_on: STAMP, created_by: null, updated_on: STAMP, updated_by: null },
    };
  }
  #write(cell: BudgetCell, by: string): void {
    const found = this.#find(cell);
    const { minutes, quantity, unit_cost, is_locked, held } = cell;
    this.rows = this.rows.filter((row) => row !== found);
    if (minutes === null || quantity === null) return;
    const row = found ?? this.#draft(cell);
    const typed = Object.fromEntries(Object.entries({ minutes, quantity, unit_cost }).filter(([, value]) => value != null));
    const next = Object.keys(typed).length > 0 ? typeIntoEntry(row, typed) : row;
    const whole = { ...next, ...held, is_locked: held?.is_locked ?? is_locked ?? next.is_locked };
    const amount = held && !held.is_scaled ? entryAmount(whole) : whole.amount;
    this.rows = [...this.rows, { ...whole, amount, version: row.version + 1, updated_by: { id: 9, full_name: by } }].toSorted(
      (one, other) => one.milestone - other.milestone || one.id - other.id,
    );
  }
  #show(): BudgetEntry[] {
    if (this.seesAmounts) return this.rows;
    return this.rows.map(({ rate, rate_rule, unit_cost, markup_pct, amount, ...seen }) => seen);
  }
  #scale(total: number): Figures[] {
    const scaled = scaleRows(this.rows, total);
    if ('problem' in scaled) throw new Refusal(409, { detail: scaled.problem });
    return scaled.entries;
  }

  serve(server: FakeServer): FakeServer {
    return this.work
      .serve(server)
      .on(listBudget, () => ({ count: this.rows.length, results: this.#show() }))
      .on(setBudgetCells, ({ body: { cells } }) => {
        if (cells.some((cell) => cell.version !== undefined && cell.version !== (this.#find(cell)?.version ?? null)))
          throw new Refusal(409, { detail: 'Somebody else changed a cell meanwhile; nothing was written.', code: 'CONFLICT' });
        for (const cell of cells) this.#write(cell, 'Mona Martin');
        return { entries: this.#show() };
      })
      .on(previewScale, ({ body: { total } }) => {
        const after = this.#scale(total);
        const rows = after.map(({ id, amount, minutes, is_locked }, at) => ({
          ...{ id, before: this.rows[at]!.amount, after: amount, minutes, is_locked },
        }));
        return { from: this.total, to: total, rows };
      })
      .on(scaleBudget, ({ body: { total } }) => {
        const before = this.rows;
        this.rows = this.#scale(total);
        this.#before.push(before);
        return { snapshot: this.#before.length, entries: this.#show() };
      })
      .on(undoScale, () => {
        const before = this.#before.pop();
        if (!before) throw new Refusal(409, { detail: 'The budget of this job has not been scaled, or it was taken back already.' });
        this.rows = before;
        return { entries: this.#show() };
      })
      .on(listScalings, () => {
        const results = this.#before.map((_, at) => ({ id: at + 1, created_on: STAMP, created_by: null, undone_on: null }));
        return { count: results.length, results: results.toReversed() };
      });
  }
}
