import { sql } from 'kysely';
import { INVOICE_SAMPLES as INVOICE_DOCUMENTS } from '../../areas/invoices/document/invoice-samples.ts';
import { type Sample, type Scene, STAMPS } from '../fixtures/scene.ts';
import { makeJob } from '../fixtures/work-fixture.ts';

/** A draft for work on a job that its owner manages. */
async function makeInvoice({ tx, owner }: Scene): Promise<number> {
  const { username } = await tx.selectFrom('app_user').select('username').where('id', '=', owner).executeTakeFirstOrThrow();
  const client = await makeClient(tx);
  const job = await makeJob(tx, { manager: username, client });
  const values = { client, date: '2026-03-04', terms_days: 30, language: 'en' as const, tax_province: 'NB' as const, ...STAMPS };
  const { id } = await tx
    .insertInto('invoice')
    .values({ ...values, subtotal: 100_00, tax: 15_00, total: 115_00 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = { invoice: id, position: 0, kind: 'fixed fee' as const, job, description: 'Boundary survey', amount: 100_00, tax: 15_00 };
  await tx
    .insertInto('invoice_line')
    .values({ ...line, account_code: '4000', tax_type: 'HST' })
    .execute();
  return id;
}

/** One that was sent: a version is in force. */
export async function makeSubmitted(scene: Scene): Promise<number> {
  const { tx } = scene;
  const id = await makeInvoice(scene);
  const { client } = await tx
    .updateTable('invoice')
    .set({ state: 'SUBMITTED', num: crypto.randomUUID().slice(0, 8) })
    .where('id', '=', id)
    .returning('client')
    .executeTakeFirstOrThrow();
  const { document } = INVOICE_DOCUMENTS['one-line']!;
  const { subtotal, tax, total } = document;
  const revision = { invoice: id, revision: 1, date: '2026-03-04', subtotal, tax, total, created_on: STAMPS.created_on };
  await tx
    .insertInto('invoice_revision')
    .values({ ...revision, document: JSON.stringify({ ...document, client: { id: client, name: '' } }) })
    .execute();
  return id;
}

/** A part of it is credited, and the books say so. */
async function makeCredit({ tx }: Scene, { id }: Record<string, unknown>): Promise<{ credit: number; reason: string }> {
  const { rows } = await sql<{ id: number }>`
    with posted as (
      insert into journal (posting, date, account, client, invoice, says, act, amount, created_on)
      select -i.id, '2026-03-04', line.account, i.client, i.id, 'Credit', 'credit', line.amount, now()
      from invoice i, (values ('write-off', 100), ('receivable', -100)) line (account, amount) where i.id = ${id}
    )
    insert into invoice_credit (date, invoice, amount, created_on) values ('2026-03-04', ${id}, 100, now()) returning id`.execute(tx);
  return { credit: rows[0]!.id, reason: 'Entered by mistake' };
}

const ADDRESS = 'bills@example.ca';
const MAILING = { to: [ADDRESS], subject: 'Invoice', message: 'Please find it attached.' };

export async function makeClient(tx: Scene['tx']): Promise<number> {
  return (
    await tx
      .insertInto('client')
      .values({ name: `Client ${crypto.randomUUID()}`, email: ADDRESS, ...STAMPS })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

const ofClient: Sample = { own: async ({ tx }) => ({ client: await makeClient(tx) }), theirs: 'everyone' };
const one: Sample = { own: async (scene) => ({ id: await makeInvoice(scene) }), theirs: 'everyone' };

export const INVOICE_SAMPLES: Record<string, Sample> = {
  setAccountingLock: { body: { locked_through: '2026-02-28' } },
  getInvoice: one,
  getInvoiceChoices: one,
  getBillableWork: { own: async ({ tx }: Scene) => ({ id: await makeClient(tx) }), theirs: 'everyone' },
  createInvoice: { body: async ({ tx }: Scene) => ({ client: await makeClient(tx) }) },
  updateInvoice: { ...one, body: { note: 'Thank you' } },
  setInvoiceLines: { ...one, body: { lines: [] } },
  moveInvoice: { ...one, body: { to: 'DELETED' } },
  reverseInvoiceCredit: { own: async (scene) => ({ id: await makeSubmitted(scene) }), theirs: 'everyone', body: makeCredit },
  approveInvoice: { ...one, body: { is_approved: true }, theirs: ['Jobs Admin'] },
  listInvoiceHistory: one,
  invoicePdf: one,
  getInvoiceMail: one,
  mailInvoice: { own: async (scene) => ({ id: await makeSubmitted(scene) }), theirs: 'everyone', body: MAILING },
  getStatement: ofClient,
  statementPdf: ofClient,
  getStatementMail: ofClient,
  mailStatement: { ...ofClient, body: MAILING },
};
