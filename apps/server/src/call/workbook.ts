import { printNumber, type TableCell, type TableColumn, type TableKind, type TableRow } from '@dmse/domain/text/table';
import type { ZipPart } from '../adapters/files/zip-writer.ts';

/** As many as Excel takes, the heading among them. */
const MAX_SHEET_ROWS = 1_048_576;
/** As many letters as Excel takes in a cell. */
const MAX_LETTERS = 32_767;
const PIECE_LETTERS = 64 * 1024;
/** Before this day Excel counts a day that never was. */
const FIRST_DATE = '1900-03-01';
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** How a cell looks, by its place in `styles.xml`. Text has the format of text, so that editing a cell does not make a formula of it. */
const STYLE = { heading: 1, text: 2, number: 3, money: 4, date: 5, minutes: 6 } as const;
/** The row of sums, in bold. */
const SUM_STYLE: Record<TableKind, number> = { text: 1, number: 7, money: 8, date: 5, minutes: 9 };
const WIDTH: Record<TableKind, number> = { text: 24, number: 12, money: 14, date: 12, minutes: 10 };

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="10">${[
  [0, 0],
  [49, 1],
  [49, 0],
  [0, 0],
  [4, 0],
  [164, 0],
  [2, 0],
  [0, 1],
  [4, 1],
  [2, 1],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="${font}"/>`,
  )
  .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/**
 * The parts of an Excel workbook (Office Open XML) with one table, each made while it is read. Strings stand in their cells and not in
 * a list of their own, which would have to be kept to the end. A table longer than a sheet goes on in the next one. What `total` has a
 * figure of is summed by a formula in the last row, over the rows that a filter leaves.
 */
export async function* workbookParts(
  title: string,
  columns: readonly TableColumn[],
  rows: AsyncIterable<TableRow>,
  { total = null, maxRows = MAX_SHEET_ROWS }: { total?: TableRow | null; maxRows?: number } = {},
): AsyncGenerator<ZipPart> {
  const source = rows[Symbol.asyncIterator]();
  let next = await source.next();
  const name = sheetName(title);
  const lastRows: number[] = [];
  const sheet = async function* () {
    let text = sheetStart(columns);
    let at = 2;
    // The row of sums has its place in every sheet that may be the last.
    for (; at <= (total ? maxRows - 1 : maxRows) && !next.done; at += 1) {
      text += printRow(columns, next.value, at);
      if (text.length > PIECE_LETTERS) {
        yield text;
        text = '';
      }
      next = await source.next();
    }
    lastRows.push(at - 1);
    const filter = `<autoFilter ref="A1:${columnName(columns.length - 1)}${at - 1}"/>`;
    if (total && next.done) text += printTotal(columns, total, at, name, lastRows);
    yield `${text}</sheetData>${total ? filter : ''}</worksheet>`;
  };
  let sheets = 0;
  try {
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet() };
    } while (!next.done);
  } finally {
    await source.return?.();
  }
  yield* frameParts(name, sheets);
}

function sheetName(title: string): string {
  return title.replace(/[[\]:*?/\\']/g, ' ').slice(0, 25);
}

function* frameParts(title: string, sheets: number): Generator<ZipPart> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const each = (print: (number: number) => string) => numbers.map(print).join('');
  const name = escapeXml(title);
  const part = (path: string, text: string): ZipPart => ({ name: path, content: [HEAD + text] });
  yield { name: 'xl/styles.xml', content: [STYLES] };
  yield part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="${name}${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  );
  yield part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_MIME}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_MIME}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_MIME}.worksheet+xml"/>`)}</Types>`,
  );
}

function sheetStart(columns: readonly TableColumn[]): string {
  const widths = columns.map(({ heading, kind }, index) => {
    const width = Math.max(WIDTH[kind], heading.length + 2);
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const headings = columns.map(({ heading }, index) => textCell(`${columnName(index)}1`, STYLE.heading, heading));
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`;
}

function printRow(columns: readonly TableColumn[], row: TableRow, at: number): string {
  let cells = '';
  for (const [index, { kind }] of columns.entries()) cells += printCell(kind, row[index] ?? null, columnName(index) + at);
  return `<row r="${at}">${cells}</row>`;
}

/** The figures as they are known, and the formula that a change of the rows works out again: 109 leaves out what is hidden. */
function printTotal(columns: readonly TableColumn[], total: TableRow, at: number, name: string, lastRows: readonly number[]): string {
  const cells = columns.map(({ kind, share }, index) => {
    const [cell, column] = [total[index] ?? null, columnName(index)];
    if (typeof cell !== 'number') return cell ? textCell(column + at, STYLE.heading, cell) : '';
    const ranges = lastRows.map((last, sheet) => {
      const own = sheet === lastRows.length - 1 ? '' : `'${name}${sheet === 0 ? '' : ` ${sheet + 1}`}'!`;
      return `SUBTOTAL(109,${own}${column}2:${column}${Math.max(last, 2)})`;
    });
    const value = kind === 'minutes' ? printNumber('number', cell / 60) : printNumber(kind, cell);
    if (share) {
      const [part, whole] = share.map((place) => `${columnName(place)}${at}`);
      const formula = escapeXml(`IF(${whole}>0,ROUND(100*${part}/${whole},1),"")`);
      return `<c r="${column}${at}" s="${SUM_STYLE[kind]}"><f>${formula}</f><v>${value}</v></c>`;
    }
    // Without rows the sum would be over its own cell.
    if (lastRows.at(-1) === 1) return `<c r="${column}${at}" s="${SUM_STYLE[kind]}"><v>${value}</v></c>`;
    return `<c r="${column}${at}" s="${SUM_STYLE[kind]}"><f>${escapeXml(ranges.join('+'))}</f><v>${value}</v></c>`;
  });
  return `<row r="${at}">${cells.join('')}</row>`;
}

function printCell(kind: TableKind, cell: TableCell, place: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') {
    const text = kind === 'minutes' ? printNumber('number', cell / 60) : printNumber(kind, cell);
    return `<c r="${place}" s="${STYLE[kind]}"><v>${text}</v></c>`;
  }
  if (kind !== 'date' || cell < FIRST_DATE) return textCell(place, STYLE.text, cell);
  return `<c r="${place}" s="${STYLE.date}"><v>${(Date.parse(cell) - DAY_ZERO) / DAY_MS}</v></c>`;
}

function textCell(place: string, style: number, text: string): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_LETTERS))}</t></is></c>`;
}

const names: string[] = [];

/** A, B, … Z, AA, AB: kept, since it is asked for with every cell. */
function columnName(index: number): string {
  names[index] ??= (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
  return names[index];
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Letters that XML cannot carry are left out; what Excel would read as the code of a letter, such as `_x0041_`, stays what it is. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)
  );
}
