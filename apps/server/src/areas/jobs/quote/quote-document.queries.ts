import type { Language } from '@dmse/domain/clients/party';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { inLanguage } from '../../../db/name-in.ts';

/** Who a quote is for, where, and who answers for it, as stored. */
export function findParties(tx: Tx, id: number) {
  return tx
    .selectFrom('quote')
    .leftJoin('client', 'client.id', 'quote.client')
    .leftJoin('contact', 'contact.id', 'quote.client_contact')
    .leftJoin('location', 'location.id', 'quote.location')
    .leftJoin('app_user', 'app_user.id', 'quote.project_manager')
    .select([
      'quote.num',
      'quote.desc',
      'quote.long_desc',
      'quote.revision',
      'quote.state',
      'quote.submitted_on',
      'quote.valid_until',
      'quote.billing_type',
      'quote.fee_cap',
      'quote.project_manager',
      'quote.client_name',
      'contact.name as attention',
      'client.id as client',
      'client.language',
      'client.tax_province',
      'client.is_tax_exempt',
      'client.tax_exempt_reason',
      'client.billing_street',
      'client.billing_city',
      'client.billing_province',
      'client.billing_postal_code',
      'location.address',
      'location.legal_description',
      'location.pid',
      'app_user.full_name as manager_name',
      'app_user.email as manager_email',
      'app_user.phone as manager_phone',
    ])
    .where('quote.id', '=', id)
    .executeTakeFirst();
}

export type QuotedEntry = {
  milestone: string;
  job_role: string | null;
  disbursement_type: string | null;
  unit: string | null;
  minutes: number | null;
  rate: number | null;
  quantity: number | null;
  unit_cost: number | null;
  markup_pct: number | null;
  amount: number;
};
export type QuotedTask = { id: number; group: string; name: string; description: string; entries: QuotedEntry[] };

/** The scope and the budget of a quote, in order: what the PDF shows and what a revision keeps. */
export async function listQuotedTasks(tx: Tx, quote: number, language: Language = 'en'): Promise<QuotedTask[]> {
  const { rows } = await sql<QuotedTask>`
    select t.id, g.name as "group", t.name, t.description, coalesce((
      select json_agg(json_build_object('milestone', m.name, 'job_role', ${inLanguage('r.name', language)},
          'disbursement_type', ${inLanguage('d.name', language)}, 'unit', ${inLanguage('d.unit', language)},
          'minutes', b.minutes, 'rate', b.rate, 'quantity', b.quantity, 'unit_cost', b.unit_cost, 'markup_pct', b.markup_pct, 'amount', b.amount)
        order by m."order", m.id, r.position, d.position, b.id)
      from milestone m join budget_entry b on b.milestone = m.id
      left join job_role r on r.id = b.job_role left join disbursement_type d on d.id = b.disbursement_type
      where m.task = t.id), '[]') as entries
    from task t join task_group g on g.id = t.task_group
    where t.quote = ${quote} order by g."order", g.id, t."order", t.id`.execute(tx);
  return rows;
}

/** What was printed for a revision; null where it was not kept. */
export async function findFrozen(tx: Tx, quote: number, number: number): Promise<unknown> {
  const row = await tx
    .selectFrom('quote_revision')
    .select('document')
    .where('quote', '=', quote)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.document ?? null;
}
