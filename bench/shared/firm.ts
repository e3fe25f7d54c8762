import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { socketUrl } from '../../apps/server/src/postgres/socket-folder.ts';
import { type Product, startProduct } from './product.ts';
import { runTool } from './tool.ts';

export type Person = { id: number; name: string; sessionid: string; csrftoken: string };
export type Row = Record<string, unknown>;

/** A firm's own product on a real PostgreSQL, which may be killed and started again on the same data. */
export type Firm = {
  origin: string;
  home: string;
  dataDir: string;
  /** The bytes as they are stored. */
  openFile(sha256: string): Readable;
  /** Straight to the database, past the product: what the compare sees. */
  sql<T extends Row = Row>(text: string, values?: unknown[]): Promise<T[]>;
  /** An account with a session, as if signed in through the page. */
  hire(name: string, granted?: string[]): Promise<Person>;
  signIn(person: Person): Promise<void>;
  kill(): Promise<void>;
  /** `SIGQUIT` is what `pg_ctl stop -m immediate` sends. */
  killPostgres(how?: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Answers after how many milliseconds it took work again. `more`: what its environment says from now on. */
  restart(more?: Record<string, string>): Promise<number>;
  /** Stops it as an update does, with time to finish what it is at, and starts it again. */
  deploy(): Promise<number>;
  /** Takes a backup by the product's own command, while it runs. */
  backUp(): Promise<void>;
  /** Restores the last backup by the product's own command into an empty folder. */
  restore(args?: readonly string[]): Promise<void>;
  /** Restores the last backup beside the running product and compares. Answers what the command said. */
  drill(): Promise<string>;
  /** As PostgreSQL's own administrator, who may look below the tables. */
  inspect<T extends Row = Row>(text: string): Promise<T[]>;
  stop(): Promise<void>;
};

const ADMIN = {
  DMSE_MODE: 'firm',
  DMSE_ADMIN_USERNAME: 'root',
  DMSE_ADMIN_EMAIL: 'root@example.ca',
  DMSE_ADMIN_PASSWORD: 'a field of 12 stones',
};

/** Where PostgreSQL and the files are not the product's own: how to reach them past it, and how the product is run on them. */
export type Elsewhere = {
  ownerUrl: string;
  adminUrl: string;
  run(settings: Record<string, string>): Promise<Product>;
  openFile(sha256: string): Readable;
};

export async function startFirm(name: string, env: Record<string, string> = {}, elsewhere: Elsewhere | null = null): Promise<Firm> {
  const run = elsewhere?.run ?? startProduct;
  const home = mkdtempSync(join(process.env.CAMPAIGN_HOME ?? tmpdir(), `dmse-${name}-`));
  const dataDir = env.DATA_DIR ?? join(home, 'data');
  // A server that is started fifty times need not read its own text anew each time.
  const settings: Record<string, string> = {
    ...ADMIN,
    DATABASE_URL: elsewhere?.ownerUrl ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(home, 'compiled'),
    DRIVE_ROOTS: home,
    BACKUP_DIR: join(home, 'backups'),
    ...(env.DMSE_MODE === 'demo' ? {} : { LEAVE_QUEUES: '' }),
    // An accounting system that is never there.
    ...{ XERO_URL: 'http://127.0.0.1:9', XERO_CLIENT_ID: 'campaign', XERO_CLIENT_SECRET: 'campaign' },
    ...env,
    DATA_DIR: dataDir,
  };
  let product: Product = await run(settings);
  const socket = join(dataDir, 'socket');
  const pool = new pg.Pool({ connectionString: elsewhere?.ownerUrl ?? socketUrl(socket, 'dmse_owner', 'dmse'), max: 4 });
  pool.on('error', () => {});
  const sql: Firm['sql'] = async (text, values = []) => {
    // PostgreSQL itself may have been killed a moment ago, or be going down or coming up (57P), or have lost its disk (58) or its lead (25006).
    for (let tries = 0; ; tries += 1) {
      try {
        return (await pool.query(text, values)).rows;
      } catch (error) {
        const { routine, code = '' } = error as { routine?: string; code?: string };
        if (tries > 600 || (routine !== undefined && !/^(57P|58|25006)/.test(code))) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const openSession = async (id: number) => {
    const token = randomBytes(32).toString('base64url');
    // With a second factor, and shown again lately for as long as a campaign lasts.
    await sql(
      `insert into session (token_hash, user_id, kind, created_on, last_seen_on, address, device, has_second_factor, confirmed_on)
       values ($1, $2, 'field', now(), now(), '127.0.0.1', 'tablet', true, now() + interval '1 day')`,
      [createHash('sha256').update(token).digest(), id],
    );
    const look = await fetch(`${firm.origin}/api/users/self/`, { headers: { cookie: `sessionid=${token}` } });
    const csrftoken = /csrftoken=([^;]+)/.exec(look.headers.getSetCookie().join('\n'))?.[1] ?? '';
    return { sessionid: token, csrftoken };
  };
  const hired: Person[] = [];
  const tool = async (task: string, args: readonly string[] = []): Promise<string> => {
    const { code, output } = await runTool(task, args, settings);
    if (code !== 0) throw new Error(`npm run ${task} failed: ${output}`);
    return output;
  };
  const firm: Firm = {
    origin: product.origin,
    home,
    dataDir,
    openFile: elsewhere?.openFile ?? ((sha256) => createReadStream(join(dataDir, 'files', sha256.slice(0, 2), sha256))),
    sql,
    async hire(username, granted = ['Field Editor']) {
      const [row] = await sql<{ id: number }>(
        `insert into app_user (username, email, full_name, initials, granted, password_hash, created_on, updated_on)
         values ($1, $1 || '@example.ca', $1, 'CR', $2, 'none', now(), now()) returning id`,
        [username, granted],
      );
      const person = { id: row!.id, name: username, ...(await openSession(row!.id)) };
      hired.push(person);
      return person;
    },
    async signIn(person) {
      Object.assign(person, await openSession(person.id));
    },
    kill: () => product.kill(),
    async killPostgres(how = 'SIGKILL') {
      const pid = Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
      if (pid > 1) process.kill(pid, how);
    },
    async restart(more = {}) {
      const began = performance.now();
      Object.assign(settings, more);
      product = await run(settings);
      firm.origin = product.origin;
      return performance.now() - began;
    },
    async deploy() {
      await product.stop();
      return firm.restart();
    },
    backUp: async () => void (await tool('backup')),
    async restore(args = []) {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      await tool('restore', args);
      await firm.restart();
      // Whoever was signed in signs in again.
      for (const person of hired) await firm.signIn(person);
    },
    drill: () => tool('restore-drill'),
    async inspect<T extends Row>(text: string) {
      const client = new pg.Client({ connectionString: elsewhere?.adminUrl ?? socketUrl(socket, 'dmse_admin', 'dmse') });
      await client.connect();
      try {
        return (await client.query(text)).rows as T[];
      } finally {
        await client.end();
      }
    },
    async stop() {
      await pool.end();
      await product.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return firm;
}
