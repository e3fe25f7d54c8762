import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmptyDatabase } from '../testing/empty-database.ts';
import { type CopyColumn, copyBy, copyLine } from './copy-rows.ts';

const COLUMNS: CopyColumn[] = [
  { name: 'id', type: 'integer', fallback: null },
  { name: 'words', type: 'text', fallback: '' },
  { name: 'lines', type: 'text[]', fallback: '{}' },
  { name: 'thing', type: 'jsonb', fallback: null },
  { name: 'is_so', type: 'boolean', fallback: 'false' },
];

describe('rows that are copied', () => {
  let pool: pg.Pool;
  let copy: ReturnType<typeof copyBy>;
  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: (await createEmptyDatabase('copy')).ownerUrl, max: 1 });
    copy = copyBy(pool);
    await pool.query('create table copied (id int, words text, lines text[], thing jsonb, is_so boolean)');
  });
  afterAll(() => pool.end());

  async function send(rows: readonly Record<string, unknown>[]) {
    await pool.query('truncate copied');
    await copy(
      'copied',
      COLUMNS.map(({ name }) => name),
      rows.map((row) => copyLine(row, COLUMNS)).join(''),
    );
    return (await pool.query('select * from copied order by id')).rows;
  }

  test('arrive as they are, whatever stands in them', async () => {
    // The database keeps no zero sign, in text or in JSON, and no half of a pair.
    const words = fc.string({
      unit: fc.constantFrom('a', 'é', '"', '\\', '\n', '\r', '\t', '\b', '\f', '\v', '{', '}', ',', 'N', '😀', ' ', '.'),
    });
    const row = fc.record({
      words,
      lines: fc.array(words),
      thing: fc.oneof(words, fc.array(words), fc.record({ a: words, b: fc.integer() })),
      is_so: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (list) => {
        const rows = list.map((one, id) => ({ id, ...one }));
        expect(await send(rows)).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  });

  test('have the default where they say nothing', async () => {
    expect(await send([{ id: 1 }, { id: 2, words: null, lines: undefined }])).toEqual([
      { id: 1, words: '', lines: [], thing: null, is_so: false },
      { id: 2, words: '', lines: [], thing: null, is_so: false },
    ]);
  });

  test('are refused whole where one of them cannot be read', async () => {
    await expect(send([{ id: 1 }, { id: 'two' }])).rejects.toThrow(/integer/);
    expect((await pool.query('select * from copied')).rows).toEqual([]);
  });
});
