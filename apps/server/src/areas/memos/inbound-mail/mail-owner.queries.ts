import { norm } from '@dmse/domain/text/norm';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

type Of = 'job' | 'quote';
export type OwnerKey = { of: Of; id: number };

/** Jobs and quotes of a number, in whatever letters, each with its token. */
export async function listByNumber(tx: Tx, num: string): Promise<(OwnerKey & { inbox_token: string })[]> {
  const find = (of: Of) =>
    tx
      .selectFrom(of as 'job')
      .select(['id', 'inbox_token'])
      .where('num_key', '=', norm(num))
      .execute();
  const [jobs, quotes] = [await find('job'), await find('quote')];
  return [...jobs.map((row) => ({ ...row, of: 'job' as const })), ...quotes.map((row) => ({ ...row, of: 'quote' as const }))];
}

/** What the memo was about that one of these mails told of, or that one of these mails became. The nearest answer counts. */
export async function findByAnswers(tx: Tx, ids: readonly string[]): Promise<OwnerKey | null> {
  if (ids.length === 0) return null;
  const { rows } = await sql<{ job: number | null; quote: number | null }>`
    select memo.job, memo.quote from unnest(${ids}::text[]) with ordinality as answered (message_id, place)
    join memo on memo.id in (
      select r.memo from mail m join memo_recipient r on r.mail = m.id where m.message_id = answered.message_id
      union all select i.memo from inbound_mail i where i.message_id = answered.message_id)
    order by answered.place limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return row.job === null ? { of: 'quote', id: row.quote! } : { of: 'job', id: row.job };
}
