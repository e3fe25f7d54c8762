import * as invoice from '@dmse/contract/invoices/invoice';
import { newFeeLine } from '@dmse/testkit/builders/invoice';
import type { Desk, Example } from './examples.ts';

export async function makeClient({ sql, tag }: Desk): Promise<number> {
  const [row] = await sql<{ id: number }>(
    `insert into client (name, email, billing_street, created_on, updated_on) values ($1, 'bills@example.ca', '1 Water St', now(), now()) returning id`,
    [tag()],
  );
  return row!.id;
}

const line = newFeeLine(50_00, { tax_type: 'HST' });

export async function makeDraft(desk: Desk, client?: number): Promise<number> {
  const { id } = await desk.me.call(invoice.createInvoice, {}, { client: client ?? (await makeClient(desk)) });
  await desk.me.call(invoice.setInvoiceLines, { id }, { lines: [line] });
  return id;
}

/** An invoice that was sent; the client owes it. */
export async function makeSent(desk: Desk): Promise<{ id: number; client: number }> {
  const client = await makeClient(desk);
  const id = await makeDraft(desk, client);
  await desk.me.call(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
  return { id, client };
}
const mailing = { to: ['bills@example.ca'], subject: 'Invoice', message: 'Please find it attached.' };

let days = 0;
const nextDay = () => {
  days = (days % 27) + 1;
  return days;
};

let notes = 0;
const nextNote = () => {
  notes += 1;
  return `Note ${notes}`;
};

/** For each call about invoices: something to do, on records made for it alone. */
export const INVOICE_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  setAccountingLock: async () => ({ input: {}, body: { locked_through: `2019-02-${String(nextDay()).padStart(2, '0')}` } }),
  createInvoice: async (desk) => ({ input: {}, body: { client: await makeClient(desk) } }),
  updateInvoice: async (desk) => ({ input: { id: await makeDraft(desk) }, body: { note: nextNote() } }),
  setInvoiceLines: async (desk) => ({ input: { id: await makeDraft(desk) }, body: { lines: [line, { ...line, amount: 10_00 }] } }),
  moveInvoice: async (desk) => {
    // The first of a series begins its numbers; those after it are alike.
    await makeSent(desk);
    return { input: { id: await makeDraft(desk) }, body: { to: 'SUBMITTED' } };
  },
  approveInvoice: async (desk) => ({ input: { id: await makeDraft(desk) }, body: { is_approved: true } }),
  mailInvoice: async (desk) => {
    const id = await makeDraft(desk);
    await desk.me.call(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
    return { input: { id }, body: mailing };
  },
  mailStatement: async (desk) => ({ input: { client: await makeClient(desk) }, body: mailing }),
};
