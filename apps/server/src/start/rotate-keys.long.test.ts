import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { confirmSelf } from '@dmse/contract/people/factor';
import { inviteUser } from '@dmse/contract/people/user';
import type { TestClient } from '@dmse/testkit/client';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSeal } from '../adapters/accounting/seal.ts';
import { watchSealKeys } from '../adapters/accounting/seal-keys.ts';
import { codeAt, stepOf } from '../areas/people/factor/totp.ts';
import { makeFolder } from '../postgres/fixture.ts';
import { ask } from '../testing/empty-database.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { SEALED } from './rotate-keys.ts';

const BOOT = new URL('../../../../scripts/boot.mjs', import.meta.url).pathname;
const SECRET = Buffer.alloc(20, 5);
const HOUR = 3_600_000;

let folder: ReturnType<typeof makeFolder>;
let servers: ServerProcess[];
let ownerUrl: string;
let env: Record<string, string>;
let mona: TestClient;
const sql = (text: string, values: unknown[] = []) => ask<Record<string, string>>(ownerUrl, text, values);

beforeAll(async () => {
  folder = makeFolder();
  const appUrl = await cloneDatabase(`dmse_test_rotate_${process.pid}`);
  ownerUrl = ownerUrlOf(appUrl);
  env = {
    DATABASE_URL: ownerUrl,
    DATABASE_APP_URL: appUrl,
    DATA_DIR: folder.path,
    LOG_FILE: join(folder.path, 'log'),
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  servers = [await startServerProcess(env), await startServerProcess(env)];
  ({ client: mona } = await servers[0]!.signIn('mona'));
  const seal = createSeal(watchSealKeys(folder.path));
  await sql(`insert into totp (user_id, secret, last_step, created_on) select id, $1, 0, now() from app_user where username = 'mona'`, [
    seal.close(SECRET.toString('base64')),
  ]);
  await sql(`update accounting_link set tokens = $1, consent = $2`, [seal.close('{"access":"a"}'), seal.close('{"state":"s"}')]);
  await sql(
    `insert into identity_provider (name, issuer, client_id, client_secret, updated_on, created_on)
     values ('Firm login', 'https://login.example.com', 'dmse', $1, now(), now())`,
    [seal.close('canary')],
  );
});

afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  folder.remove();
});

const keyLines = () => readFileSync(join(folder.path, 'secrets.key'), 'utf8').trim().split('\n');

/** The command as people give it: a process of its own. */
function rotate(...args: string[]): { child: ChildProcess; done: Promise<{ code: number | null; says: string }> } {
  const child = spawn(process.execPath, [BOOT, 'rotate-keys', ...args], { env: { ...process.env, ...env } });
  let says = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (says += chunk));
  return { child, done: new Promise((resolve) => child.once('close', (code) => resolve({ code, says }))) };
}

/** What lies sealed in the database, and whether the keys of now open it. */
async function look(): Promise<{ texts: string[]; names: string[] }> {
  const seal = createSeal(watchSealKeys(folder.path));
  const rows = await Promise.all(
    SEALED.map(({ table, column }) => sql(`select ${column} as text from ${table} where ${column} is not null`)),
  );
  const sealed = rows.flat().map(({ text }) => text!);
  return { texts: sealed.map((text) => seal.open(text) ?? 'LOST').sort(), names: [...new Set(sealed.map((text) => text.split('.')[0]!))] };
}

const hourLater = () => {
  const then = new Date(Date.now() - HOUR - 1000);
  utimesSync(join(folder.path, 'secrets.key'), then, then);
};

/** Runs it until it waits for a table somebody holds, and kills it there. */
async function killWhileItWaits(...args: string[]): Promise<void> {
  const holder = new pg.Client({ connectionString: ownerUrl });
  await holder.connect();
  await holder.query('begin; lock table totp in share mode');
  const { child, done } = rotate(...args);
  await until(async () => (await sql(`select from pg_locks where not granted and relation = 'totp'::regclass`)).length > 0);
  child.kill('SIGKILL');
  await done;
  await holder.query('rollback');
  await holder.end();
  await until(async () => (await sql(`select from pg_locks where locktype = 'advisory' and objid = 712004412`)).length === 0);
}

describe('SEC-S34 rotate-keys', () => {
  let texts: string[];
  beforeEach(async () => {
    ({ texts } = await look());
    expect(texts).not.toContain('LOST');
  });

  it('every column where something was sealed is known to it, and a secret stands nowhere as it is', async () => {
    const columns = await sql(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type in ('text', 'jsonb') and is_generated = 'NEVER'`,
    );
    const holding = (pattern: string) =>
      sql(
        columns
          .map(
            ({ table, column }) =>
              `select '${table}.${column}' as name where exists (select from "${table}" where "${column}"::text ~ '${pattern}')`,
          )
          .join(' union all '),
      );
    const known = SEALED.map(({ table, column }) => `${table}.${column}`);
    const held = (await holding('[0-9a-f]{8}\\.[\\w-]{16}\\.[\\w-]{22}\\.')).map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(held));
    expect(held).toHaveLength(4);
    expect(await holding('canary')).toEqual([]);
  });

  it('seals everything anew while two servers run, which go on with the new key at once', async () => {
    const [before] = keyLines();
    expect(await rotate().done).toMatchObject({ code: 0, says: expect.stringContaining('4 secrets were sealed anew') });
    expect(keyLines()).toEqual([expect.any(String), before]);
    expect(statSync(join(folder.path, 'secrets.key')).mode & 0o777).toBe(0o600);
    expect((await look()).texts).toEqual(texts);

    // The invitation cannot be mailed: there is no such mail server, and its link stays sealed.
    const { client: alice } = await servers[1]!.signIn('alice');
    const [joe] = await sql(`select id from app_user where username = 'joe'`);
    await alice.call(inviteUser, { id: Number(joe!.id) });
    const { texts: more, names } = await look();
    expect([more.length, more.includes('LOST'), names]).toEqual([5, false, [expect.any(String)]]);

    await mona.call(confirmSelf, {}, { code: codeAt(SECRET, stepOf(new Date().toISOString())) });
  });

  it('killed between the file and the commit, everything can be read, and the next run finishes', async () => {
    await killWhileItWaits();
    const lines = keyLines();
    const between = await look();
    expect(between.texts).toEqual(texts);
    expect(lines).toHaveLength(3);
    const { code, says } = await rotate().done;
    expect([code, says]).toEqual([0, expect.stringContaining('The last change was not finished')]);
    expect(keyLines()).toEqual(lines);
    const after = await look();
    expect(after.texts).toEqual(texts);
    expect(after.names).not.toEqual(between.names);
  });

  it('forgets the old keys only an hour later, and loses nothing when it is killed before', async () => {
    expect(await rotate('--forget-old').done).toMatchObject({ code: 1, says: expect.stringMatching(/sign-ins under way may still need/) });
    hourLater();
    await killWhileItWaits('--forget-old');
    expect((await look()).texts).toEqual(texts);
    expect(keyLines()).toHaveLength(3);
    expect((await rotate('--forget-old').done).code).toBe(0);
    expect(keyLines()).toHaveLength(1);
    expect((await look()).texts).toEqual(texts);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('secrets.key'))).toEqual(['secrets.key']);
  });

  it('a prepared key is known to every server before one seals with it', async () => {
    expect((await rotate('--prepare').done).code).toBe(0);
    const [first, next] = keyLines();
    expect(next).toMatch(/ next$/);
    expect((await rotate('--prepare').done).code).toBe(0);
    expect(keyLines()).toEqual([first, next]);
    expect((await rotate().done).code).toBe(0);
    expect(keyLines()).toEqual([next!.replace(' next', ''), first]);
    expect((await look()).texts).toEqual(texts);
  });

  it('a folder without a key, and words it does not know, are refused in a sentence', async () => {
    const [wrong, unknown] = [
      rotate('--frog'),
      spawn(process.execPath, [BOOT, 'rotate-keys'], { env: { ...process.env, DATA_DIR: '/nowhere' } }),
    ];
    let says = '';
    unknown.stderr.on('data', (chunk: Buffer) => (says += chunk));
    await new Promise((resolve) => unknown.once('close', resolve));
    expect(says).toMatch(/^There is no \/nowhere\/secrets\.key: give the DATA_DIR/);
    expect((await wrong.done).says).toMatch(/^It is: npm run rotate-keys/);
  });
});
