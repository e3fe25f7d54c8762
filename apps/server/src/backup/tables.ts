import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** What is not carried into another life of the data: whoever is signed in signs in again, and nobody who was sent out comes back in. */
export const LEFT_OUT = ['session', 'sign_in_attempt', 'password_link', 'spent_ticket'];

export type Table = { name: string; columns: string[] };
/** `is_used`: the value was given out, so the next one is one more. */
export type Sequence = { name: string; value: number; is_used: boolean };

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]) => names.map(quote).join(', ');

/** Every table of ours with the columns that are stored, not computed. The queue is no part of it: what waits is queued again. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
     group by c.relname order by c.relname`,
  );
  return rows;
}

export const isCarried = ({ name }: Table) => !LEFT_OUT.includes(name);

export function readTable(client: pg.ClientBase, { name, columns }: Table): Readable & { rowCount: number } {
  return client.query(copyTo(`copy (select ${list(columns)} from ${quote(name)}) to stdout`)) as Readable & { rowCount: number };
}

/** The bytes are those of a stored part, compressed. */
export async function fillTable(client: pg.ClientBase, { name, columns }: Table, bytes: Readable): Promise<number> {
  const target = client.query(copyFrom(`copy ${quote(name)} (${list(columns)}) from stdin`));
  await pipeline(bytes, createGunzip(), target);
  return target.rowCount;
}

/** The view `pg_sequences` hides a value that is set and was not given out yet, so each is asked itself. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; is_used: boolean }>(
      `select last_value::text as value, is_called as is_used from ${quote(name)}`,
    );
    sequences.push({ name, value: Number(rows[0]!.value), is_used: rows[0]!.is_used });
  }
  return sequences;
}

/**
 * While tables are filled one after the other a row may refer to one that is not there yet, and no trigger is to act on what was done
 * long ago. Keys are put back afterwards, and PostgreSQL looks at every row then.
 */
export async function withoutRules(client: pg.ClientBase, tables: readonly Table[], fill: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; rule: string }>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as rule from pg_constraint k
     join pg_class c on c.oid = k.conrelid where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`);
  for (const { name } of tables) await client.query(`alter table ${quote(name)} disable trigger user`);
  await client.query(`truncate ${list(tables.map(({ name }) => name))}`);
  await fill();
  for (const { name } of tables) await client.query(`alter table ${quote(name)} enable trigger user`);
  for (const { table, name, rule } of keys) await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${rule}`);
}

export async function setSequence(client: pg.ClientBase, { name, value, is_used }: Sequence): Promise<void> {
  await client.query(`select setval($1::regclass, $2, $3)`, [`public.${quote(name)}`, value, is_used]);
}
