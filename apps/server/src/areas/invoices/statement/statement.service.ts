import { Readable } from 'node:stream';
import type { RequestBody, RequestQuery } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/invoices/statement';
import type { Statement } from '@dmse/contract/invoices/statement';
import { addDays } from '@dmse/domain/dates/local-date';
import { AGE_BUCKETS, ageBalances } from '@dmse/domain/invoices/age';
import { fillMailText } from '@dmse/domain/invoices/mail-text';
import { statementOf } from '@dmse/domain/invoices/statement';
import { subtractCents, sumCents } from '@dmse/domain/money/cents';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { openRecord, updateRecord } from '../../../records/record.ts';
import { clientNoun, getClient } from '../../clients/client/client.service.ts';
import { storeMade } from '../../files/file/file.service.ts';
import { listAddresses } from '../../jobs/quote/quote.service.ts';
import { findLogo } from '../../jobs/quote/quote-document.service.ts';
import { getSection, getToday } from '../../settings/setting/setting.service.ts';
import { mailDocument, sayMailed } from '../document/document-mail.service.ts';
import { documentWords } from '../document/document-words.ts';
import { listBillingAddresses } from '../document/invoice-mail.queries.ts';
import { firmOf } from '../document/print-invoice.ts';
import { addressOf } from '../invoice/invoice.service.ts';
import { printStatement } from './print-statement.ts';
import * as statements from './statement.queries.ts';

type Period = RequestQuery<typeof wire.getStatement>;
const SHOWN_DAYS = 90;
const MOST_PDF_BYTES = 50 * 1024 * 1024;

/** What the client owes on a day. What is on no invoice is the difference between the account and the invoices that are open. */
export async function getStatement(context: Context, id: number, period: Period): Promise<Statement> {
  const { tx } = context;
  const { name } = await getClient(context, id);
  const as_of = period.as_of ?? (await getToday(context));
  const from = period.from ?? addDays(as_of, -SHOWN_DAYS);
  const movements = await statements.listMovements(tx, id, as_of);
  const open = await statements.listOpenInvoices(tx, id, as_of);
  const owed = sumCents(open.map(({ balance }) => balance));
  const unapplied = subtractCents(owed, sumCents(movements.map(({ amount }) => amount)));
  const { buckets, overdue, balance } = ageBalances(open, unapplied, as_of);
  return {
    client: { id, name },
    from,
    as_of,
    ...statementOf(movements, { from, to: as_of }),
    open,
    ages: AGE_BUCKETS.map((bucket) => ({ bucket, amount: buckets[bucket] })),
    ...{ balance, overdue, unapplied },
  };
}

/** The statement and what it is printed and mailed with: the client's language, the firm as it is now. */
async function prepare(context: Context, id: number, period: Period) {
  const { tx } = context;
  const client = await getClient(context, id);
  const statement = await getStatement(context, id, period);
  const { hst_number: _, ...firm } = await getSection(tx, 'firm');
  const { currency } = await getSection(tx, 'region');
  const words = documentWords(client.language, currency);
  return { client, statement, firm, words, name: `${words.statement} ${client.name} ${statement.as_of}.pdf` };
}

async function print(context: Context, { client, statement, firm, words }: Awaited<ReturnType<typeof prepare>>) {
  const letterhead = firmOf(firm, await findLogo(context, firm.logo_horizontal));
  return printStatement(words, statement, letterhead, [client.name, ...addressOf(client).split('\n')]);
}

export async function openStatementPdf(context: Context, id: number, period: Period): Promise<FileAnswer> {
  const prepared = await prepare(context, id, period);
  const printed = await print(context, prepared);
  const stream = () => context.adapters.documents.makeSheets(printed);
  return { stream, name: prepared.name, mime_type: 'application/pdf', inline: true };
}

export async function getStatementMail(context: Context, id: number, period: Period) {
  const { tx } = context;
  const { client, statement, firm, words } = await prepare(context, id, period);
  const texts = await getSection(tx, 'invoicing');
  const values = {
    ...{ client: client.name, firm: firm.firm_name, date: words.sayDay(statement.as_of) },
    ...{ balance: words.money(statement.balance), overdue: words.money(statement.overdue) },
  };
  const [subject, message] =
    client.language === 'fr'
      ? [texts.statement_subject_fr, texts.statement_message_fr]
      : [texts.statement_subject, texts.statement_message];
  return {
    subject: fillMailText(subject, values),
    message: fillMailText(message, values),
    to: await listBillingAddresses(tx, id, []),
    known: await listAddresses(tx, id),
  };
}

/** The file stays with the mails it went out with; the client's history says to whom. */
export async function mailStatement(context: Context, id: number, { from, as_of, ...mailing }: RequestBody<typeof wire.mailStatement>) {
  const row = await openRecord(context, clientNoun, id);
  const prepared = await prepare(context, id, { from, as_of });
  const bytes = await context.adapters.documents.makeSheets(await print(context, prepared));
  const made = await context.adapters.files.put(Readable.from([bytes]), MOST_PDF_BYTES);
  const file = await storeMade(context, { ...made, name: prepared.name, mime_type: 'application/pdf' });
  const mails = await mailDocument(context, id, mailing, file.id);
  await updateRecord(context, clientNoun, row, {}, [sayMailed(`statement of account as of ${prepared.statement.as_of}`, mailing)]);
  return { mails };
}
