import { proseDate } from '@dmse/domain/dates/local-date';
import { PAYMENT_METHODS } from '@dmse/domain/payments/deposit';
import { PAYMENT_REVERSALS } from '@dmse/domain/payments/reverse';
import { DEPOSIT_STATES } from '@dmse/domain/states/deposit';
import { z } from 'zod';
import { field } from '../common/field.ts';
import {
  Cents,
  ClientId,
  DepositId,
  EnteredDate,
  Id,
  InvoiceId,
  LocalDate,
  line,
  optionalLine,
  PaymentId,
  PersonRef,
  paragraph,
  stamps,
} from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

const MAX_CENTS = 100_000_000_00;
const Paid = Cents.min(1, 'Enter an amount above zero.').max(MAX_CENTS, 'This is too much.');
const day = { text: (value: unknown) => proseDate(String(value)) };

/** What may be said of a payment after it was entered. */
export const paymentFields = {
  method: field(z.enum(PAYMENT_METHODS), 'Method'),
  reference: field(optionalLine(120), 'Reference'),
  note: field(paragraph(2000), 'Note'),
};
export const PaymentPatch = z.strictObject(paymentFields).partial();
/** What was received. It is in the books and never changes: a mistake is taken back as a whole. */
export const receivedFields = {
  received_on: field(EnteredDate, 'Received on', day),
  amount: field(Paid, 'Amount'),
};

const Allocations = z.array(z.strictObject({ invoice: InvoiceId, amount: Paid })).max(500);
/** What is on no invoice stays with the firm as credit only where somebody has ticked it. */
const placed = { allocations: Allocations, keeps_credit: z.boolean().optional() };

const client = z.object({ id: ClientId, name: z.string() });
/** Where a payment stands; one that was taken back is no longer any of the others. */
export const PAYMENT_STANDINGS = ['undeposited', 'in a deposit', 'deposited', 'deleted', 'returned'] as const;
export type PaymentStanding = (typeof PAYMENT_STANDINGS)[number];

const head = {
  id: PaymentId,
  client,
  ...paymentFields,
  ...receivedFields,
  received_on: LocalDate,
  amount: Cents,
  unapplied: Cents,
  standing: z.enum(PAYMENT_STANDINGS),
};
export const PaymentRow = z.object({
  ...head,
  invoices: z.array(z.object({ id: InvoiceId, num: z.string().nullable(), amount: Cents })),
  version: z.int(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

/** An invoice that money can be put on. */
const OpenInvoice = z.object({
  id: InvoiceId,
  num: z.string().nullable(),
  date: LocalDate,
  due_date: LocalDate,
  total: Cents,
  balance: Cents,
});
export type OpenInvoice = z.infer<typeof OpenInvoice>;

export const Payment = z.object({
  ...head,
  allocated: Cents,
  refunded: Cents,
  /** What is on which invoice now. */
  allocations: z.array(z.object({ ...OpenInvoice.shape, amount: Cents })),
  refunds: z.array(
    z.object({
      id: Id,
      date: LocalDate,
      account_code: z.string(),
      reference: z.string(),
      amount: Cents,
      created_by: PersonRef.nullable(),
      reversed_on: LocalDate.nullable(),
      why_not_reverse: z.string().nullable(),
    }),
  ),
  deposit: z.object({ id: DepositId, date: LocalDate, state: z.enum(DEPOSIT_STATES) }).nullable(),
  reversed_on: LocalDate.nullable(),
  reason: z.string(),
  /** What the bank kept when it sent the payment back. */
  fee: Cents,
  /** The sentence that refuses each act; null where it may be done. */
  why_not: z.object({
    change: z.string().nullable(),
    allocate: z.string().nullable(),
    refund: z.string().nullable(),
    delete: z.string().nullable(),
    return: z.string().nullable(),
  }),
  ...stamps,
});
export type Payment = z.infer<typeof Payment>;

const PaymentFilter = z.strictObject({
  ...listQuery(['received_on', 'amount', 'unapplied', 'updated_on']),
  method: anyOf(z.enum(PAYMENT_METHODS)),
  standing: anyOf(z.enum(PAYMENT_STANDINGS)),
  has_credit: z.boolean().optional(),
  client: ClientId.optional(),
  invoice: InvoiceId.optional(),
  deposit: DepositId.optional(),
  date_from: EnteredDate.optional(),
  date_to: EnteredDate.optional(),
});

export const listPayments = endpoint({
  get: '/api/payments/payment/',
  query: PaymentFilter,
  page: PaymentRow,
  needs: 'payments.read',
  summary: 'Payments by words, method, client, invoice, deposit and date',
});
export const getPaymentTotals = endpoint({
  get: '/api/payments/totals/',
  query: PaymentFilter.omit({ page: true, page_size: true, ordering: true }),
  response: z.object({ count: z.int(), amount: Cents, unapplied: Cents, undeposited: Cents }),
  needs: 'payments.read',
  summary: 'What the payments of a filter come to; what was taken back counts as nothing',
});
export const createPayment = endpoint({
  post: '/api/payments/payment/',
  body: z.strictObject({ client: ClientId, ...paymentFields, ...receivedFields, ...placed }).partial({ reference: true, note: true }),
  response: Payment,
  status: 201,
  needs: 'payments.write',
  summary: 'Enter what a client has paid, and the invoices it is for',
});
export const getPayment = endpoint({
  get: '/api/payments/payment/:id/',
  response: Payment,
  needs: 'payments.read',
  summary: 'A payment with the invoices it is on, and what may be done with it',
});
export const updatePayment = endpoint({
  patch: '/api/payments/payment/:id/',
  body: PaymentPatch,
  response: Payment,
  needs: 'payments.write',
  summary: 'Change the method, reference or note of a payment',
});
export const allocatePayment = endpoint({
  put: '/api/payments/payment/:id/allocations/',
  body: z.strictObject(placed),
  response: Payment,
  needs: 'payments.write',
  summary: 'Put a payment on these invoices instead of those it is on',
});
export const reversePayment = endpoint({
  post: '/api/payments/payment/:id/reverse/',
  body: z.strictObject({
    how: z.enum(PAYMENT_REVERSALS),
    reason: line(500),
    /** Of a payment that the bank sent back: what the bank kept, and what the client is asked for it, on a draft of its own. */
    fee: Cents.min(0).max(MAX_CENTS).optional(),
    charge: Cents.min(0).max(MAX_CENTS).optional(),
  }),
  response: z.object({ payment: Payment, invoice: InvoiceId.nullable() }),
  needs: 'payments.write',
  summary: 'Delete a payment that was entered by mistake, or return one that the bank sent back; its invoices are owed again',
});
export const refundPayment = endpoint({
  post: '/api/payments/payment/:id/refund/',
  body: z.strictObject({ amount: Paid, date: EnteredDate, account_code: line(20), reference: optionalLine(120).optional() }),
  response: Payment,
  status: 201,
  needs: 'payments.write',
  summary: 'Pay back what is on no invoice',
});
export const reverseRefund = endpoint({
  post: '/api/payments/payment/:id/refund/reverse/',
  body: z.strictObject({ refund: Id, reason: line(500) }),
  response: Payment,
  needs: 'payments.write',
  summary: 'Take a refund back that was entered by mistake or never cashed; it is credit again',
});
export const listPaymentHistory = endpoint({
  get: '/api/payments/payment/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'payments.read',
  summary: "A payment's history",
});

export const PayingClient = z.object({ id: ClientId, name: z.string(), balance: Cents });
export type PayingClient = z.infer<typeof PayingClient>;
export const listPayingClients = endpoint({
  get: '/api/payments/client/',
  query: z.strictObject(listQuery(['name', 'balance'])),
  page: PayingClient,
  needs: 'payments.read',
  summary: 'Clients by words, those who owe the most first',
});
const Credit = z.object({
  id: PaymentId,
  received_on: LocalDate,
  method: z.enum(PAYMENT_METHODS),
  reference: z.string(),
  unapplied: Cents,
});
export const getOpenItems = endpoint({
  get: '/api/payments/open/',
  query: z.strictObject({ client: ClientId.optional(), invoice: anyOf(InvoiceId) }),
  response: z.object({
    client: client.nullable(),
    /** The invoices that were named, or all of the client, on which something is owed: the oldest first. */
    invoices: z.array(OpenInvoice),
    credits: z.array(Credit),
  }),
  needs: 'payments.read',
  summary: 'What a client owes on which invoices, and the credit there is',
});
export const applyCredit = endpoint({
  post: '/api/payments/apply-credit/',
  body: z.strictObject({ invoice: InvoiceId }),
  response: z.object({ applied: z.array(z.object({ payment: PaymentId, amount: Cents })), balance: Cents }),
  needs: 'payments.write',
  summary: "Put the client's credit on an invoice, the oldest first, until one of them is used up",
});
