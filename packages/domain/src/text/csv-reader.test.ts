import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv, disarm } from './csv.ts';
import { type CsvTable, readCsv } from './csv-reader.ts';
import { CSV_DELIMITERS } from './csv-records.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function read(text: string | Uint8Array, choices: Partial<Parameters<typeof readCsv>[1]> = {}): CsvTable {
  const table = readCsv(typeof text === 'string' ? encode(text) : text, { max_rows: 10_000, ...choices });
  if ('problem' in table) throw new Error(table.problem);
  return table;
}

function problemOf(text: string | Uint8Array, choices: Partial<Parameters<typeof readCsv>[1]> = {}): string | null {
  const table = readCsv(typeof text === 'string' ? encode(text) : text, { max_rows: 10_000, ...choices });
  return 'problem' in table ? table.problem : null;
}

const cellsOf = (table: CsvTable) => table.rows.map((row) => row.cells);
const titlesOf = (table: CsvTable) => table.columns.map((column) => column.title);

describe('what Excel saves', () => {
  it('reads comma, semicolon and tab, and says which it was', () => {
    for (const delimiter of CSV_DELIMITERS) {
      const table = read(`Nom${delimiter}Ville\r\nLéger${delimiter}Dieppe\r\n`);
      expect(table.delimiter).toBe(delimiter);
      expect(cellsOf(table)).toEqual([['Léger', 'Dieppe']]);
    }
  });

  it('is not misled by commas in the cells of a semicolon file', () => {
    const table = read('Nom;Adresse\n"Roy, Paul";"1, rue A, app. 2"\nCyr;2, rue B\nDoe;3, rue C, app. 1\n');
    expect(table.delimiter).toBe(';');
    expect(cellsOf(table)[1]).toEqual(['Cyr', '2, rue B']);
  });

  it('takes the delimiter a person chose, and the one the file announces', () => {
    expect(titlesOf(read('a,b;c\n1,2;3', { delimiter: ';' }))).toEqual(['a,b', 'c']);
    const table = read('sep=;\r\na;b,c,d\r\n1;2\r\n');
    expect([table.delimiter, table.header_line, table.rows[0]?.line]).toEqual([';', 2, 3]);
  });

  it('reads UTF-8 with and without its mark, UTF-16 with one, and Windows-1252', () => {
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...[...'Nom\tÉtat\nÉmile\té'].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
    ]);
    const old = Uint8Array.from([...'Nom;Note\n', ...'\xc9mile;l\x92\x9cuvre'].map((c) => c.charCodeAt(0)));
    expect(read('\uFEFFNom,É\nÉmile,x').encoding).toBe('utf-8');
    expect(titlesOf(read('\uFEFFNom,É\nÉmile,x'))).toEqual(['Nom', 'É']);
    expect(read('Nom,É\nÉmile,x').encoding).toBe('utf-8');
    expect([read(utf16).encoding, cellsOf(read(utf16))]).toEqual(['utf-16le', [['Émile', 'é']]]);
    expect([read(old).encoding, cellsOf(read(old))]).toEqual(['windows-1252', [['Émile', 'l’œuvre']]]);
    expect(cellsOf(read(encode('Nom\nÉ'), { encoding: 'windows-1252' }))).toEqual([['Ã‰']]);
  });

  it('counts lines as a text editor does, through quoted line ends, blank lines and every kind of line end', () => {
    const table = read('Name,Note\r\n\r\nA,"one\r\ntwo\nthree\rfour"\n,\nB,x\rC,y\n\n');
    expect(table.rows.map((row) => [row.line, row.cells[0]])).toEqual([
      [3, 'A'],
      [8, 'B'],
      [9, 'C'],
    ]);
    expect(table.rows[0]?.cells[1]).toBe('one\r\ntwo\nthree\rfour');
  });

  it('reads quotation marks as Excel does', () => {
    expect(cellsOf(read('a,b\n"say ""yes""",12" pipe\n"Le Phare" inc,"",\n'))).toEqual([
      ['say "yes"', '12" pipe'],
      ['Le Phare inc', '', ''],
    ]);
  });

  it('leaves out columns that are nothing but trailing delimiters, and tells of cells beyond the header', () => {
    const table = read('a,b,,\n1,2,,\n3\n4,5,,,,6\n');
    expect(titlesOf(table)).toEqual(['a', 'b']);
    expect(table.rows.map((row) => row.is_too_wide)).toEqual([false, false, true]);
  });

  it('names columns without a title, tells equal titles apart, and avoids names no object may carry', () => {
    expect(titlesOf(read('Phone,,Phone,constructor\n1,2,3,4'))).toEqual(['Phone', 'Column 2', 'Phone (2)', 'constructor (2)']);
  });
});

describe('what it cannot read, in words', () => {
  it('names the line of a quotation mark that is never closed', () => {
    expect(problemOf('a,b\n1,2\n"3,4\n5,6\n')).toMatch(/^On line 3 a quotation mark/);
  });
  it('refuses what is not text, what is empty, and what is too long or too wide', () => {
    expect(problemOf(Uint8Array.from([80, 75, 3, 4, 0, 0]))).toMatch(/not a text file/);
    expect(problemOf('')).toBe('The file is empty.');
    expect(problemOf('\n \n,,\n')).toBe('The file is empty.');
    expect(problemOf('a\n1\n2\n3\n\n', { max_rows: 3 })).toBeNull();
    expect(problemOf('a\n1\n2\n3\n4\n', { max_rows: 3 })).toMatch(/more than 3 rows/);
    expect(problemOf(','.repeat(1000))).toBe('The file is empty.');
    expect(problemOf(`a${',b'.repeat(300)}`)).toMatch(/more than 200 columns/);
    expect(read(`a,b\n1${','.repeat(2000)}2`).rows[0]?.is_too_wide).toBe(true);
  });
  it('walks once over a million quotation marks, delimiters or line ends: twice the work per letter would not end in time', () => {
    for (const letter of ['"', ',', '\r', 'a', ',"', '"\n']) {
      const answer = readCsv(encode(letter.repeat(1_000_000)), { max_rows: 10_000 });
      expect(Object.keys(answer).length).toBeGreaterThan(0);
    }
  });
});

describe('laws', () => {
  const cell = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
  /** The one thing the export cannot say: a cell that already looks as if it had been disarmed. */
  const isTold = (text: string) => !(text.startsWith("'") && disarm(text.slice(1)) === text);

  it('reads back what our own export writes, whatever stands in the cells', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 20 }), (rows) => {
        const kept = rows.filter((row) => row.every(isTold) && row.some((text) => text.trim() !== ''));
        const table = read(csv([['Name', 'Phone', 'Note'], ...kept]));
        expect(cellsOf(table)).toEqual(kept);
      }),
      { seed: 20260304, numRuns: 500 },
    );
  });

  it('answers a table or a sentence for any bytes, and every line it names is there', () => {
    const piece = fc.constantFrom(...[34, 44, 59, 9, 10, 13, 39, 61, 65, 0xe9, 0xff, 0xfe, 0xef, 0xbb, 0xbf, 0xc3]);
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(piece, { maxLength: 300 }).map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(bytes, fc.constantFrom(undefined, ...CSV_DELIMITERS), (input, delimiter) => {
        const table = readCsv(input, { max_rows: 50, delimiter });
        if ('problem' in table) {
          expect(table.problem).toMatch(/\.$/);
          return;
        }
        const lines = table.rows.map((row) => row.line);
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
        expect(lines.every((line) => line > table.header_line)).toBe(true);
        expect(new Set(titlesOf(table)).size).toBe(table.columns.length);
      }),
      { seed: 20260304, numRuns: 2000 },
    );
  });
});
