import { parseDecimalDegrees } from '../numbers.ts';
import { ProblemList } from '../problem-list.ts';
import type { PointRecord, PointsFile, PointsLayout, PointsRecord } from '../records.ts';
import { refuseOtherKind, sniff } from '../sniff.ts';
import { isSqlite } from '../sqlite/sqlite-file.ts';
import { DEFAULT_LIMITS, type OnRead, readLines, type TextLimits } from '../text.ts';
import { readCrdb } from './crdb.ts';
import { PointCheck } from './point-check.ts';
import { type Columns, columnsOf, contradicts, findColumns, findOrder, type OfficeRanges, type PointOrder } from './points-columns.ts';
import { type Delimiter, findDelimiter, isRemark, joinRows, looksLikePoint, readFigure, splitRow, type TextRow } from './points-rows.ts';

export interface PointsOptions {
  readonly limits?: TextLimits;
  /** Where the office's coordinates lie: decides the order of easting and northing. */
  readonly ranges?: OfficeRanges;
  /** A person's answer to the question of the order; wins over everything. */
  readonly order?: PointOrder;
  /** The file's name, to recognise a .crd. */
  readonly name?: string;
  readonly onRead?: OnRead | undefined;
}

/** The points file of a run: .crdb, or text in PENZD or PNEZD order or with named columns. Never throws. */
export function readPoints(bytes: Uint8Array, options: PointsOptions = {}): PointsFile {
  if (isSqlite(bytes)) return readCrdb(bytes, options.limits?.max_bytes);
  const kind = sniff(bytes, options.name).kind;
  const problems = new ProblemList();
  refuseOtherKind(problems, bytes, 'points', options.name);
  if (kind === 'crd' || kind === 'cr5')
    return { kind: 'points', layout: null, delimiter: null, records: [], problems: problems.list(), line_count: 0 };
  const lines = readLines(bytes, options.limits ?? DEFAULT_LIMITS, problems, options.onRead);
  return new PointsReader(lines, problems, options).read();
}

class PointsReader {
  readonly #lines: readonly string[];
  readonly #problems: ProblemList;
  readonly #options: PointsOptions;
  readonly #delimiter: Delimiter;
  readonly #is_sure: boolean;
  readonly #records: PointsRecord[] = [];
  readonly #check = new PointCheck();
  #columns: Columns | null = null;
  #header: readonly string[] = [];
  #layout: PointsLayout | null = null;

  constructor(lines: readonly string[], problems: ProblemList, options: PointsOptions) {
    this.#lines = lines;
    this.#problems = problems;
    this.#options = options;
    const found = findDelimiter(lines);
    this.#is_sure = found !== null;
    this.#delimiter = found ?? ',';
  }

  read(): PointsFile {
    const rows = joinRows(this.#lines, this.#delimiter);
    if (!this.#is_sure && rows.length > 0) this.#problems.add('DELIMITER', 'stop', 'No column separator turns these lines into points.');
    this.#settleOrder(rows);
    for (const row of rows) this.#readRow(row);
    this.#check.report(this.#problems);
    const delimiter = this.#is_sure ? this.#delimiter : null;
    return {
      kind: 'points',
      layout: this.#layout,
      delimiter,
      records: this.#records,
      problems: this.#problems.list(),
      line_count: this.#lines.length,
    };
  }

  #split(row: TextRow, most = 64): string[] {
    return splitRow(row.text, this.#delimiter, most);
  }

  #settleOrder(rows: readonly TextRow[]): void {
    const { ranges, order } = this.#options;
    const first = rows.find((row) => !isRemark(row.text));
    const header = first ? this.#split(first) : [];
    const named = findColumns(header);
    const pairs = rows.slice(0, 5000).map((row) => {
      const cells = this.#split(row);
      const [a, b] = named?.has('easting') ? orderedPair(named) : [1, 2];
      return [readFigure(cells[a], this.#delimiter), readFigure(cells[b], this.#delimiter)] as const;
    });
    const byValue = findOrder(pairs, ranges);
    if (named) {
      this.#header = header;
      this.#columns = order ? reorder(named, order) : named;
      this.#layout = layoutOf(this.#columns);
      if (order || !contradicts(named, byValue)) return;
      this.#layout = null;
      this.#ask('The header names easting and northing the other way round than their figures look.');
      return;
    }
    this.#layout = order ?? byValue;
    this.#columns = columnsOf(order ?? byValue ?? 'PENZD');
    if (this.#layout === null && rows.some((row) => looksLikePoint(this.#split(row), this.#delimiter))) {
      this.#ask('It cannot be told which of the two columns is the easting and which the northing: please choose.');
    }
  }

  #ask(sentence: string): void {
    this.#problems.add('ORDER', 'ask', sentence);
  }

  #readRow(row: TextRow): void {
    const columns = this.#columns as Columns;
    if (isRemark(row.text)) {
      this.#records.push({ kind: 'verbatim', lines: row.lines, text: row.text });
      return;
    }
    const cells = this.#split(row, this.#mostCells());
    const heading = findColumns(cells);
    const [a, b] = columns.has('easting') ? orderedPair(columns) : [columns.get('latitude') as number, columns.get('longitude') as number];
    const figures = [readFigure(cells[a], this.#delimiter), readFigure(cells[b], this.#delimiter)] as const;
    if (heading && figures[0] === null) {
      this.#records.push({ kind: 'header', lines: row.lines, columns: cells });
    } else if (figures[0] === null || figures[1] === null) {
      const sentence = 'Lines that give no name and two coordinates were not read as points.';
      for (const number of row.lines) this.#problems.keep('UNREADABLE', 'warning', sentence, number, this.#lines[number - 1] as string);
    } else this.#records.push(this.#check.see(this.#readPoint(row, cells, columns, figures)));
  }

  /** A description in the last column keeps its commas; in another column it cannot. */
  #mostCells(): number {
    if (this.#header.length === 0) return 5;
    return this.#columns?.get('description') === this.#header.length - 1 ? this.#header.length : 64;
  }

  #readPoint(row: TextRow, cells: readonly string[], columns: Columns, figures: readonly [number | null, number | null]): PointRecord {
    const cell = (role: Parameters<Columns['get']>[0]): string => cells[columns.get(role) ?? -1] ?? '';
    const isGrid = columns.has('easting') && this.#layout !== null;
    const isEastFirst = columns.has('easting') && (columns.get('easting') as number) < (columns.get('northing') as number);
    let elevation = readFigure(cell('elevation'), this.#delimiter);
    let description = joinDescription(cell('code'), cell('description'));
    if (elevation === null && cell('elevation') !== '') {
      // Four columns, the last one words: a description without an elevation.
      if (description === '' && this.#header.length === 0) description = cell('elevation');
      const sentence = 'An elevation is not a figure: the point was read without one.';
      this.#problems.about('BAD_VALUE', 'warning', sentence, row.lines[0] as number);
      elevation = null;
    }
    return {
      kind: 'point',
      lines: row.lines,
      row: null,
      name: cell('name'),
      easting: isGrid ? figures[isEastFirst ? 0 : 1] : null,
      northing: isGrid ? figures[isEastFirst ? 1 : 0] : null,
      elevation,
      description,
      lock_status: null,
      latitude: parseDecimalDegrees(columns.has('latitude') ? cell('latitude') : undefined),
      longitude: parseDecimalDegrees(columns.has('longitude') ? cell('longitude') : undefined),
      extra: this.#extra(cells, columns),
    };
  }

  /** What no role took; with the order open, the two coordinates as well. */
  #extra(cells: readonly string[], columns: Columns): Record<string, string> {
    const open = this.#layout === null ? ['easting', 'northing'] : [];
    const taken = new Set([...columns].flatMap(([role, at]) => (open.includes(role) || role === 'code' ? [] : at)));
    const entries = cells.flatMap((value, i) => (taken.has(i) || value === '' ? [] : [[this.#header[i] || `column ${i + 1}`, value]]));
    return Object.fromEntries(entries);
  }
}

function orderedPair(columns: Columns): [number, number] {
  const pair = [columns.get('easting') as number, columns.get('northing') as number];
  return [Math.min(...pair), Math.max(...pair)];
}

/** A person said which of the two is the easting; the other columns stay as the header names them. */
function reorder(columns: Columns, order: PointOrder): Columns {
  if (!columns.has('easting')) return columns;
  const [first, second] = orderedPair(columns);
  const [easting, northing] = order === 'PENZD' ? [first, second] : [second, first];
  return new Map([...columns, ['easting', easting], ['northing', northing]]);
}

function layoutOf(columns: Columns): PointsLayout {
  for (const order of ['PENZD', 'PNEZD'] as const) {
    const usual = columnsOf(order);
    if ([...columns].every(([role, at]) => usual.get(role) === at)) return order;
  }
  return 'named';
}

/** Separate code and remark columns become what a collector would have stored: CODE/remark. */
function joinDescription(code: string, description: string): string {
  if (code === '') return description;
  return description === '' ? code : `${code}/${description}`;
}
