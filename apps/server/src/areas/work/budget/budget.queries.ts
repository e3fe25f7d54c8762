import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';
import type { OwnerRef } from '../work-record/owner.queries.ts';

/** As the table shows it: by group, task and milestone, roles before disbursements. */
const ORDER = [
  sql`task_group."order"`,
  sql`task_group.id`,
  sql`task."order"`,
  sql`task.id`,
  sql`milestone."order"`,
  sql`milestone.id`,
  sql`budget_entry.disbursement_type is not null`,
  sql`coalesce((select position from job_role where job_role.id = budget_entry.job_role),
    (select position from disbursement_type where disbursement_type.id = budget_entry.disbursement_type))`,
  sql`budget_entry.id`,
];

function select(tx: Tx) {
  return tx
    .selectFrom('budget_entry')
    .innerJoin('milestone', 'milestone.id', 'budget_entry.milestone')
    .innerJoin('task', 'task.id', 'milestone.task')
    .innerJoin('task_group', 'task_group.id', 'task.task_group')
    .select([
      'budget_entry.id',
      'budget_entry.job',
      'budget_entry.quote',
      'budget_entry.milestone',
      'budget_entry.job_role',
      'budget_entry.disbursement_type',
      'budget_entry.minutes',
      'budget_entry.rate',
      'budget_entry.rate_rule',
      'budget_entry.quantity',
      'budget_entry.unit_cost',
      'budget_entry.markup_pct',
      'budget_entry.amount',
      'budget_entry.is_scaled',
      'budget_entry.is_locked',
      'budget_entry.version',
      'budget_entry.created_on',
      'budget_entry.updated_on',
      personRef('budget_entry.created_by').as('created_by'),
      personRef('budget_entry.updated_by').as('updated_by'),
    ]);
}

function inOrder<O>(rows: SelectQueryBuilder<DB, 'budget_entry' | 'milestone' | 'task' | 'task_group', O>) {
  return ORDER.reduce((sorted, term) => sorted.orderBy(term), rows);
}

export type EntryRow = Awaited<ReturnType<typeof listAll>>[number];

export function list(tx: Tx, owner: OwnerRef, page: PageInput) {
  return pageOf(select(tx).where(`budget_entry.${owner.kind}`, '=', owner.id), page, ORDER);
}

export function listAll(tx: Tx, owner: OwnerRef) {
  return inOrder(select(tx).where(`budget_entry.${owner.kind}`, '=', owner.id)).execute();
}

export function listOfMilestones(tx: Tx, milestones: readonly number[]) {
  return inOrder(select(tx).where('budget_entry.milestone', 'in', milestones)).execute();
}

/** The figures of every entry, without what only the screen needs. */
export async function listFigures(tx: Tx, owner: OwnerRef) {
  const rows = await tx
    .selectFrom('budget_entry')
    .select([
      'id',
      'milestone',
      'job_role',
      'disbursement_type',
      'minutes',
      'rate',
      'rate_rule',
      'quantity',
      'unit_cost',
      'markup_pct',
      'amount',
      'is_scaled',
      'is_locked',
      'version',
    ])
    .where(owner.kind, '=', owner.id)
    .execute();
  return rows;
}
export type FigureRow = Awaited<ReturnType<typeof listFigures>>[number];

export function find(tx: Tx, id: number) {
  return select(tx).where('budget_entry.id', '=', id).executeTakeFirst();
}

/** The milestones a cell may name. */
export async function listMilestoneNames(tx: Tx, owner: OwnerRef): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('milestone')
    .innerJoin('task', 'task.id', 'milestone.task')
    .select(['milestone.id', sql<string>`milestone.name || ' of task ' || task.name`.as('name')])
    .where(`milestone.${owner.kind}`, '=', owner.id)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Job roles or disbursement types, by id. */
export async function listKinds(tx: Tx, table: 'job_role' | 'disbursement_type') {
  const rows = await tx.selectFrom(table).select(['id', 'name', 'is_active']).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type EntryFigures = { id: number; minutes: number | null; quantity: number | null; amount: number; is_scaled: boolean };

/** Writes the figures of many entries at once; their new versions by id. */
export async function setFigures(tx: Tx, figures: readonly EntryFigures[], by: number, now: string): Promise<Map<number, number>> {
  if (figures.length === 0) return new Map();
  const list = figures.map(({ id, minutes, quantity, amount, is_scaled }) => ({ id, minutes, quantity, amount, is_scaled }));
  const { rows } = await sql<{ id: number; version: number }>`
    update budget_entry set minutes = said.minutes, quantity = said.quantity, amount = said.amount, is_scaled = said.is_scaled,
      version = version + 1, updated_on = ${now}, updated_by = ${by}
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as said (id int, minutes int, quantity numeric, amount bigint, is_scaled boolean)
    where budget_entry.id = said.id returning budget_entry.id, budget_entry.version`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.version]));
}

type WholeEntry = Pick<
  FigureRow,
  'id' | 'minutes' | 'rate' | 'rate_rule' | 'quantity' | 'unit_cost' | 'markup_pct' | 'amount' | 'is_scaled' | 'is_locked'
>;

/** Writes everything many entries hold at once; their new versions by id. */
export async function putEntries(tx: Tx, entries: readonly WholeEntry[], by: number, now: string): Promise<Map<number, number>> {
  if (entries.length === 0) return new Map();
  const { rows } = await sql<{ id: number; version: number }>`
    update budget_entry set minutes = said.minutes, rate = said.rate, rate_rule = said.rate_rule, quantity = said.quantity,
      unit_cost = said.unit_cost, markup_pct = said.markup_pct, amount = said.amount, is_scaled = said.is_scaled,
      is_locked = said.is_locked, version = version + 1, updated_on = ${now}, updated_by = ${by}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as said (id int, minutes int, rate int, rate_rule text, quantity numeric,
      unit_cost bigint, markup_pct numeric, amount bigint, is_scaled boolean, is_locked boolean)
    where budget_entry.id = said.id returning budget_entry.id, budget_entry.version`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.version]));
}

export async function remove(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('budget_entry').where(sql<boolean>`id = any(${ids}::int[])`).execute();
}
