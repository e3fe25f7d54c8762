import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { COORDINATES, CRDB_PLANS, fillPoints, makeCrdb } from '../../fixtures/crdb-samples.ts';
import { findRowBreaches } from '../../fixtures/line-law.ts';
import { mutateDatabase, seeded } from '../../fixtures/mutate.ts';
import type { PointRecord, PointsFile } from '../records.ts';
import { readCrdb } from './crdb.ts';

const pointsOf = (file: PointsFile): PointRecord[] => file.records.filter((record) => record.kind === 'point');
const idsOf = (file: PointsFile): string[] => file.problems.map((problem) => problem.id);

/** What SQLite itself says about a file; null when it refuses it. */
function askSqlite(bytes: Uint8Array, sql: string): unknown[] | null {
  const folder = mkdtempSync(join(tmpdir(), 'crdb-'));
  try {
    const path = join(folder, 'points.crdb');
    writeFileSync(path, bytes);
    const database = new DatabaseSync(path, { readOnly: !sql.includes('wal') });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ROWS = "SELECT trim(P) AS name, N AS northing, E AS easting, Z AS elevation, trim(coalesce(D, '')) AS description FROM Coordinates";
const plain = ({ name, northing, easting, elevation, description }: PointRecord) => ({ name, northing, easting, elevation, description });
const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

describe('SUR-2 coordinate files', () => {
  const whole = ['plain', 'many', 'long_texts', 'large_pages', 'utf16le', 'utf16be', 'without_rowid', 'with_deletions'];

  test.each(whole)('%s: every row as SQLite reads it', (name) => {
    const bytes = makeCrdb(CRDB_PLANS[name] as never);
    const file = readCrdb(bytes);
    const rows = askSqlite(bytes, ROWS) as { name: string }[];
    expect(rows.length).toBeGreaterThan(0);
    expect(pointsOf(file).map(plain).toSorted(byName)).toEqual(rows.map((row) => ({ ...row })).toSorted(byName));
    expect(file.problems).toEqual([]);
    expect(findRowBreaches(file)).toEqual([]);
  });

  test('the synthetic run', () => {
    const bytes = new Uint8Array(readFileSync(new URL('../../../fixtures/synthetic-run/25001AT251014.crdb', import.meta.url)));
    const points = pointsOf(readCrdb(bytes));
    expect(points).toHaveLength(17);
    expect(points[0]).toMatchObject({
      name: '4999',
      northing: 7433209.5683,
      easting: 2488351.3432,
      elevation: 8.5938,
      description: 'MON/1234HPN HERE',
      lock_status: 0,
    });
    expect(points.map((point) => point.name)).not.toContain('5003');
  });

  test('features and attributes are kept as rows', () => {
    const file = readCrdb(makeCrdb(CRDB_PLANS.plain as never));
    const rows = file.records.flatMap((record) => (record.kind === 'row' ? [{ table: record.row.table, ...record.values }] : []));
    expect(rows).toContainEqual({ table: 'Feature', ID: 7, NAME: 'Manhole', GEOMETRY_TYPE: 1 });
    expect(rows).toContainEqual({ table: 'Feature', ID: 5_000_000_000, NAME: 'big', GEOMETRY_TYPE: 9007199254740992 });
    expect(rows).toContainEqual({
      table: 'GISData',
      PointID: '5001',
      FeatureID: 7,
      Attribute: 'depth',
      Type: 2,
      strValue: null,
      intValue: 0,
      doubleValue: 1.25,
    });
    expect(rows).toContainEqual(expect.objectContaining({ PointID: '5002', strValue: "x'00ff10'", doubleValue: -1e300 }));
  });

  test('columns added later, computed columns, empty elevations, missing names', () => {
    const file = readCrdb(makeCrdb(CRDB_PLANS.altered as never));
    expect(pointsOf(file)[0]).toMatchObject({ name: '5001', lock_status: -3, extra: { T: 'AE1 B', Word: "it's" } });
    expect(pointsOf(file)[5]).toMatchObject({ name: '7', elevation: null, description: '', lock_status: 5 });
    expect(pointsOf(file)[6]).toMatchObject({ name: '', northing: null });
    expect(idsOf(file)).toEqual(['BAD_VALUE', 'BAD_VALUE']);
  });

  test('another database, missing columns, doubled names and recent changes elsewhere are said', () => {
    expect(idsOf(readCrdb(makeCrdb(CRDB_PLANS.no_points as never)))).toEqual(['NO_TABLE']);
    expect(idsOf(readCrdb(makeCrdb(CRDB_PLANS.few_columns as never)))).toEqual(['DUPLICATE_NAME', 'BAD_VALUE', 'NO_TABLE']);
    expect(idsOf(readCrdb(makeCrdb(CRDB_PLANS.wal as never)))).toEqual(['WAL']);
  });

  test('a collector that put its own code page into the database is forgiven', () => {
    const bytes = makeCrdb({
      tables: [COORDINATES],
      fill: (database) => database.exec("INSERT INTO Coordinates VALUES ('1', 1, 2, 3, CAST(x'e974e9' AS TEXT), 0)"),
    });
    expect(pointsOf(readCrdb(bytes))[0]?.description).toBe('été');
  });
});

/** Bytes that are no UTF-8 come out as other signs here (Latin-1) than there; only the legible ones are compared. */
const legible = (row: { name: string; description?: string }) => ({
  ...row,
  name: row.name.replace(/[^!-~]/g, ''),
  description: (row.description ?? '').replace(/[^!-~]/g, ''),
});

describe('SUR-2 damaged coordinate files', () => {
  const bytes = makeCrdb({ before: ['PRAGMA page_size = 512'], tables: [COORDINATES], fill: fillPoints(200) });
  const damage = (at: number, ...values: number[]): Uint8Array => {
    const copy = bytes.slice();
    copy.set(values, at);
    return copy;
  };

  test('cut off: the points that are there, and a sentence', () => {
    const file = readCrdb(bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    expect(idsOf(file)).toContain('TRUNCATED');
    expect(pointsOf(file).length).toBeGreaterThan(20);
    expect(idsOf(readCrdb(bytes.subarray(0, 60)))).toEqual(['TRUNCATED']);
  });

  test('not a database, encrypted, an impossible header', () => {
    const random = seeded(1);
    const noise = Uint8Array.from({ length: 4096 }, () => Math.floor(random() * 256));
    expect(idsOf(readCrdb(noise))).toEqual(['ENCRYPTED']);
    expect(idsOf(readCrdb(new TextEncoder().encode('P,E,N,Z,D\n')))).toEqual(['NOT_SQLITE']);
    expect(idsOf(readCrdb(damage(16, 3, 1)))).toEqual(['CORRUPT']);
    expect(idsOf(readCrdb(damage(56, 0, 0, 0, 9)))).toContain('CORRUPT');
    expect(idsOf(readCrdb(bytes, 100))).toEqual(['TOO_LARGE']);
  });

  test('pages that point at each other end', () => {
    const root = 512; // page 2, the root of Coordinates: its right-most child becomes itself
    const file = readCrdb(damage(root + 8, 0, 0, 0, 2));
    expect(file.problems.map((problem) => problem.sentence)).toContain(
      'The table Coordinates is damaged (page 2 is reached twice): points may be missing.',
    );
    expect(findRowBreaches(file)).toEqual([]);
  });

  test('where SQLite finds a damaged file whole, the rows are the same', () => {
    const small = makeCrdb({ before: ['PRAGMA page_size = 512'], tables: [COORDINATES], fill: fillPoints(40, (n) => 'x'.repeat(n * 20)) });
    let compared = 0;
    for (let seed = 0; seed < 250; seed++) {
      const damaged = mutateDatabase(small, seeded(seed));
      const check = askSqlite(damaged, 'PRAGMA integrity_check') as { integrity_check: string }[] | null;
      if (check?.[0]?.integrity_check !== 'ok') continue;
      const rows = askSqlite(damaged, ROWS) as { name: string }[] | null;
      if (!rows) continue;
      const file = readCrdb(damaged);
      if (idsOf(file).includes('CORRUPT')) continue; // a text encoding it does not know, which SQLite lets pass
      compared++;
      expect(pointsOf(file).map(plain).map(legible).toSorted(byName), `seed ${seed}`).toEqual(rows.map(legible).toSorted(byName));
    }
    expect(compared).toBeGreaterThan(20);
  });
});
