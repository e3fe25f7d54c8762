import { buffer } from 'node:stream/consumers';
import type { QuotePdf } from '@dmse/contract/jobs/quote';
import type { Language, Province } from '@dmse/domain/clients/party';
import { type LocalDate, localDate } from '@dmse/domain/dates/local-date';
import { QUOTE_WORDS, sayQuoteDay } from '@dmse/domain/jobs/quote-words';
import { type Cents, sumCents } from '@dmse/domain/money/cents';
import { isOut, validUntil } from '@dmse/domain/states/quote';
import { DEFAULT_TASK_GROUP } from '@dmse/domain/work/default-group';
import type { z } from 'zod';
import { moneyWriter } from '../../../adapters/documents/money-writer.ts';
import type { QuoteDocument } from '../../../adapters/documents/quote-document.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import { describeFiles } from '../../files/file/file.service.ts';
import { getTaxFor } from '../../invoices/tax-rule/tax-rule.service.ts';
import { getSection, getToday } from '../../settings/setting/setting.service.ts';
import * as documents from './quote-document.queries.ts';
import { sumsOf } from './quote-sums.ts';

export type QuoteChoices = Omit<z.infer<typeof QuotePdf>, 'quote'>;
type Line = QuoteDocument['roles'][number];
type Say = (cents: Cents) => string;

function sayHours(minutes: number, language: Language): string {
  return minutes === 0 ? '' : sayNumber(Math.round((minutes / 60) * 100) / 100, language);
}

function sayNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(`${language}-CA`, { maximumFractionDigits: 4, useGrouping: language === 'fr' }).format(value);
}

function minutesIn(entries: readonly documents.QuotedEntry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.minutes ?? 0), 0);
}

function amountIn(entries: readonly documents.QuotedEntry[]): Cents {
  return sumCents(entries.map((entry) => entry.amount));
}

/** One line for each role and each kind of disbursement, in the order they first appear. */
function linesOf(entries: readonly documents.QuotedEntry[], say: Say, language: Language): Line[] {
  const groups = Map.groupBy(entries, ({ job_role, disbursement_type }) => job_role ?? disbursement_type ?? '');
  return [...groups].map(([label, group]) => {
    const quantity = group.reduce((sum, entry) => sum + Number(entry.quantity ?? 0), 0);
    const isRole = group[0]?.job_role != null;
    return {
      label,
      quantity: isRole ? sayHours(minutesIn(group), language) : `${sayNumber(quantity, language)} ${group[0]?.unit ?? ''}`.trim(),
      amount: say(amountIn(group)),
    };
  });
}

const LOGO_FORMATS: Record<string, 'png' | 'jpg'> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

type LogoSource = Pick<Context, 'tx'> & { adapters: Pick<Context['adapters'], 'files'> };

/** Other pictures cannot stand in a PDF: the firm's name in words does then. */
export async function findLogo({ tx, adapters }: LogoSource, id: number | null): Promise<QuoteDocument['firm']['logo']> {
  const file = id === null ? undefined : (await describeFiles(tx, [id])).get(id);
  const format = file && LOGO_FORMATS[file.mime_type];
  return format ? { bytes: await buffer(adapters.files.open(file.sha256)), format } : null;
}

/** Which edition is put together; the next revision, of today, unless said. */
type Edition = { revision?: number; date?: LocalDate; valid_until?: LocalDate | undefined };

/** In which language the last revision was written: the client may have chosen another since. */
export async function findLanguage(tx: Context['tx'], id: number): Promise<Language> {
  const row = await documents.findParties(tx, id);
  const frozen = row ? ((await documents.findFrozen(tx, id, row.revision)) as FrozenDocument | null) : null;
  return frozen?.language ?? 'en';
}

/** The document, and what the client is asked for before tax. */
type Collected = { document: QuoteDocument; price: Cents };

/** Everything a client reads in a quote, put together from the quote, its work, the firm's texts and the tax rules of the day. */
export async function collectQuote(context: Context, id: number, choices: QuoteChoices = {}, edition: Edition = {}): Promise<Collected> {
  const { tx } = context;
  const row = await documents.findParties(tx, id);
  if (!row) throw notFound();
  const firm = await getSection(tx, 'firm');
  const { locale, currency } = await getSection(tx, 'region');
  const language = (row.language ?? locale.slice(0, 2)) as Language;
  const tasks = await documents.listQuotedTasks(tx, id, language);
  const texts = await getSection(tx, 'quote_texts');
  const say = moneyWriter(`${language}-CA`, currency);
  const firmText = (name: 'introduction' | 'terms' | 'acceptance') => texts[language === 'fr' ? (`${name}_fr` as const) : name];
  const date = edition.date ?? (await getToday(context));
  const entries = tasks.flatMap((task) => task.entries);
  const place = [row.billing_city, row.billing_province, row.billing_postal_code].filter(Boolean).join(' ');
  const quoted = { billing_type: row.billing_type, fee_cap: row.fee_cap };
  const tax = await getTaxFor(context, taxedOf(row), date);
  const amounts = tasks.map((task) => amountIn(task.entries));
  const { price, ...sums } = sumsOf(quoted, amounts, tax, { say, language });
  // One group over everything says nothing to a client.
  const isGrouped = new Set(tasks.map(({ group }) => group)).size > 1;
  const document: QuoteDocument = {
    firm: { ...firm, name: firm.legal_name || firm.firm_name, logo: await findLogo(context, firm.logo_horizontal) },
    language,
    num: row.num,
    revision: edition.revision ?? row.revision + 1,
    desc: row.desc,
    long_desc: row.long_desc,
    date: sayQuoteDay(language, date),
    valid_until: sayQuoteDay(language, edition.valid_until ?? validUntil(date, texts.valid_days)),
    client: { name: row.client_name, attention: row.attention ?? '', address: [row.billing_street, place].filter(Boolean).join('\n') },
    site: { address: row.address ?? '', legal_description: row.legal_description ?? '', pid: row.pid ?? '' },
    manager:
      row.project_manager === null
        ? null
        : { name: row.manager_name ?? '', email: row.manager_email ?? '', phone: row.manager_phone ?? '' },
    introduction: choices.introduction ?? firmText('introduction'),
    terms: choices.terms ?? firmText('terms'),
    acceptance: firmText('acceptance'),
    detail: choices.detail ?? texts.detail,
    tasks: tasks.map(({ group, name, description, entries: own }) => ({
      group: isGrouped && group !== DEFAULT_TASK_GROUP ? group : '',
      name,
      description,
      hours: sayHours(minutesIn(own), language),
      amount: say(amountIn(own)),
      lines: linesOf(own, say, language),
    })),
    roles: linesOf(entries, say, language),
    ...sums,
    currency,
    show_signature: choices.show_signature ?? true,
    show_minutes: choices.show_minutes ?? false,
  };
  return { document, price };
}

type Parties = NonNullable<Awaited<ReturnType<typeof documents.findParties>>>;

function taxedOf({ client, tax_province, is_tax_exempt, tax_exempt_reason }: Parties) {
  if (client === null) return null;
  return {
    tax_province: tax_province as Province | null,
    is_tax_exempt: is_tax_exempt ?? false,
    tax_exempt_reason: tax_exempt_reason ?? '',
  };
}

/** What a revision keeps of its document: everything but the bytes of the logo, which are found again by their file. */
type FrozenDocument = Omit<QuoteDocument, 'firm'> & { firm: Omit<QuoteDocument['firm'], 'logo'> & { logo_horizontal: number | null } };

export function freezeDocument({ firm: { logo: _, ...firm }, ...document }: QuoteDocument): FrozenDocument {
  return { ...document, firm: firm as FrozenDocument['firm'] };
}

/** The quote as it was submitted: only how much of it is shown may still be chosen. */
async function reprintQuote(
  context: Context,
  id: number,
  row: Parties & { submitted_on: string },
  choices: QuoteChoices,
): Promise<QuoteDocument> {
  const frozen = (await documents.findFrozen(context.tx, id, row.revision)) as FrozenDocument | null;
  if (!frozen) {
    // Submitted before documents were kept: what it says now, under the date it had.
    const { time_zone } = await getSection(context.tx, 'region');
    const edition = { revision: row.revision, date: localDate(row.submitted_on, time_zone), valid_until: row.valid_until ?? undefined };
    return (await collectQuote(context, id, choices, edition)).document;
  }
  for (const text of ['introduction', 'terms'] as const)
    if (choices[text] !== undefined) throw invalid({ [text]: `Revision ${row.revision} was submitted with its own text.` });
  const { logo_horizontal, ...firm } = frozen.firm;
  return { ...frozen, ...choices, firm: { ...firm, logo: await findLogo(context, logo_horizontal) } };
}

/** The quote as the client has it or, while nothing has gone out, as it would go out now. Nothing is kept of it. */
export async function previewQuote(context: Context, { quote, ...choices }: z.infer<typeof QuotePdf>): Promise<FileAnswer> {
  const row = await documents.findParties(context.tx, quote);
  if (!row) throw notFound();
  const { state, submitted_on } = row;
  const document =
    submitted_on !== null && isOut({ state: state, submitted_on })
      ? await reprintQuote(context, quote, { ...row, submitted_on }, choices)
      : (await collectQuote(context, quote, choices)).document;
  const stream = () => context.adapters.documents.makeQuote(document);
  return {
    stream,
    name: `${QUOTE_WORDS[document.language ?? 'en'].quote} ${document.num}.pdf`,
    mime_type: 'application/pdf',
    inline: true,
  };
}

export const listQuotedTasks = documents.listQuotedTasks;
