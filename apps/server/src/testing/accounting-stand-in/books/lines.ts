import { randomUUID } from 'node:crypto';
import type { LineInput } from '../calls/wire-input.ts';
import { priceOf, readCents, roundTo, sayMoney, taxOf } from './amounts.ts';
import type { Books, Line, LineAmountTypes, Status, Tracking } from './books.ts';
import type { Account, TaxRate } from './seed.ts';

/** What the document around the lines says about them. */
export type LineRules = {
  isSale: boolean;
  status: Status;
  lineAmountTypes: LineAmountTypes;
  unitPlaces: 2 | 4;
  /** The lines it has, which keep their ids when these are sent. */
  known: readonly Line[];
};

const MAX_TRACKING = 2;

/** The lines as they are kept, and what is wrong with them. */
export function readLines(books: Books, sent: readonly LineInput[], rules: LineRules): { lines: Line[]; problems: string[] } {
  const problems: string[] = [];
  const lines = sent.map((line) => readLine(books, line, rules, problems));
  const twice = lines.filter(({ id }, place) => lines.findIndex((other) => other.id === id) !== place);
  if (twice.length > 0) problems.push('A line item was sent twice.');
  return { lines, problems };
}

function readLine(books: Books, sent: LineInput, rules: LineRules, problems: string[]): Line {
  problems.push(...missingFields(sent, rules));
  const account = findLineAccount(books, sent.AccountCode);
  if (sent.AccountCode !== undefined && !account)
    problems.push(`Account code '${sent.AccountCode}' is not a valid code for this document.`);
  const rate = findRate(books, sent, account, rules, problems);
  const amount = readAmount(sent, rules, problems);
  if (sent.LineItemID !== undefined && !rules.known.some(({ id }) => id === sent.LineItemID))
    problems.push(`The line item ${sent.LineItemID} is not part of this document.`);
  return {
    id: sent.LineItemID ?? randomUUID(),
    description: sent.Description ?? '',
    quantity: roundTo(sent.Quantity ?? 0, 4),
    unitAmount: roundTo(sent.UnitAmount ?? 0, rules.unitPlaces),
    discountRate: sent.DiscountRate,
    discountAmount: sent.DiscountAmount,
    accountCode: sent.AccountCode,
    taxType: rules.lineAmountTypes === 'NoTax' ? 'NONE' : rate?.TaxType,
    tracking: (sent.Tracking ?? []).flatMap((one) => findTracking(books, one, problems)),
    amount,
    tax: readTax(sent, amount, rate, rules, problems),
  };
}

function missingFields(sent: LineInput, { status, isSale }: LineRules): string[] {
  const missing = sent.Description ? [] : ['Description must not be empty.'];
  if ((sent.Tracking?.length ?? 0) > MAX_TRACKING) missing.push('A line item may have at most two tracking categories.');
  if (!isSale && (sent.DiscountRate !== undefined || sent.DiscountAmount !== undefined))
    missing.push('Discounts are for sales invoices only.');
  if (status === 'AUTHORISED')
    for (const name of ['Quantity', 'UnitAmount', 'AccountCode'] as const)
      if (sent[name] === undefined) missing.push(`${name} must be given on an approved document.`);
  return missing;
}

/** Money owed by clients and bank accounts are not booked by a line. */
function findLineAccount(books: Books, code: string | undefined): Account | undefined {
  return books.accounts.find((one) => one.Code === code && one.Status === 'ACTIVE' && one.Type !== 'BANK' && !one.SystemAccount);
}

function findRate(
  books: Books,
  { TaxType }: LineInput,
  account: Account | undefined,
  { isSale, lineAmountTypes }: LineRules,
  problems: string[],
): TaxRate | undefined {
  const asked = TaxType ?? account?.TaxType;
  if (asked === undefined || (lineAmountTypes === 'NoTax' && TaxType === 'NONE')) return undefined;
  const may = (rate: TaxRate) => (isSale ? rate.CanApplyToRevenue : rate.CanApplyToExpenses);
  const rate = books.taxRates.find((one) => one.TaxType === asked && one.Status === 'ACTIVE' && may(one));
  if (!rate) problems.push(`The TaxType code '${asked}' does not exist or cannot be used for this type of transaction.`);
  return rate;
}

function readAmount(sent: LineInput, { unitPlaces }: LineRules, problems: string[]): number {
  const { Quantity, UnitAmount, LineAmount, ...discount } = sent;
  const given = LineAmount === undefined ? undefined : readCents(LineAmount, 'LineAmount');
  if (Quantity === undefined || UnitAmount === undefined) return given ?? 0;
  const amount = priceOf({ Quantity, UnitAmount, ...discount }, unitPlaces);
  if (given !== undefined && given !== amount)
    problems.push(`The line total ${sayMoney(given)} does not match the expected line total ${sayMoney(amount)}`);
  return amount;
}

/** Another tax than the reckoned one is taken where it has its sign and is not above it by more than a cent for each tax. */
function readTax({ TaxAmount }: LineInput, amount: number, rate: TaxRate | undefined, rules: LineRules, problems: string[]): number {
  const isTaxed = rules.lineAmountTypes !== 'NoTax' && rate !== undefined;
  const reckoned = isTaxed ? taxOf(amount, rate.EffectiveRate, rules.lineAmountTypes === 'Inclusive') : 0;
  if (TaxAmount === undefined) return reckoned;
  const given = readCents(TaxAmount, 'TaxAmount');
  const spare = isTaxed && rate.EffectiveRate > 0 ? rate.TaxComponents.length : 0;
  const isSameSide = given === 0 || Math.sign(given) === Math.sign(amount);
  if (!isSameSide || Math.abs(given) > Math.abs(reckoned) + spare)
    problems.push(`The tax amount ${sayMoney(given)} cannot be used where the tax rate gives ${sayMoney(reckoned)}`);
  return given;
}

type SentTracking = NonNullable<LineInput['Tracking']>[number];

function findTracking(books: Books, sent: SentTracking, problems: string[]): Tracking[] {
  const active = books.tracking.filter(({ Status }) => Status === 'ACTIVE');
  const category = active.find((one) => one.TrackingCategoryID === sent.TrackingCategoryID || one.Name === sent.Name);
  const options = category?.Options.filter(({ Status }) => Status === 'ACTIVE') ?? [];
  const option = options.find((one) => one.TrackingOptionID === sent.TrackingOptionID || one.Name === sent.Option);
  if (category && option)
    return [
      {
        Name: category.Name,
        Option: option.Name,
        TrackingCategoryID: category.TrackingCategoryID,
        TrackingOptionID: option.TrackingOptionID,
      },
    ];
  const asked = category ? `option '${sent.Option ?? sent.TrackingOptionID}'` : `category '${sent.Name ?? sent.TrackingCategoryID}'`;
  problems.push(`The tracking ${asked} does not exist or is not active.`);
  return [];
}
