import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listJobRoles } from '@dmse/contract/work/template';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

export type ListFilter = RequestQuery<typeof listJobRoles>;
type Table = 'job_role' | 'disbursement_type' | 'milestone_template' | 'task_template' | 'overhead_code';

function stampsOf(table: Table) {
  return [
    sql<string>`${sql.ref(`${table}.created_on`)}`.as('created_on'),
    sql<string>`${sql.ref(`${table}.updated_on`)}`.as('updated_on'),
    personRef(`${table}.created_by`).as('created_by'),
    personRef(`${table}.updated_by`).as('updated_by'),
  ] as const;
}

function selectRoles(tx: Tx) {
  const rates = sql<{ valid_from: string; charge_rate: number; cost_rate: number }[]>`coalesce((
    select json_agg(json_build_object('valid_from', rate.valid_from, 'charge_rate', rate.charge_rate, 'cost_rate', rate.cost_rate)
      order by rate.valid_from desc)
    from job_role_rate rate where rate.job_role = job_role.id), '[]'::json)`.as('rates');
  return tx.selectFrom('job_role').select(['id', 'name', 'name_fr', 'position', 'is_active', 'version', rates, ...stampsOf('job_role')]);
}

function selectTypes(tx: Tx) {
  const costs = sql<UnitCost[]>`coalesce((
    select json_agg(json_build_object('valid_from', cost.valid_from, 'unit_cost', cost.unit_cost, 'markup_pct', cost.markup_pct)
      order by cost.valid_from desc nulls last)
    from disbursement_type_cost cost where cost.disbursement_type = disbursement_type.id), '[]'::json)`.as('costs');
  return tx
    .selectFrom('disbursement_type')
    .select([
      'id',
      'name',
      'name_fr',
      'unit',
      'unit_fr',
      costs,
      'account_code',
      'position',
      'is_active',
      'version',
      ...stampsOf('disbursement_type'),
    ]);
}

function selectMilestoneTemplates(tx: Tx) {
  return tx.selectFrom('milestone_template').select(['id', 'name', 'is_active', 'version', ...stampsOf('milestone_template')]);
}

function selectTaskTemplates(tx: Tx) {
  return tx
    .selectFrom('task_template')
    .select(['id', 'name', 'description', 'account_code', 'milestones', 'is_active', 'version', ...stampsOf('task_template')]);
}

function selectOverheadCodes(tx: Tx) {
  return tx.selectFrom('overhead_code').select(['id', 'name', 'code', 'position', 'is_active', 'version', ...stampsOf('overhead_code')]);
}

/** Lists whose order people choose. */
const PLACED: readonly Table[] = ['job_role', 'disbursement_type', 'overhead_code'];

function listFrom<T extends Table, O>(rows: SelectQueryBuilder<DB, T, O>, table: T, { query, is_active, ...page }: ListFilter) {
  const searched =
    table === 'overhead_code' ? sql`norm(overhead_code.name || ' ' || overhead_code.code)` : sql`norm(${sql.ref(`${table}.name`)})`;
  const words = query ? matchesWords(searched, query) : null;
  let found = words ? rows.where(words) : rows;
  if (is_active !== undefined) found = found.where(sql<boolean>`${sql.ref(`${table}.is_active`)} = ${is_active}`);
  const place = PLACED.includes(table) ? [sql`${sql.ref(`${table}.position`)}`] : [];
  return pageOf(found, page, [...place, sql`norm(${sql.ref(`${table}.name`)})`, sql`${sql.ref(`${table}.id`)}`]);
}

export const listRoles = (tx: Tx, filter: ListFilter) => listFrom(selectRoles(tx), 'job_role', filter);
export const listTypes = (tx: Tx, filter: ListFilter) => listFrom(selectTypes(tx), 'disbursement_type', filter);
export const listMilestoneTemplates = (tx: Tx, filter: ListFilter) => listFrom(selectMilestoneTemplates(tx), 'milestone_template', filter);
export const listTaskTemplates = (tx: Tx, filter: ListFilter) => listFrom(selectTaskTemplates(tx), 'task_template', filter);
export const listOverheadCodes = (tx: Tx, filter: ListFilter) => listFrom(selectOverheadCodes(tx), 'overhead_code', filter);

export const findRole = (tx: Tx, id: number) => selectRoles(tx).where('id', '=', id).executeTakeFirst();
export const findType = (tx: Tx, id: number) => selectTypes(tx).where('id', '=', id).executeTakeFirst();
export const findMilestoneTemplate = (tx: Tx, id: number) => selectMilestoneTemplates(tx).where('id', '=', id).executeTakeFirst();
export const findTaskTemplate = (tx: Tx, id: number) => selectTaskTemplates(tx).where('id', '=', id).executeTakeFirst();
export const findOverheadCode = (tx: Tx, id: number) => selectOverheadCodes(tx).where('id', '=', id).executeTakeFirst();

export type Rate = { valid_from: string; charge_rate: number; cost_rate: number };

/** A role's rates as they shall be from now on. What they have priced already keeps its own. */
export async function setRates(tx: Tx, job_role: number, rates: readonly Rate[]): Promise<void> {
  await tx.deleteFrom('job_role_rate').where('job_role', '=', job_role).execute();
  if (rates.length === 0) return;
  await tx
    .insertInto('job_role_rate')
    .values(rates.map((rate) => ({ job_role, ...rate })))
    .execute();
}

export type UnitCost = { valid_from: string | null; unit_cost: number; markup_pct: number };

/** What a unit of a type costs from now on. What is priced already keeps its own. */
export async function setUnitCosts(tx: Tx, disbursement_type: number, costs: readonly UnitCost[]): Promise<void> {
  await tx.deleteFrom('disbursement_type_cost').where('disbursement_type', '=', disbursement_type).execute();
  if (costs.length === 0) return;
  await tx
    .insertInto('disbursement_type_cost')
    .values(costs.map((cost) => ({ disbursement_type, ...cost })))
    .execute();
}

export const listUnitCosts = (tx: Tx) => tx.selectFrom('disbursement_type_cost').selectAll().execute();

/** Those of these ids that nobody has. */
export async function listUnknown(tx: Tx, table: Table, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select wanted.id from unnest(${ids}::int[]) as wanted (id)
    where not exists (select from ${sql.table(table)} known where known.id = wanted.id)`.execute(tx);
  return rows.map((row) => row.id);
}

export async function listNames(tx: Tx, table: Table): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from ${sql.table(table)}`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.name]));
}
