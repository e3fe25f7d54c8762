import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { csv } from '@dmse/domain/text/csv';
import type { TableColumn, TableRow } from '@dmse/domain/text/table';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskFileStore } from '../adapters/files/disk-file-store.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { readZip } from '../adapters/files/zip-reader.ts';
import { writeZip } from '../adapters/files/zip-writer.ts';
import { type Table, tableFile, tableStream } from './table-file.ts';
import { workbookParts } from './workbook.ts';

const COLUMNS: TableColumn[] = [
  { heading: 'Person', kind: 'text' },
  { heading: 'Day', kind: 'date' },
  { heading: 'Hours', kind: 'minutes' },
  { heading: 'Amount', kind: 'money' },
  { heading: 'Quantity', kind: 'number' },
];

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const table = (rows: readonly TableRow[], columns = COLUMNS): Table => ({ name: 'payroll', title: 'Payroll', columns, rows: each(rows) });

/** The parts of a workbook by name; the reader checks the sum of each. */
function unzip(bytes: Buffer): Map<string, string> {
  return new Map(readZip(bytes, { entries: 20, bytes: 50_000_000, ratio: 1000 }).map((entry) => [entry.name, entry.read().toString()]));
}

/** Every tag that is opened is closed, in its order, and one element holds all. */
function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  for (const [, close, name, alone] of xml.replace(/<\?.*?\?>/, '').matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g)) {
    if (close) {
      if (open.pop() !== name) return false;
    } else if (!alone) open.push(name!);
  }
  return open.length === 0;
}

type Cell = { type: string; style: string; text: string };

/** What stands in a sheet, by place. Formulas would be found as cells with an `f`. */
function readSheet(xml: string): { cells: Map<string, Cell>; tags: string[] } {
  const cells = new Map<string, Cell>();
  const tags: string[] = [];
  let cell: Cell | null = null;
  const parser = new Parser(
    {
      onopentag(name, { r = '', t = 'n', s = '' }) {
        tags.push(name);
        if (name === 'c') {
          cell = { type: t, style: s, text: '' };
          cells.set(r, cell);
        }
      },
      ontext(text) {
        if (cell) cell.text += text;
      },
      onclosetag(name) {
        if (name === 'c') cell = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return { cells, tags };
}

async function workbook(rows: readonly TableRow[], columns = COLUMNS): Promise<Map<string, string>> {
  return unzip(await buffer(tableStream('xlsx', table(rows, columns))));
}

describe('table as a file', () => {
  let folder: string;
  let files: FileStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dmse-table-'));
    files = await createDiskFileStore(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const parts = () => readdir(join(folder, 'tmp'));

  it('CSV: money, hours and dates as a spreadsheet reads them, a formula as text', async () => {
    const answer = await tableFile(
      files,
      'csv',
      table([
        ['=1+1', '2026-03-04', 150, -1250, 1.5],
        ['Joe, "JD"', null, 10, 0, -3],
      ]),
    );
    expect(answer).toMatchObject({ name: 'payroll.csv', mime_type: 'text/csv; charset=utf-8' });
    const bytes = await buffer(answer.stream as Readable);
    expect(answer.bytes).toBe(bytes.length);
    expect(bytes.toString()).toBe(
      '\uFEFFPerson,Day,Hours,Amount,Quantity\r\n\'=1+1,2026-03-04,2.50,-12.50,1.5\r\n"Joe, ""JD""",,0.1667,0.00,-3\r\n',
    );
  });

  it('XLSX: every part that is named is there, the heading is frozen, columns have widths', async () => {
    const found = await workbook([]);
    expect([...found.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const named = found.get('[Content_Types].xml')!.matchAll(/PartName="\/([^"]+)"/g);
    for (const [, name] of named) expect(found.has(name!)).toBe(true);
    for (const xml of found.values()) expect(isWellFormed(xml)).toBe(true);
    const sheet = found.get('xl/worksheets/sheet1.xml')!;
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet.match(/<col /g)).toHaveLength(COLUMNS.length);
    expect(readSheet(sheet).cells.get('C1')).toEqual({ type: 'inlineStr', style: '1', text: 'Hours' });
  });

  it('XLSX: sums are formulas over the rows of every sheet, with what they come to', async () => {
    const columns: TableColumn[] = [
      { heading: 'Person', kind: 'text' },
      { heading: 'Amount', kind: 'money' },
    ];
    const rows: TableRow[] = [
      ['Joe', 100],
      ['Ann', 250],
      ['Eve', 50],
    ];
    const last = async (maxRows: number, sheet: number, some = rows) => {
      const total = ['Total', some.reduce((sum, [, amount]) => sum + Number(amount), 0)];
      const parts = unzip(await buffer(Readable.from(writeZip(workbookParts('WIP', columns, each(some), { total, maxRows })))));
      return parts.get(`xl/worksheets/sheet${sheet}.xml`)!;
    };
    expect(await last(10, 1)).toMatch(
      /<row r="5">.*Total.*<c r="B5" s="8"><f>SUBTOTAL\(109,B2:B4\)<\/f><v>4.00<\/v><\/c><\/row><\/sheetData><autoFilter ref="A1:B4"\/>/,
    );
    // A sheet of three rows has room for one and the sum.
    expect(await last(3, 1)).not.toContain('<f>');
    expect(await last(3, 3)).toContain("<f>SUBTOTAL(109,'WIP'!B2:B2)+SUBTOTAL(109,'WIP 2'!B2:B2)+SUBTOTAL(109,B2:B2)</f>");
    expect(await last(10, 1, [])).toContain('<c r="B2" s="8"><v>0.00</v></c>');
  });

  it('XLSX: a share is worked out from the sums of its columns; where nothing is known of it there is none', async () => {
    const columns: TableColumn[] = [
      { heading: 'Won', kind: 'number' },
      { heading: 'Decided', kind: 'number' },
      { heading: 'Win rate (%)', kind: 'number', share: [0, 1] },
    ];
    const sheet = async (total: TableRow) => {
      const parts = unzip(await buffer(Readable.from(writeZip(workbookParts('Quotes', columns, each([[1, 2, 50]]), { total })))));
      return parts.get('xl/worksheets/sheet1.xml')!;
    };
    expect(await sheet([1, 2, 50])).toContain('<c r="C3" s="7"><f>IF(B3&gt;0,ROUND(100*A3/B3,1),&quot;&quot;)</f><v>50</v></c>');
    expect(await sheet([0, 0, null])).not.toContain('r="C3"');
  });

  it('XLSX: numbers, money, hours and days are numbers with their format', async () => {
    const found = await workbook([
      ['Joe', '2026-03-04', 150, 123_456, 1.5],
      ['Ann', '1899-12-31', 10, -5, null],
    ]);
    const { cells } = readSheet(found.get('xl/worksheets/sheet1.xml')!);
    const formats = [...found.get('xl/styles.xml')!.matchAll(/<xf numFmtId="(\d+)"[^>]*applyFont/g)].map(([, id]) => id);
    const look = (place: string) => {
      const { type, style, text } = cells.get(place)!;
      return [type, formats[Number(style)], type === 'n' ? Number(text) : text];
    };
    expect(look('A2')).toEqual(['inlineStr', '49', 'Joe']);
    // Day 46085 of Excel's calendar is 2026-03-04; 164 is the format of days that the styles declare.
    expect(look('B2')).toEqual(['n', '164', 46_085]);
    expect(found.get('xl/styles.xml')).toContain('<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>');
    expect(look('C2')).toEqual(['n', '2', 2.5]);
    expect(look('D2')).toEqual(['n', '4', 1234.56]);
    expect(look('E2')).toEqual(['n', '0', 1.5]);
    expect(look('B3')).toEqual(['inlineStr', '49', '1899-12-31']);
    expect(look('C3')[2]).toBeCloseTo(10 / 60, 12);
    expect(look('D3')[2]).toBe(-0.05);
    expect(cells.has('E3')).toBe(false);
  });

  it('XLSX: a table longer than a sheet goes on in the next one', async () => {
    const rows: TableRow[] = Array.from({ length: 5 }, (_, index) => [`Row ${index + 1}`]);
    const zip = writeZip(workbookParts('Long/list', [{ heading: 'A', kind: 'text' }], each(rows), { maxRows: 3 }));
    const found = unzip(await buffer(zip));
    const texts = [1, 2, 3].map((n) => [...readSheet(found.get(`xl/worksheets/sheet${n}.xml`)!).cells.values()].map(({ text }) => text));
    expect(texts).toEqual([
      ['A', 'Row 1', 'Row 2'],
      ['A', 'Row 3', 'Row 4'],
      ['A', 'Row 5'],
    ]);
    expect(found.get('xl/workbook.xml')).toContain('<sheet name="Long list 3" sheetId="3" r:id="rId3"/>');
  });

  it('SEC-S24 law: any text comes out of both formats as text, and never as a formula', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '=HYPERLINK("http://x")',
        '+1+1',
        '-2+3',
        '@SUM(A1)',
        '\t=1',
        '<f>1</f>',
        ']]>',
        '_x0041_',
        '007',
        '1e5',
        ' a ',
        '\u0000=1',
      ),
    );
    const columns: TableColumn[] = [{ heading: 'Text', kind: 'text' }];
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
        const rows = words.map((one) => [one]);
        const { cells, tags } = readSheet((await workbook(rows, columns)).get('xl/worksheets/sheet1.xml')!);
        expect(tags).not.toContain('f');
        for (const [index, text] of words.entries()) {
          const cell = cells.get(`A${index + 2}`);
          if (text !== '') expect(cell?.type).toBe('inlineStr');
          const asExcelReads = cell?.text.replace(/_x005F_/g, '_');
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses
          expect(asExcelReads ?? '').toBe(text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''));
        }
        const text = await buffer(tableStream('csv', table(rows, columns)));
        expect(text.toString()).toBe(csv([['Text'], ...words.map((one) => [one.toWellFormed()])]));
      }),
      { numRuns: 60 },
    );
  });

  it('a row that fails half way is an error, its source is closed, and nothing is left on the disk', async () => {
    let isClosed = false;
    async function* failing(): AsyncGenerator<TableRow> {
      try {
        for (let i = 0; i < 5000; i++) yield [`Row ${i}`, null, 0, 0, i];
        throw new Error('The database went away.');
      } finally {
        isClosed = true;
      }
    }
    for (const format of ['csv', 'xlsx'] as const) {
      isClosed = false;
      await expect(tableFile(files, format, { ...table([]), rows: failing() })).rejects.toThrow('The database went away.');
      expect(isClosed).toBe(true);
      expect(await parts()).toEqual([]);
    }
    await expect(tableFile(files, 'xlsx', table([['A', null, Number.NaN, 0, 0]]))).rejects.toThrow(RangeError);
  });

  it('what was written is gone once it is sent, or once the reader leaves', async () => {
    const whole = await tableFile(files, 'xlsx', table([['A', null, 0, 0, 0]]));
    expect(await parts()).toHaveLength(1);
    await buffer(whole.stream as Readable);
    expect(await parts()).toEqual([]);
    const rows: TableRow[] = Array.from({ length: 40_000 }, (_, i) => [`Person ${i}`, '2026-01-01', i, i, i]);
    const left = (await tableFile(files, 'csv', table(rows))).stream as Readable;
    for await (const _ of left) break;
    await expect.poll(parts).toEqual([]);
  });
});
