import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Column } from '../db/insert-rows.ts';
import type { Values } from './firm/record-with-history.ts';

/** Sends rows, spelled as COPY reads them, into columns of a table. */
export type Copy = (table: string, columns: readonly string[], text: string) => Promise<void>;

/** COPY by the one connection of this pool, so that the rows belong to the transaction that runs on it. */
export function copyBy(pool: pg.Pool): Copy {
  let client: pg.PoolClient | null = null;
  pool.on('connect', (connected) => {
    client = connected;
  });
  return async (table, columns, text) => {
    if (!client) throw new Error('Rows are copied inside a transaction.');
    const into = columns.map((name) => `"${name}"`).join(', ');
    await pipeline(Readable.from([text]), client.query(copyFrom(`copy "${table}" (${into}) from stdin`)));
  };
}

/** A column and what stands in it where a row says nothing, as the database spells it. */
export type CopyColumn = Pick<Column, 'name' | 'type'> & { fallback: string | null };

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f', '\v': '\\v' };

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs COPY reads as something else
const SPECIAL = /[\\\n\r\t\u0008\f\v]/g;

function spellItem(item: unknown): string {
  if (item === null) return 'NULL';
  const text = typeof item === 'object' ? JSON.stringify(item) : String(item);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function spell(value: unknown, type: string): string {
  if (Array.isArray(value) && type.endsWith('[]')) return `{${value.map(spellItem).join(',')}}`;
  if (type === 'jsonb' || type === 'json') return JSON.stringify(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A row as a line of COPY's text format. */
export function copyLine(row: Values, columns: readonly CopyColumn[]): string {
  const cells = columns.map(({ name, type, fallback }) => {
    const value = row[name] ?? null;
    const text = value === null ? fallback : spell(value, type);
    return text === null ? '\\N' : text.replace(SPECIAL, (sign) => ESCAPES[sign]!);
  });
  return `${cells.join('\t')}\n`;
}
