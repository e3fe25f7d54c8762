import { z } from 'zod';

/** What is read of the accounting system's answers. Everything else in them is passed over. */
const Id = z.string();
const Amount = z.number().default(0);
/** `/Date(1772582400000+0000)/`, or plain. */
const When = z.string().optional();

const Allocated = { Amount: z.number().optional(), AppliedAmount: z.number().optional(), Date: When, DateString: When };
const RemoteLines = z
  .array(z.object({ LineItemID: Id.optional(), TaxType: z.string().optional(), TaxAmount: z.number().optional() }))
  .default([]);
export const RemoteInvoice = z.object({
  InvoiceID: Id,
  InvoiceNumber: z.string().default(''),
  Type: z.string(),
  Status: z.string(),
  Date: When,
  DateString: When,
  Url: z.string().optional(),
  Total: Amount,
  TotalTax: Amount,
  AmountDue: Amount,
  Contact: z.object({ ContactID: Id, Name: z.string().default('') }),
  LineItems: RemoteLines,
  Payments: z.array(z.object({ PaymentID: Id, ...Allocated })).default([]),
  CreditNotes: z.array(z.object({ CreditNoteID: Id, ...Allocated })).default([]),
  Overpayments: z.array(z.object({ OverpaymentID: Id, ...Allocated })).default([]),
});
export type RemoteInvoice = z.infer<typeof RemoteInvoice>;

const Allocation = z.object({ AllocationID: Id.optional(), Amount, Invoice: z.object({ InvoiceID: Id }).optional() });
export const RemoteCredit = z.object({
  CreditNoteID: Id.optional(),
  OverpaymentID: Id.optional(),
  Type: z.string().optional(),
  Status: z.string(),
  DateString: When,
  Date: When,
  Total: Amount,
  TotalTax: Amount,
  LineItems: RemoteLines,
  RemainingCredit: Amount,
  Contact: z.object({ ContactID: Id, Name: z.string().default('') }).optional(),
  Allocations: z.array(Allocation).default([]),
});
export const RemotePayment = z.object({
  PaymentID: Id,
  Status: z.string(),
  Amount,
  Date: When,
  Account: z.object({ Code: z.string().optional(), AccountID: z.string().optional() }).optional(),
});
export const RemoteTransaction = z.object({ BankTransactionID: Id, OverpaymentID: Id.optional(), Status: z.string(), Total: Amount });
export const RemoteContact = z.object({ ContactID: Id, ContactNumber: z.string().optional(), MergedToContactID: z.string().optional() });

/** The documents of one name in an answer. What is not of the shape is an answer that cannot be read. */
export function listIn<T>(json: unknown, name: string, shape: z.ZodType<T>): T[] {
  return z.array(shape).parse((json as Record<string, unknown> | null)?.[name] ?? []);
}

/** It counts no longer over there. */
export const isOver = ({ Status }: { Status: string }) => Status === 'VOIDED' || Status === 'DELETED';

export const toCents = (amount: number) => Math.round(amount * 100);
export const toAmount = (cents: number) => cents / 100;

export function dayOf(when: { Date?: string | undefined; DateString?: string | undefined }): string | null {
  const text = when.DateString ?? when.Date;
  const ticks = /\/Date\((-?\d+)/.exec(text ?? '');
  return ticks ? new Date(Number(ticks[1])).toISOString().slice(0, 10) : (text?.slice(0, 10) ?? null);
}
