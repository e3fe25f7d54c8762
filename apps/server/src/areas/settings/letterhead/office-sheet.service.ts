import { moneyWriter } from '../../../adapters/documents/money-writer.ts';
import type { Firm, Row, SheetDocument, Table } from '../../../adapters/documents/sheets.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { findLogo } from '../../jobs/quote/quote-document.service.ts';
import { getSection } from '../setting/setting.service.ts';

export type OfficeTable = { title: string; subtitle: string; heading: string; what: string; rows: readonly OfficeRow[] };
type OfficeRow = { date?: string; what: string; amount: number; is?: 'sum' | 'total' };

function tableOf({ heading, what, rows }: OfficeTable, currency: string, say: (cents: number) => string): Table {
  const columns = [{ label: 'Date', width: 84 }, { label: what }, { label: `Amount (${currency})`, width: 96, align: 'right' as const }];
  return {
    heading,
    columns,
    rows: rows.map(({ date = '', what: words, amount, is }, at): Row => {
      // What it comes to stands with the last of what it is made of.
      const keep = is === undefined && rows[at + 1]?.is !== undefined;
      return is === undefined
        ? { kind: 'line', cells: [date, words, say(amount)], rule: true, keep }
        : { kind: is, cells: [words, '', say(amount)], keep: at < rows.length - 1 };
    }),
  };
}

/** The firm as its papers name it. */
export async function getLetterhead(context: Context): Promise<Firm> {
  const firm = await getSection(context.tx, 'firm');
  const { address, phone, email, website, hst_number } = firm;
  const logo = await findLogo(context, firm.logo_horizontal);
  return { name: firm.legal_name || firm.firm_name, address, phone, email, website, hst_number, logo };
}

/** A PDF for the office: the firm's letterhead, and for each table a page with days, words and amounts. */
export async function officePdf(
  context: Context,
  { title, name, date, tables }: { title: string; name: string; date: string; tables: readonly OfficeTable[] },
): Promise<FileAnswer> {
  const { tx, adapters } = context;
  const firm = await getLetterhead(context);
  const { locale, currency } = await getSection(tx, 'region');
  const say = moneyWriter(locale, currency);
  const document: SheetDocument = {
    firm,
    title,
    language: locale,
    date,
    mark: '',
    foot: `${firm.name}  ·  ${title}`,
    page: 'Page {n} of {m}',
    sheets: tables.map((table) => ({
      has_letterhead: true,
      title: table.title,
      subtitle: table.subtitle,
      facts: [],
      tables: [tableOf(table, currency, say)],
      texts: [],
      stub: null,
    })),
  };
  const stream = () => adapters.documents.makeSheets(document);
  return { stream, name: `${name}.pdf`, mime_type: 'application/pdf', inline: true };
}
