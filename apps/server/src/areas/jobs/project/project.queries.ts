import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';

/** Jobs and quotes have most of their columns in common; what is read about them is written once. */
export type Project = 'job' | 'quote';
/** What rates are agreed for. */
export type Rated = Project | 'client';

type Ref = { id: number; name: string };
export type RateRow = { job_role: Ref; charge_rate: number };

function namedRef(table: 'client' | 'contact', column: string) {
  return sql<Ref | null>`(select json_build_object('id', r.id, 'name', r.name) from ${sql.table(table)} r where r.id = ${sql.ref(column)})`;
}

/** What a job or quote refers to, named. */
export function projectRefs(of: Project) {
  const at = (column: string) => `${of}.${column}`;
  return [
    namedRef('client', at('client')).as('client'),
    namedRef('contact', at('client_contact')).as('client_contact'),
    namedRef('contact', at('billing_contact')).as('billing_contact'),
    personRef(at('project_manager')).as('project_manager'),
    personRef(at('created_by')).as('created_by'),
    personRef(at('updated_by')).as('updated_by'),
    sql<{ id: number; full_name: string }[]>`(
      select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name) order by lead.place), '[]')
      from unnest(${sql.ref(at('project_leads'))}) with ordinality as lead (id, place) join app_user p on p.id = lead.id)`.as(
      'project_leads',
    ),
    sql<RateRow[]>`(
      select coalesce(json_agg(json_build_object('job_role', json_build_object('id', r.id, 'name', r.name), 'charge_rate', a.charge_rate)
        order by r.position, r.id), '[]')
      from agreed_rate a join job_role r on r.id = a.job_role where ${sql.ref(`a.${of}`)} = ${sql.ref(at('id'))})`.as('rates'),
    sql<object | null>`(
      select json_build_object('id', l.id, 'geometry', l.geometry, 'address', l.address, 'legal_description', l.legal_description, 'pid', l.pid)
      from location l where l.id = ${sql.ref(at('location'))})`.as('location'),
  ] as const;
}

export async function findName(tx: Tx, table: 'client' | 'contact', id: number): Promise<string | null> {
  const row = await tx.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}

export async function findNum(tx: Tx, of: Project, id: number): Promise<string | null> {
  const row = await tx.selectFrom(of).select('num').where('id', '=', id).executeTakeFirst();
  return row?.num ?? null;
}

export async function findByNum(tx: Tx, of: Project, num: string): Promise<number | null> {
  const row = await tx.selectFrom(of).select('id').where('num_key', '=', sql<string>`norm(btrim(${num}))`).executeTakeFirst();
  return row?.id ?? null;
}

/** People by id, in the order asked for; unknown ids are left out. */
export async function listPeople(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'full_name', 'email', 'is_active'])
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A client or contact that can be referred to: a tombstone cannot. */
export function findParty(tx: Tx, table: 'client' | 'contact', id: number) {
  return tx.selectFrom(table).select(['id', 'name']).where('id', '=', id).where('merged_into', 'is', null).executeTakeFirst();
}

export async function isContactOf(tx: Tx, contact: number, client: number): Promise<boolean> {
  const row = await tx
    .selectFrom('client_contact')
    .select('contact')
    .where('contact', '=', contact)
    .where('client', '=', client)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listRoleNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('job_role')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

export type NamedRate = { of: number; job_role: number; name: string; charge_rate: number };

/** The rates agreed for these jobs, quotes or clients. */
export async function listRates(tx: Tx, of: Rated, ids: readonly number[]): Promise<NamedRate[]> {
  const rows = await tx
    .selectFrom('agreed_rate')
    .innerJoin('job_role', 'job_role.id', 'agreed_rate.job_role')
    .select([`agreed_rate.${of} as of`, 'agreed_rate.job_role', 'job_role.name', 'agreed_rate.charge_rate'])
    .where(`agreed_rate.${of}`, 'in', ids)
    .orderBy('job_role.position')
    .orderBy('job_role.id')
    .execute();
  return rows as NamedRate[];
}

export async function replaceRates(
  tx: Tx,
  of: Rated,
  id: number,
  rates: readonly { job_role: number; charge_rate: number }[],
): Promise<void> {
  await tx.deleteFrom('agreed_rate').where(of, '=', id).execute();
  if (rates.length === 0) return;
  await tx
    .insertInto('agreed_rate')
    .values(rates.map(({ job_role, charge_rate }) => ({ [of]: id, job_role, charge_rate })))
    .execute();
}
