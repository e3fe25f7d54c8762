import { buffer } from 'node:stream/consumers';
import type { QuotePdf } from '@dmse/contract/jobs/quote';
import { type Cents, sumCents } from '@dmse/domain/money/cents';
import { validUntil } from '@dmse/domain/states/quote';
import { proseDate } from '@dmse/domain/time/local-date';
import type { z } from 'zod';
import type { Context } from '../../http/context.ts';
import type { FileAnswer } from '../../http/file-answer.ts';
import { notFound } from '../../http/refusal.ts';
import type { QuoteDocument } from '../../outside/quote-document.ts';
import { describeFiles } from '../files/file.service.ts';
import { getSection } from '../settings/setting.service.ts';
import { getToday } from './number.service.ts';
import * as documents from './quote-document.queries.ts';

type Choices = Omit<z.infer<typeof QuotePdf>, 'quote'>;
type Line = QuoteDocument['roles'][number];
type Say = (cents: Cents) => string;

/** Formatting money is the document's own business; the firm says in which language and currency. */
function moneyWriter(locale: string, currency: string): Say {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return (cents) => format.format(cents / 100);
}

function sayHours(minutes: number): string {
  return minutes === 0 ? '' : String(Math.round((minutes / 60) * 100) / 100);
}

function minutesIn(entries: readonly documents.QuotedEntry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.minutes ?? 0), 0);
}

function amountIn(entries: readonly documents.QuotedEntry[]): Cents {
  return sumCents(entries.map((entry) => entry.amount));
}

/** One line for each role and each kind of disbursement, in the order they first appear. */
function linesOf(entries: readonly documents.QuotedEntry[], say: Say): Line[] {
  const groups = Map.groupBy(entries, ({ job_role, disbursement_type }) => job_role ?? disbursement_type ?? '');
  return [...groups].map(([label, group]) => {
    const quantity = group.reduce((sum, entry) => sum + Number(entry.quantity ?? 0), 0);
    const isRole = group[0]?.job_role != null;
    return {
      label,
      quantity: isRole ? sayHours(minutesIn(group)) : `${quantity} ${group[0]?.unit ?? ''}`.trim(),
      amount: say(amountIn(group)),
    };
  });
}

const LOGO_FORMATS: Record<string, 'png' | 'jpg'> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** Other pictures cannot stand in a PDF: the firm's name in words does then. */
async function findLogo({ tx, outside }: Context, id: number | null): Promise<QuoteDocument['firm']['logo']> {
  const file = id === null ? undefined : (await describeFiles(tx, [id])).get(id);
  const format = file && LOGO_FORMATS[file.mime_type];
  return format ? { bytes: await buffer(outside.files.open(file.sha256)), format } : null;
}

type Frozen = { revision?: number; valid_until?: string };

/** Everything a client reads in a quote, put together from the quote, its work and the firm's texts. */
export async function collectQuote(context: Context, id: number, choices: Choices = {}, frozen: Frozen = {}): Promise<QuoteDocument> {
  const { tx } = context;
  const row = await documents.findParties(tx, id);
  if (!row) throw notFound();
  const tasks = await documents.listQuotedTasks(tx, id);
  const firm = await getSection(tx, 'firm');
  const { locale, currency } = await getSection(tx, 'region');
  const texts = await getSection(tx, 'quote_texts');
  const say = moneyWriter(locale, currency);
  const today = await getToday(context);
  const entries = tasks.flatMap((task) => task.entries);
  const place = [row.billing_city, row.billing_province, row.billing_postal_code].filter(Boolean).join(' ');
  return {
    firm: { ...firm, name: firm.legal_name || firm.firm_name, logo: await findLogo(context, firm.logo_horizontal) },
    num: row.num,
    revision: frozen.revision ?? Math.max(row.revision, 1),
    desc: row.desc,
    long_desc: row.long_desc,
    date: proseDate(today),
    valid_until: proseDate(frozen.valid_until ?? row.valid_until ?? validUntil(today, texts.valid_days)),
    client: { name: row.client_name, attention: row.attention ?? '', address: [row.billing_street, place].filter(Boolean).join('\n') },
    site: { address: row.address ?? '', legal_description: row.legal_description ?? '', pid: row.pid ?? '' },
    manager:
      row.project_manager === null
        ? null
        : { name: row.manager_name ?? '', email: row.manager_email ?? '', phone: row.manager_phone ?? '' },
    introduction: choices.introduction ?? texts.introduction,
    terms: choices.terms ?? texts.terms,
    acceptance: texts.acceptance,
    detail: choices.detail ?? texts.detail,
    tasks: tasks.map(({ group, name, description, entries: own }) => ({
      group,
      name,
      description,
      hours: sayHours(minutesIn(own)),
      amount: say(amountIn(own)),
      lines: linesOf(own, say),
    })),
    roles: linesOf(entries, say),
    total: say(amountIn(entries)),
    currency,
    show_signature: choices.show_signature ?? true,
    show_minutes: choices.show_minutes ?? false,
  };
}

/** The quote as it would go out now. Nothing is kept of it. */
export async function previewQuote(context: Context, { quote, ...choices }: z.infer<typeof QuotePdf>): Promise<FileAnswer> {
  const document = await collectQuote(context, quote, choices);
  const bytes = await context.outside.documents.makeQuote(document);
  return { stream: bytes, name: `Quote ${document.num}.pdf`, mime_type: 'application/pdf', bytes: bytes.length, inline: true };
}

export const listQuotedTasks = documents.listQuotedTasks;
