import { whyNotDate } from '@dmse/domain/dates/date-range';
import type { LocalDate as Day } from '@dmse/domain/dates/local-date';
import type { Cents as Money } from '@dmse/domain/money/cents';
import { whyNotWebAddress } from '@dmse/domain/text/web-address';
import type * as Brands from '@dmse/domain/values/brand';
import { z } from 'zod';
import { amount } from './amount.ts';

/** A schema whose values say what they are. */
function branded<T>() {
  return <S extends z.ZodType>(schema: S) => schema as S & { _zod: { output: T; input: T } };
}

/** Ids of office records are integers; everything a tablet can create has a UUID of its own. */
export const Id = z.int().positive();
const idOf = <const Noun extends string>() => branded<Brands.RecordId<Noun>>()(Id);
export const ClientId = idOf<'client'>();
export const ContactId = idOf<'contact'>();
export const JobId = idOf<'job'>();
export const QuoteId = idOf<'quote'>();
export const TaskId = idOf<'task'>();
export const TaskGroupId = idOf<'task-group'>();
export const MilestoneId = idOf<'milestone'>();
export const MemoId = idOf<'memo'>();
export const ControlPointId = idOf<'controlpoint'>();
export const UserId = idOf<'user'>();
export const ExpenseId = idOf<'expense'>();
export const InvoiceId = idOf<'invoice'>();
export const PaymentId = idOf<'payment'>();
export const DepositId = idOf<'deposit'>();
export const Uuid = z.uuid();
export const Instant = branded<Brands.Instant>()(z.iso.datetime({ precision: 3 }));
/** A date in an answer: whatever is stored. */
export const LocalDate = branded<Day>()(z.iso.date());
/** A date that a person enters or searches by, within the years the product knows. */
export const EnteredDate = LocalDate.refine((date) => whyNotDate(date) === null, { error: ({ input }) => whyNotDate(String(input)) ?? '' });
export const Cents = branded<Money>()(amount(z.int()));
/** Money that everybody reads who may read the record: what somebody paid themselves. */
export const PaidCents = branded<Money>()(z.int());
export const Minutes = branded<Brands.Minutes>()(z.int());

/** A line of text a person types: trimmed, not empty, and no control characters that could forge a second line. */
export function line(max: number) {
  return z
    .string()
    .trim()
    .min(1, 'This field may not be blank.')
    .max(max, `Use at most ${max} characters.`)
    .regex(/^\P{Cc}*$/u, 'Use a single line of text.');
}

/** A line that may be left empty. */
export function optionalLine(max: number) {
  return z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^\P{Cc}*$/u, 'Use a single line of text.');
}

/** A website, or nothing. */
export function website(max: number) {
  return optionalLine(max).refine((text) => whyNotWebAddress(text) === null, {
    error: ({ input }) => whyNotWebAddress(String(input)) ?? '',
  });
}

/** Text of several lines, may be empty. NUL is refused because PostgreSQL cannot keep it. */
export function paragraph(max: number) {
  return z
    .string()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^[^\0]*$/, 'This text holds a character that cannot be stored.');
}

export const Email = z.email('Enter an e-mail address such as name@example.ca.').max(254);

/** A mail address, or nothing. */
export const OptionalEmail = z.union([z.literal(''), Email]);

/** The name or number of a machine, or nothing: what can be looked up, and nothing that comes before or after it in an address. */
export const OptionalHost = optionalLine(200).regex(
  /^(|\[?[0-9a-f:]*:[0-9a-f:.]+\]?|(?=.{1,200}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)$/i,
  'Use the name of a machine, such as mail.example.ca.',
);

/** A person named in an answer. */
export const PersonRef = z.object({ id: UserId, full_name: z.string() });
export type PersonRef = z.infer<typeof PersonRef>;

/** What every office record carries. */
export const stamps = {
  version: z.int(),
  created_on: Instant,
  created_by: PersonRef.nullable(),
  updated_on: Instant,
  updated_by: PersonRef.nullable(),
};
