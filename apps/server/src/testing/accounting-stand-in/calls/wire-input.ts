import { z } from 'zod';
import { badRequest } from './refusal.ts';

/** What may be sent. A name that is not here is refused, so that a misspelled one is found at once. */
const text = z.string().optional();
const amount = z.number().optional();
const flag = z.boolean().optional();
const status = z.enum(['DRAFT', 'SUBMITTED', 'AUTHORISED', 'PAID', 'VOIDED', 'DELETED']).optional();
const lineAmountTypes = z.enum(['Exclusive', 'Inclusive', 'NoTax']).optional();

const TrackingInput = z.strictObject({ Name: text, Option: text, TrackingCategoryID: text, TrackingOptionID: text });
const LineInput = z.strictObject({
  LineItemID: text,
  Description: text,
  Quantity: amount,
  UnitAmount: amount,
  AccountCode: text,
  TaxType: text,
  TaxAmount: amount,
  LineAmount: amount,
  DiscountRate: amount,
  DiscountAmount: amount,
  Tracking: z.array(TrackingInput).optional(),
});
export type LineInput = z.infer<typeof LineInput>;

const ContactReference = z.strictObject({ ContactID: text, ContactNumber: text, Name: text });
export type ContactReference = z.infer<typeof ContactReference>;
const AccountReference = z.strictObject({ Code: text, AccountID: text });
export type AccountReference = z.infer<typeof AccountReference>;

const documentFields = {
  Contact: ContactReference.optional(),
  Date: text,
  LineAmountTypes: lineAmountTypes,
  LineItems: z.array(LineInput).optional(),
  Reference: text,
  Url: text,
  CurrencyCode: z.literal('CAD').optional(),
  SentToContact: flag,
  Status: status,
};
export const InvoiceInput = z.strictObject({
  ...documentFields,
  InvoiceID: text,
  InvoiceNumber: text,
  Type: z.enum(['ACCREC', 'ACCPAY']).optional(),
  DueDate: text,
});
export type InvoiceInput = z.infer<typeof InvoiceInput>;
export const CreditNoteInput = z.strictObject({
  ...documentFields,
  CreditNoteID: text,
  CreditNoteNumber: text,
  Type: z.enum(['ACCRECCREDIT', 'ACCPAYCREDIT']).optional(),
});
export type CreditNoteInput = z.infer<typeof CreditNoteInput>;

const InvoiceReference = z.strictObject({ InvoiceID: text, InvoiceNumber: text });
export type InvoiceReference = z.infer<typeof InvoiceReference>;
export const PaymentInput = z.strictObject({
  Invoice: InvoiceReference.optional(),
  CreditNote: z.strictObject({ CreditNoteID: text, CreditNoteNumber: text }).optional(),
  Overpayment: z.strictObject({ OverpaymentID: z.string() }).optional(),
  Account: AccountReference.optional(),
  Date: text,
  Amount: amount,
  Reference: text,
  IsReconciled: flag,
});
export type PaymentInput = z.infer<typeof PaymentInput>;
export const PaymentDeletion = z.strictObject({ PaymentID: text, Status: z.literal('DELETED') });

export const AllocationInput = z.strictObject({ Invoice: InvoiceReference, Amount: z.number(), Date: text });
export type AllocationInput = z.infer<typeof AllocationInput>;

export const BankTransactionInput = z.strictObject({
  BankTransactionID: text,
  Type: z.enum(['RECEIVE', 'RECEIVE-OVERPAYMENT', 'RECEIVE-PREPAYMENT', 'SPEND', 'SPEND-OVERPAYMENT', 'SPEND-PREPAYMENT']).optional(),
  Contact: ContactReference.optional(),
  BankAccount: AccountReference.optional(),
  LineItems: z.array(LineInput).optional(),
  LineAmountTypes: lineAmountTypes,
  Date: text,
  Reference: text,
  Url: text,
  CurrencyCode: z.literal('CAD').optional(),
  IsReconciled: flag,
  Status: z.enum(['AUTHORISED', 'DELETED']).optional(),
});
export type BankTransactionInput = z.infer<typeof BankTransactionInput>;

const AddressInput = z.strictObject({
  AddressType: z.enum(['POBOX', 'STREET', 'DELIVERY']),
  AddressLine1: text,
  AddressLine2: text,
  AddressLine3: text,
  AddressLine4: text,
  City: text,
  Region: text,
  PostalCode: text,
  Country: text,
  AttentionTo: text,
});
const PhoneInput = z.strictObject({
  PhoneType: z.enum(['DEFAULT', 'DDI', 'MOBILE', 'FAX', 'OFFICE']),
  PhoneNumber: text,
  PhoneAreaCode: text,
  PhoneCountryCode: text,
});
const BillTerms = z.strictObject({
  Day: z.int(),
  Type: z.enum(['DAYSAFTERBILLDATE', 'DAYSAFTERBILLMONTH', 'OFCURRENTMONTH', 'OFFOLLOWINGMONTH']),
});
export const ContactInput = z.strictObject({
  ContactID: text,
  ContactNumber: text,
  AccountNumber: text,
  Name: text,
  FirstName: text,
  LastName: text,
  CompanyNumber: text,
  EmailAddress: text,
  TaxNumber: text,
  ContactStatus: z.enum(['ACTIVE', 'ARCHIVED']).optional(),
  AccountsReceivableTaxType: text,
  SalesDefaultAccountCode: text,
  DefaultCurrency: text,
  Addresses: z.array(AddressInput).optional(),
  Phones: z.array(PhoneInput).optional(),
  PaymentTerms: z.strictObject({ Sales: BillTerms.optional(), Bills: BillTerms.optional() }).optional(),
});
export type ContactInput = z.infer<typeof ContactInput>;

/** Reads one thing that was sent, or says what about it cannot be. */
export function readInput<T>(schema: z.ZodType<T>, sent: unknown, what: string): T {
  const read = schema.safeParse(sent);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => `${[what, ...path].join('.')}: ${message}`);
  throw badRequest(issues.join('; '));
}

const MAX_BATCH = 50;

/** The elements of a body: `{ Invoices: [ … ] }`, or one of them bare. */
export function readElements(body: unknown, name: string): unknown[] {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw badRequest(`Send an object with ${name}.`);
  if (!(name in body)) return [body];
  const others = Object.keys(body).filter((key) => key !== name);
  if (others.length > 0) throw badRequest(`Unrecognized key beside ${name}: ${others.join(', ')}`);
  const elements = (body as Record<string, unknown>)[name];
  if (!Array.isArray(elements) || elements.length === 0) throw badRequest(`${name} is not a list with something in it.`);
  if (elements.some((one) => one === null || typeof one !== 'object')) throw badRequest(`${name} holds something that is no object.`);
  if (elements.length > MAX_BATCH) throw badRequest(`Send at most ${MAX_BATCH} ${name} at once.`);
  return elements;
}
