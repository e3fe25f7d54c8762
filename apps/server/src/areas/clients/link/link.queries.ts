import type { Link, LinkSide } from '@dmse/domain/clients/link';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** The other end of a link. */
export const OTHER: Record<LinkSide, LinkSide> = { client: 'contact', contact: 'client' };

/** Keeps records as they are until the transaction ends, in the order of their ids; who only refers to them need not wait. */
export async function hold(tx: Tx, noun: LinkSide, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`select from ${sql.table(noun)} where id = any(${ids}::int[]) order by id for no key update`.execute(tx);
}

/** The links of these records with the names at the other end, in the order of those. */
export async function listNamed(tx: Tx, side: LinkSide, ids: readonly number[]): Promise<Map<number, Link[]>> {
  const other = OTHER[side];
  const found = new Map<number, Link[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const { rows } = await sql<Link & { owner: number }>`
    select l.${sql.ref(side)} as owner, o.id, o.name, l.role, l.is_billing
    from client_contact l join ${sql.table(other)} o on o.id = l.${sql.ref(other)}
    where l.${sql.ref(side)} = any(${ids}::int[]) order by o.name_key, o.id`.execute(tx);
  for (const { owner, ...link } of rows) found.get(owner)!.push(link);
  return found;
}

/** Ids at the other end of these records' links. */
export async function listOtherIds(tx: Tx, side: LinkSide, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct ${sql.ref(OTHER[side])} as id from client_contact where ${sql.ref(side)} = any(${ids}::int[])`.execute(tx);
  return rows.map((row) => row.id);
}

/** Makes these links of a record what they should be, whether they are there already or not. */
export async function put(tx: Tx, side: LinkSide, id: number, links: readonly Omit<Link, 'name'>[]): Promise<void> {
  if (links.length === 0) return;
  const other = OTHER[side];
  await sql`
    insert into client_contact (${sql.ref(side)}, ${sql.ref(other)}, role, is_billing)
    select ${id}, l.* from unnest(
      ${links.map((link) => link.id)}::int[], ${links.map((link) => link.role)}::text[],
      ${links.map((link) => link.is_billing)}::boolean[]) as l(id, role, is_billing)
    on conflict (client, contact) do update set role = excluded.role, is_billing = excluded.is_billing`.execute(tx);
}

/** Removes links of records: those to the others named, or all. */
export async function remove(tx: Tx, side: LinkSide, ids: readonly number[], others?: readonly number[]): Promise<void> {
  const which = others ? sql`and ${sql.ref(OTHER[side])} = any(${others}::int[])` : sql``;
  await sql`delete from client_contact where ${sql.ref(side)} = any(${ids}::int[]) ${which}`.execute(tx);
}

/** Who is meant by these ids: the record itself, or the one it was merged into. An unknown id is not in the answer. */
export async function findLiving(tx: Tx, noun: LinkSide, ids: readonly number[]): Promise<Map<number, { id: number; name: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ asked: number; id: number; name: string }>`
    select t.id as asked, s.id, s.name from ${sql.table(noun)} t join ${sql.table(noun)} s on s.id = coalesce(t.merged_into, t.id)
    where t.id = any(${ids}::int[])`.execute(tx);
  return new Map(rows.map(({ asked, ...living }) => [asked, living]));
}
