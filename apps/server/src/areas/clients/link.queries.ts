import type { Tx } from '../../db/database.ts';

/** Who speaks for whom. */
export type Link = { client: number; contact: number; role: string; is_billing: boolean };

export async function insert(tx: Tx, links: readonly Link[]): Promise<void> {
  if (links.length > 0)
    await tx
      .insertInto('client_contact')
      .values([...links])
      .execute();
}

export async function remove(tx: Tx, { client, contact }: Pick<Link, 'client' | 'contact'>): Promise<void> {
  await tx.deleteFrom('client_contact').where('client', '=', client).where('contact', '=', contact).execute();
}

export async function update(tx: Tx, { client, contact, role, is_billing }: Link): Promise<void> {
  await tx.updateTable('client_contact').set({ role, is_billing }).where('client', '=', client).where('contact', '=', contact).execute();
}

export function listOf(tx: Tx, side: 'client' | 'contact', id: number) {
  return tx.selectFrom('client_contact').selectAll().where(side, '=', id).execute();
}

/** Names of the living records among these ids; a tombstone or a stranger is not in the answer. */
export async function namesOf(tx: Tx, noun: 'client' | 'contact', ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom(noun)
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .where('merged_into', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
