import { proseDate } from '@dmse/domain/dates/local-date';
import { PAYMENT_METHODS } from '@dmse/domain/payments/deposit';
import { DEPOSIT_STATES } from '@dmse/domain/states/deposit';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { Cents, ClientId, DepositId, EnteredDate, LocalDate, line, optionalLine, PaymentId, stamps } from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

export const depositFields = {
  date: field(EnteredDate, 'Date', { text: (value) => proseDate(String(value)) }),
  account_code: field(line(20), 'Bank account'),
  note: field(optionalLine(200), 'Note'),
};
const Ticked = z.array(PaymentId).min(1, 'Tick the payments that are deposited.').max(2000);
export const DepositPatch = z.strictObject({ ...depositFields, payments: Ticked }).partial();

const head = {
  id: DepositId,
  state: z.enum(DEPOSIT_STATES),
  ...depositFields,
  date: LocalDate,
  account_name: z.string(),
  total: Cents,
  count: z.int(),
};
export const DepositRow = z.object({ ...head, version: z.int() });
export type DepositRow = z.infer<typeof DepositRow>;

const TickedPayment = z.object({
  id: PaymentId,
  client: z.object({ id: ClientId, name: z.string() }),
  received_on: LocalDate,
  method: z.enum(PAYMENT_METHODS),
  reference: z.string(),
  amount: Cents,
  is_returned: z.boolean(),
});
export type TickedPayment = z.infer<typeof TickedPayment>;

export const Deposit = z.object({
  ...head,
  payments: z.array(TickedPayment),
  methods: z.array(z.object({ method: z.enum(PAYMENT_METHODS), count: z.int(), amount: Cents })),
  /** The sentence that refuses each act; null where it may be done. */
  why_not: z.object({
    change: z.string().nullable(),
    DEPOSITED: z.string().nullable(),
    OPEN: z.string().nullable(),
    remove: z.string().nullable(),
  }),
  ...stamps,
});
export type Deposit = z.infer<typeof Deposit>;

export const listDeposits = endpoint({
  get: '/api/payments/deposit/',
  query: z.strictObject({
    ...listQuery(['date', 'total', 'updated_on']),
    state: anyOf(z.enum(DEPOSIT_STATES)),
    account_code: z.string().optional(),
    date_from: EnteredDate.optional(),
    date_to: EnteredDate.optional(),
  }),
  page: DepositRow,
  needs: 'payments.read',
  summary: 'Bank deposits by state, account and date',
});
export const listUndeposited = endpoint({
  get: '/api/payments/undeposited/',
  response: z.object({ payments: z.array(TickedPayment) }),
  needs: 'payments.write',
  summary: 'Payments that are in no deposit yet, the oldest first',
});
export const createDeposit = endpoint({
  post: '/api/payments/deposit/',
  body: z.strictObject({ ...depositFields, payments: Ticked }).partial({ note: true }),
  response: Deposit,
  status: 201,
  needs: 'payments.write',
  summary: 'Put a deposit together from payments that are in no other',
});
export const getDeposit = endpoint({
  get: '/api/payments/deposit/:id/',
  response: Deposit,
  needs: 'payments.read',
  summary: 'A deposit with its payments, and what may be done with it',
});
export const updateDeposit = endpoint({
  patch: '/api/payments/deposit/:id/',
  body: DepositPatch,
  response: Deposit,
  needs: 'payments.write',
  summary: 'Change a deposit that is open, and tick other payments',
});
export const moveDeposit = endpoint({
  post: '/api/payments/deposit/:id/move/',
  body: z.strictObject({ to: z.enum(DEPOSIT_STATES) }),
  response: Deposit,
  needs: 'payments.write',
  summary: 'Take a deposit to the bank, or undo that',
});
export const removeDeposit = endpoint({
  delete: '/api/payments/deposit/:id/',
  response: 'nothing',
  needs: 'payments.write',
  summary: 'Take an open deposit apart; its payments can be deposited again',
});
export const depositSlip = endpoint({
  get: '/api/payments/deposit/:id/pdf/',
  response: 'file',
  needs: 'payments.read',
  heavy: true,
  summary: 'The deposit slip as PDF',
});
export const listDepositHistory = endpoint({
  get: '/api/payments/deposit/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'payments.read',
  summary: "A deposit's history",
});
