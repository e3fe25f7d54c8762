import { parseNumber } from '../numbers.ts';
import { ProblemList } from '../problem-list.ts';
import type { PointRecord, PointsFile, PointsRecord, RowPlace } from '../records.ts';
import { readRecord, type SqliteValue } from '../sqlite/sqlite-bytes.ts';
import { openSqlite, type SqliteFile } from '../sqlite/sqlite-file.ts';
import { parseCreateTable, type TableShape } from '../sqlite/sqlite-schema.ts';
import { TreeWalker } from '../sqlite/sqlite-tree.ts';
import { DEFAULT_LIMITS } from '../text.ts';
import { PointCheck } from './point-check.ts';

/**
 * .crdb, the coordinate file of SurvCE and SurvPC since 5.04: a SQLite database. Read here page by page, because the field
 * app's security policy admits no WebAssembly. Every row of every table is a record or a problem.
 */
export function readCrdb(bytes: Uint8Array, maxBytes: number = DEFAULT_LIMITS.max_bytes): PointsFile {
  const problems = new ProblemList();
  const records: PointsRecord[] = [];
  if (bytes.length > maxBytes) problems.add('TOO_LARGE', 'stop', `The file has ${bytes.length} bytes; at most ${maxBytes} are read.`);
  const file = bytes.length > maxBytes ? null : openSqlite(bytes, problems);
  if (file) readTables(file, problems, records);
  return { kind: 'crdb', layout: 'crdb', delimiter: null, records, problems: problems.list(), line_count: 0 };
}

interface Table {
  readonly name: string;
  readonly root: number;
  readonly shape: TableShape | null;
}

function readTables(file: SqliteFile, problems: ProblemList, records: PointsRecord[]): void {
  const walker = new TreeWalker(file, problems);
  const tables = listTables(file, walker, problems);
  const coordinates = tables.find((table) => table.name.toLowerCase() === 'coordinates');
  if (!coordinates) problems.add('NO_TABLE', 'stop', 'The database has no table Coordinates: it is not a coordinate file.');
  for (const table of tables) {
    const isPoints = table === coordinates;
    const check = new PointCheck();
    walker.walk(table.name, table.root, (payload, rowid, place) => {
      const values = readRecord(payload, file.encoding);
      const row = values && nameValues(table, values, rowid);
      if (!row) problems.keepRow('CORRUPT', 'stop', `A row of ${table.name} is damaged and could not be read.`, place);
      else if (!isPoints) records.push({ kind: 'row', lines: [], row: place, values: row });
      else records.push(check.see(readPoint(row, place)));
    });
    check.report(problems);
    if (isPoints && table.shape) checkColumns(table.shape, problems);
  }
}

/** sqlite_schema: type, name, tbl_name, rootpage, sql; its tree begins on page 1. */
function listTables(file: SqliteFile, walker: TreeWalker, problems: ProblemList): Table[] {
  const tables: Table[] = [];
  walker.walk('sqlite_schema', 1, (payload, _rowid, place) => {
    const row = readRecord(payload, file.encoding);
    if (!row) return problems.keepRow('CORRUPT', 'stop', 'The list of tables is damaged: points may be missing.', place);
    const [type, name, , root, sql] = row;
    if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number' || root < 1) return;
    const shape = typeof sql === 'string' ? parseCreateTable(sql) : null;
    if (!shape) problems.add('NO_TABLE', 'warning', `The columns of the table ${name} could not be read.`);
    tables.push({ name, root, shape });
  });
  return tables;
}

type Row = Readonly<Record<string, SqliteValue>>;

/** Values by column name; a value beyond the known columns keeps a name of its own rather than being dropped. */
function nameValues(table: Table, values: readonly SqliteValue[], rowid: number | null): Row {
  const columns = table.shape?.columns ?? [];
  const entries: [string, SqliteValue][] = columns.map((column, i) => {
    if (column.is_rowid) return [column.name, rowid];
    return [column.name, i < values.length ? (values[i] as SqliteValue) : column.default_value];
  });
  for (let i = columns.length; i < values.length; i++) entries.push([`column ${i + 1}`, values[i] as SqliteValue]);
  return Object.fromEntries(entries);
}

const USED = new Set(['p', 'n', 'e', 'z', 'd', 'lockstatus']);

function readPoint(row: Row, place: RowPlace): PointRecord {
  const cells = new Map(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
  const number = (column: string): number | null => {
    const value = cells.get(column);
    return typeof value === 'string' ? parseNumber(value) : (value ?? null);
  };
  const text = (column: string): string => String(cells.get(column) ?? '').trim();
  const extra = Object.entries(row).flatMap(([name, value]) =>
    USED.has(name.toLowerCase()) || value === null ? [] : [[name, String(value)]],
  );
  return {
    kind: 'point',
    lines: [],
    row: place,
    name: text('p'),
    easting: number('e'),
    northing: number('n'),
    elevation: number('z'),
    description: text('d'),
    lock_status: number('lockstatus'),
    latitude: null,
    longitude: null,
    extra: Object.fromEntries(extra),
  };
}

function checkColumns(shape: TableShape, problems: ProblemList): void {
  const missing = ['P', 'N', 'E', 'Z', 'D'].filter((name) => !shape.columns.some((column) => column.name.toUpperCase() === name));
  if (missing.length > 0) problems.add('NO_TABLE', 'stop', `The table Coordinates lacks the columns ${missing.join(', ')}.`);
}
