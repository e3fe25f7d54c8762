import { describe, expect, test } from 'vitest';
import { parseCreateTable } from './sqlite-schema.ts';

const names = (sql: string): string[] | undefined => parseCreateTable(sql)?.columns.map((column) => column.name);

describe('CREATE TABLE', () => {
  test('names in every quote, constraints and comments left out', () => {
    const sql =
      'CREATE TABLE "a ""b""" (`P` char(255) CONSTRAINT `k` PRIMARY KEY, [N n] double /* , x */, "E" double DEFAULT (1), -- , y\n\'Z\', PRIMARY KEY (`P`), CHECK (a > (1, 2)), UNIQUE (N), FOREIGN KEY (E) REFERENCES b(c))';
    expect(names(sql)).toEqual(['P', 'N n', 'E', 'Z']);
  });

  test('a column named like a constraint, quoted', () => {
    expect(names('CREATE TABLE t ("primary" text, b)')).toEqual(['primary', 'b']);
  });

  test('only INTEGER PRIMARY KEY is the row id', () => {
    const isRowid = (sql: string): boolean | undefined => parseCreateTable(sql)?.columns[0]?.is_rowid;
    expect(isRowid('CREATE TABLE t (ID INTEGER PRIMARY KEY, b)')).toBe(true);
    expect(isRowid('CREATE TABLE t (ID integer, b, PRIMARY KEY (id))')).toBe(true);
    expect(isRowid('CREATE TABLE t (ID INT PRIMARY KEY, b)')).toBe(false);
    expect(isRowid('CREATE TABLE t (ID INTEGER PRIMARY KEY DESC, b)')).toBe(false);
    expect(isRowid('CREATE TABLE t (ID INTEGER PRIMARY KEY, b) WITHOUT ROWID')).toBe(false);
  });

  test('WITHOUT ROWID stores the key first, in the order of the key', () => {
    expect(names('CREATE TABLE t (a, b, c, PRIMARY KEY (c, A)) STRICT, WITHOUT ROWID')).toEqual(['c', 'a', 'b']);
  });

  test('computed columns are stored only when they say so', () => {
    expect(names('CREATE TABLE t (a, b AS (a), c TEXT GENERATED ALWAYS AS (a) VIRTUAL, d AS (a) STORED)')).toEqual(['a', 'd']);
  });

  test('defaults', () => {
    const defaults = parseCreateTable(
      "CREATE TABLE t (a DEFAULT 0, b DEFAULT -2.5, c DEFAULT +3, d DEFAULT 'it''s', e DEFAULT (7), f DEFAULT CURRENT_TIME, g DEFAULT)",
    )?.columns;
    expect(defaults?.map((column) => column.default_value)).toEqual([0, -2.5, 3, "it's", 7, null, null]);
  });

  test('what is no table of columns', () => {
    expect([
      parseCreateTable('CREATE VIRTUAL TABLE t USING fts5(a)'),
      parseCreateTable('CREATE TABLE t'),
      parseCreateTable('nonsense (a, b)'),
    ]).toEqual([null, null, null]);
  });
});
