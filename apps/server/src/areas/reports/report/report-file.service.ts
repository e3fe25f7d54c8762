import type { REPORT_FORMATS, REPORT_KINDS } from '@dmse/contract/reports/report';
import { proseDate } from '@dmse/domain/dates/local-date';
import { printHours, type TableKind } from '@dmse/domain/text/table';
import { moneyWriter } from '../../../adapters/documents/money-writer.ts';
import { PAGE } from '../../../adapters/documents/paper.ts';
import type { Row } from '../../../adapters/documents/sheets.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid } from '../../../call/refusal.ts';
import { tableFile } from '../../../call/table-file.ts';
import { getLetterhead } from '../../settings/letterhead/office-sheet.service.ts';
import { getSection, getToday } from '../../settings/setting/setting.service.ts';
import * as reports from './report.queries.ts';
import type { Opened } from './report.service.ts';

type Kind = (typeof REPORT_KINDS)[number];

const TABLE_KINDS: Record<Kind, TableKind> = {
  text: 'text',
  state: 'text',
  number: 'number',
  percent: 'number',
  money: 'money',
  date: 'date',
  minutes: 'minutes',
};
/** More would be a book. */
const MOST_PDF_ROWS = 2000;
/** In points: about the width of a letter in these tables, of a capital, and the room between two columns. */
const LETTER = 4.1;
const CAPITAL = 5;
const GAP = 9;
/** A text that is longer is written over several lines. */
const MOST_POINTS = 150;

const lengthOf = (text: string) => [...text].reduce((sum, sign) => sum + (/\p{Lu}/u.test(sign) ? CAPITAL : LETTER), 0);
const most = (texts: readonly string[]) => texts.reduce((far, text) => Math.max(far, lengthOf(text)), 0);

/** No figure and no word is broken where there is room for it; texts share what is left by how long they are. */
function widthsOf(heads: readonly { label: string; is_word: boolean }[], rows: readonly (readonly string[])[]): number[] {
  const needs = heads.map(({ label, is_word }, at) => {
    const cells = rows.map((row) => row[at]!);
    const whole = Math.min(most(cells), MOST_POINTS);
    const least = Math.max(
      is_word ? most(cells.flatMap((text) => text.split(/[\s-]+(?!\d)/))) : whole,
      most(is_word || label.length > 10 ? label.split(' ') : [label]),
    );
    return { least: least + GAP, more: is_word ? Math.max(whole - least, 0) : 0 };
  });
  const [least, more] = [needs.reduce((sum, need) => sum + need.least, 0), needs.reduce((sum, need) => sum + need.more, 0)];
  const [free, all] = [Math.max(PAGE.width - least, 0), Math.max(least, PAGE.width)];
  const widest = Math.max(
    heads.findLastIndex(({ is_word }) => is_word),
    0,
  );
  // What nobody needs goes to the last text, so that the figures stand at the right edge.
  return needs.map((need, at) => {
    const share = more > 0 ? (free * need.more) / more : at === widest ? free : 0;
    return ((need.least + share) * PAGE.width) / all;
  });
}

/** A report as a file. The sums stand in the last row of a workbook and of a PDF; a CSV has rows alone. */
export async function printReport(context: Context, opened: Opened, format: (typeof REPORT_FORMATS)[number]): Promise<FileAnswer> {
  const { tx, adapters } = context;
  const { about, columns, sums, rows, order } = opened;
  const { count, ...added } = await reports.totals(tx, rows, sums);
  const total = columns.map((column, at): reports.Cell => reports.totalOf(column, added) ?? (at === 0 ? 'Total' : null));
  const every = reports.everyRow(
    tx,
    rows,
    columns.map((column) => column.name),
    order,
  );
  const name = `${about.title} ${await getToday(context)}`;
  if (format === 'pdf') {
    if (count > MOST_PDF_ROWS)
      throw invalid({ format: `This report has ${count} rows; a PDF takes ${MOST_PDF_ROWS}. Narrow it, or download the workbook.` });
    const lines: reports.Cell[][] = [];
    for await (const line of every) lines.push(line);
    return printPdf(context, opened, { name, lines, total: sums.length > 0 ? total : null });
  }
  const placeOf = (name: string) => columns.findIndex((column) => column.name === name);
  const table = columns.map(({ name: column, label, kind }) => {
    const [part, whole] = sums.find((sum) => sum.name === column)?.share ?? [];
    return { heading: label, kind: TABLE_KINDS[kind], ...(part && whole ? { share: [placeOf(part), placeOf(whole)] as const } : {}) };
  });
  const shown = sums.length > 0 ? total : null;
  return tableFile(adapters.files, format, { name, title: about.title, columns: table, rows: every, total: shown });
}

type Printed = { name: string; lines: readonly reports.Cell[][]; total: readonly reports.Cell[] | null };

async function printPdf(context: Context, { about, subtitle, columns }: Opened, { name, lines, total }: Printed): Promise<FileAnswer> {
  const { tx, adapters } = context;
  const firm = await getLetterhead(context);
  const { locale, currency } = await getSection(tx, 'region');
  const money = moneyWriter(locale, currency);
  const today = await getToday(context);
  const say = (kind: Kind, cell: reports.Cell) => {
    if (typeof cell !== 'number') return cell ?? '';
    if (kind === 'money') return cell === 0 ? '–' : money(cell);
    return kind === 'minutes' ? printHours(cell) : kind === 'percent' ? cell.toFixed(1) : String(cell);
  };
  const sayRow = (cells: readonly reports.Cell[]) => columns.map(({ kind }, at) => say(kind, cells[at] ?? null));
  const isWord = (kind: Kind) => kind === 'text' || kind === 'state';
  const printed: Row[] = lines.map((cells, at) => ({ kind: 'fine', cells: sayRow(cells), rule: true, keep: at === lines.length - 1 }));
  if (total) printed.push({ kind: 'fine_sum', cells: sayRow(total) });
  const heads = columns.map(({ label, kind }) => ({ label, is_word: isWord(kind) }));
  const widths = widthsOf(
    heads,
    printed.map(({ cells }) => cells),
  );
  const document = {
    firm,
    title: about.title,
    language: locale,
    date: today,
    mark: '',
    foot: `${firm.name}  ·  ${about.title}  ·  ${proseDate(today)}`,
    page: 'Page {n} of {m}',
    sheets: [
      {
        has_letterhead: true,
        title: about.title,
        subtitle,
        facts: [],
        tables: [
          {
            heading: '',
            is_fine: true,
            columns: columns.map(({ label, kind }, at) => ({
              label,
              width: widths[at]!,
              ...(isWord(kind) || kind === 'date' ? {} : { align: 'right' as const }),
            })),
            rows: printed,
          },
        ],
        texts: [],
        stub: null,
      },
    ],
  };
  return { stream: () => adapters.documents.makeSheets(document), name: `${name}.pdf`, mime_type: 'application/pdf', inline: true };
}
