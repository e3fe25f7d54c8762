import type { SentMail } from '@dmse/contract/staff/mail';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

export async function insertMail(tx: Tx, revision: number, mail: number): Promise<void> {
  await tx.insertInto('invoice_mail').values({ revision, mail }).execute();
}

/** The mails an invoice went out with, newest first, and what became of each. */
export async function listMails(tx: Tx, invoice: number): Promise<(SentMail & { revision: number })[]> {
  const { rows } = await sql<SentMail & { revision: number }>`
    select m.id, m.recipients as "to", m.subject, m.state, m.answer, m.tries, m.created_on, m.sent_on, r.revision
    from invoice_mail i join mail m on m.id = i.mail join invoice_revision r on r.id = i.revision
    where r.invoice = ${invoice} order by m.id desc limit 200`.execute(tx);
  return rows;
}

/** Who is sent the bills: the billing contacts of the jobs, else those of the client, else the client itself. */
export async function listBillingAddresses(tx: Tx, client: number, jobs: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    with found (place, address) as (
      select 1, c.emails[1] from job j join contact c on c.id = j.billing_contact where j.id = any(${jobs}::int[])
      union select 2, c.emails[1] from client_contact l join contact c on c.id = l.contact where l.client = ${client} and l.is_billing
      union select 3, email from client where id = ${client}
    )
    select address from found where address <> '' and place = (select min(place) from found where address <> '') order by address`.execute(
    tx,
  );
  return rows.map(({ address }) => address);
}

/** Of these addresses, those of people of the firm. */
export async function listColleagues(tx: Tx, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from app_user where is_active and lower(email) = any(${addresses.map((one) => one.toLowerCase())}::text[])`.execute(tx);
  return rows.map(({ email }) => email);
}
