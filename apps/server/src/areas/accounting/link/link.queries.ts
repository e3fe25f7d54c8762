import type { RemoteSettings } from '@dmse/domain/accounting-link/remote-settings';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { AccountingLink } from '../../../db/rows.generated.ts';

type Typed = {
  settings: RemoteSettings | null;
  tax_types: Record<string, string>;
  organisations: { id: string; name: string; connection: string }[];
};
export type LinkRow = Omit<Selectable<AccountingLink>, keyof Typed> & Typed;
export type LinkValues = Partial<Omit<Updateable<AccountingLink>, keyof Typed> & Typed>;

export async function read(tx: Tx): Promise<LinkRow> {
  return (await tx.selectFrom('accounting_link').selectAll().executeTakeFirstOrThrow()) as LinkRow;
}

/** The one row, held until the end: whoever else wants a new token waits, and then finds it. */
export async function hold(tx: Tx): Promise<LinkRow> {
  return (await tx.selectFrom('accounting_link').selectAll().forUpdate().executeTakeFirstOrThrow()) as LinkRow;
}

const DOCUMENTS = ['settings', 'tax_types', 'organisations', 'comparison'];

export async function write(tx: Tx, values: LinkValues): Promise<void> {
  const stored = Object.entries(values).map(([name, value]) => [
    name,
    DOCUMENTS.includes(name) && value !== null ? JSON.stringify(value) : value,
  ]);
  await tx.updateTable('accounting_link').set(Object.fromEntries(stored)).execute();
}

export async function findConnectedBy(tx: Tx) {
  const row = await tx
    .selectFrom('accounting_link')
    .select(personRef('accounting_link.connected_by').as('connected_by'))
    .executeTakeFirstOrThrow();
  return row.connected_by;
}

export async function countWork(tx: Tx): Promise<{ waiting: number; failed: number; proposals: number }> {
  const { rows } = await sql<{ waiting: number; failed: number; proposals: number }>`
    select (select count(*)::int from accounting_upload where state = 'waiting') as waiting,
      (select count(*)::int from accounting_document where upload_status in ('UPLOAD_FAILED', 'UPDATE_FAILED')) as failed,
      (select count(*)::int from accounting_proposal where state = 'open') as proposals`.execute(tx);
  return rows[0]!;
}

/** Something of ours is over there, under an id of that organisation. */
export async function hasSent(tx: Tx): Promise<boolean> {
  return (
    (await tx.selectFrom('accounting_document').select('id').where('remote_id', 'is not', null).limit(1).executeTakeFirst()) !== undefined
  );
}

/** From another day on: everything is looked at again. */
export async function markAll(tx: Tx, from: string): Promise<void> {
  await sql`insert into accounting_mark (noun, record) select 'invoice', id from invoice where num is not null and date >= ${from}::date
    on conflict (noun, record) do update set made_on = now()`.execute(tx);
  await sql`insert into accounting_mark (noun, record)
    select 'payment', p.id from payment p join deposit d on d.id = p.deposit where d.state = 'DEPOSITED' and d.date >= ${from}::date
    on conflict (noun, record) do update set made_on = now()`.execute(tx);
}
