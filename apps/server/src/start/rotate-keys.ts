import { statSync } from 'node:fs';
import pg from 'pg';
import { createSeal, nameOfKey } from '../adapters/accounting/seal.ts';
import { makeSealKey, readSealKeys, type SealKeys, sealKeyFile, writeSealKeys } from '../adapters/accounting/seal-keys.ts';
import { BACKUP_LOCK } from '../backup/take-backup.ts';
import { StartProblem } from '../postgres/start-problem.ts';

/** Where sealed texts lie, with the key of their row. The tokens come first: whoever renews them may hold their row for some seconds, and nobody else should wait. */
export const SEALED = [
  { table: 'accounting_link', key: 'id', column: 'tokens' },
  { table: 'accounting_link', key: 'id', column: 'consent' },
  { table: 'identity_provider', key: 'id', column: 'client_secret' },
  { table: 'totp', key: 'user_id', column: 'secret' },
  { table: 'mail', key: 'id', column: 'sealed_link' },
] as const;

/** Longer than any ticket of a sign-in lives: those are sealed too, and lie in browsers. */
const FORGET_AFTER = 60 * 60_000;

type Parts = { dataDir: string; ownerUrl: string; say: (line: string) => void };
type Resealed = { sealed: number; lost: number };

/** A key that seals nothing yet, for servers that do not share the file: it is copied to all of them before one of them seals with it. */
export async function prepareKey({ dataDir, ownerUrl, say }: Parts): Promise<void> {
  await alone(ownerUrl, async () => {
    const { keys, next } = readSealKeys(dataDir);
    if (!next) writeSealKeys(dataDir, { keys, next: makeSealKey() });
  });
  say(`The next key is in ${sealKeyFile(dataDir)} and seals nothing yet. Copy the file to every other server, then: npm run rotate-keys`);
}

/**
 * The new key is in the file before anything is sealed with it, and the old one stays, so that everything can be read whenever this is
 * cut off. Running servers look at the file each time they seal or open something.
 */
export async function rotateKeys({ dataDir, ownerUrl, say }: Parts): Promise<void> {
  await alone(ownerUrl, async (client) => {
    const before = readSealKeys(dataDir);
    const isCutOff = before.next === null && (await countSealed(client, before.keys.slice(1))) > 0;
    if (isCutOff) say('The last change was not finished: what is left is sealed with its key.');
    else writeSealKeys(dataDir, { keys: [before.next ?? makeSealKey(), ...before.keys], next: null });
    const { keys } = readSealKeys(dataDir);
    const { sealed, lost } = await inTransaction(client, () => resealAll(client, keys));
    say(`${countOf(sealed)} sealed anew with the key ${nameOfKey(keys[0]!)}, the first in ${sealKeyFile(dataDir)}.`);
    if (lost > 0)
      say(`${countOf(lost)} left as before: the key is not in the file. People set up such codes again, IT types such secrets again.`);
    say('Older keys stay in it for what is under way. An hour from now or later: npm run rotate-keys -- --forget-old');
  });
}

/** The keys go only when nothing refers to them and nothing can any more. */
export async function forgetOldKeys({ dataDir, ownerUrl, say }: Parts): Promise<void> {
  await alone(ownerUrl, async (client) => {
    const { keys, next } = readSealKeys(dataDir);
    const [first, ...old] = keys as [Buffer, ...Buffer[]];
    if (old.length === 0) throw new StartProblem('There is no older key to forget.');
    const since = statSync(sealKeyFile(dataDir)).mtimeMs;
    if (Date.now() - since < FORGET_AFTER)
      throw new StartProblem(
        `The keys were changed ${Math.floor((Date.now() - since) / 60_000)} minutes ago, and sign-ins under way may still need the old ones. Run it again an hour after the change.`,
      );
    await inTransaction(client, () => resealAll(client, keys));
    // Under the lock nobody writes; nothing is written here either, so that the file and the database cannot disagree.
    await inTransaction(client, async () => {
      await lockSealed(client);
      if ((await countSealed(client, old)) > 0)
        throw new StartProblem(
          'Something was sealed with an older key meanwhile, perhaps by a server with a copy of the old file. Nothing was forgotten.',
        );
      writeSealKeys(dataDir, { keys: [first], next } satisfies SealKeys);
    });
    say(
      `Older keys are forgotten: ${old.map(nameOfKey).join(', ')}. Backups from before the change need a copy of them, unless they are encrypted.`,
    );
  });
}

const countOf = (count: number) => (count === 1 ? '1 secret was' : `${count} secrets were`);

/** Neither two changes at once nor a backup meanwhile, whose keys would not be those of its tables. */
async function alone(ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [BACKUP_LOCK]);
    if (!rows[0]?.held) throw new StartProblem('A backup is being taken, or keys are being changed. Run it again afterwards.');
    await work(client);
  } finally {
    await client.end();
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const done = await work();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function lockSealed(client: pg.Client): Promise<void> {
  for (const table of new Set(SEALED.map((one) => one.table))) await client.query(`lock table ${table} in share row exclusive mode`);
}

async function resealAll(client: pg.Client, keys: readonly Buffer[]): Promise<Resealed> {
  const seal = createSeal(() => keys);
  const done: Resealed = { sealed: 0, lost: 0 };
  await lockSealed(client);
  for (const { table, key, column } of SEALED) {
    const { rows } = await client.query<{ key: number; text: string }>(
      `select ${key} as key, ${column} as text from ${table} where split_part(${column}, '.', 1) <> $1`,
      [nameOfKey(keys[0]!)],
    );
    for (const row of rows) {
      const text = seal.open(row.text);
      done[text === null ? 'lost' : 'sealed'] += 1;
      if (text !== null) await client.query(`update ${table} set ${column} = $1 where ${key} = $2`, [seal.close(text), row.key]);
    }
  }
  return done;
}

async function countSealed(client: pg.Client, keys: readonly Buffer[]): Promise<number> {
  let count = 0;
  for (const { table, column } of SEALED) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${table} where split_part(${column}, '.', 1) = any($1)`,
      [keys.map(nameOfKey)],
    );
    count += rows[0]!.count;
  }
  return count;
}
