import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openPool } from '../db/database.ts';
import { ended, makeFolder } from '../postgres/fixture.ts';
import { type Product, startProduct } from '../postgres/fixture-product.ts';
import { listProcessesIn } from '../postgres/processes.ts';
import { databaseUrl } from '../testing/cluster.ts';
import { ask } from '../testing/empty-database.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { serveProduct } from './serve-product.ts';

let folder: ReturnType<typeof makeFolder>;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => folder.remove());

describe('asked to end', () => {
  test('a client that has sent half of its request is cut off after a while, and everything is closed', async () => {
    const appUrl = await cloneDatabase(`dmse_test_stalled_${process.pid}`);
    const env = {
      DATABASE_URL: ownerUrlOf(appUrl),
      DATABASE_APP_URL: appUrl,
      DATA_DIR: folder.path,
      PORT: '0',
      LOG_FILE: join(folder.path, 'log'),
    };
    const said: string[] = [];
    const running = await serveProduct(readConfig(env, []), {
      say: (line) => void said.push(line),
      asked: new AbortController().signal,
      patience: 300,
    });
    const stalled = connect(Number(new URL(running.address).port), '127.0.0.1');
    stalled.on('error', () => {});
    const isCut = new Promise<void>((done) => stalled.once('close', () => done()));
    stalled.write(
      'POST /auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\na=',
    );
    await new Promise((done) => setTimeout(done, 200));
    await running.stop();
    await isCut;
    expect(said.at(-1)).toBe('A request did not finish in time and is cut off.');
    const left = `select from pg_stat_activity where datname = 'dmse_test_stalled_${process.pid}' and application_name = 'dmse'`;
    await until(async () => (await ask(inject('adminUrl'), left)).length === 0);
  });

  test('while it loads the demo it stops at once, leaves no PostgreSQL, and the next start begins cleanly', async () => {
    const first = startProduct(folder.path, { DEMO_SIZE: 'large' });
    await until(() => first.output().includes('Loading the demo firm'));
    await new Promise((done) => setTimeout(done, 500));
    first.child.kill('SIGTERM');
    await until(() => first.output().includes('Stopping …'));
    await ended(first.child);
    expect([first.child.exitCode, first.output().trim().split('\n').at(-1)]).toEqual([0, 'Stopping …']);
    expect(listProcessesIn(join(folder.path, 'pg'))).toEqual([]);

    // A folder with anything of the demo in it would not be taken for a firm's.
    const admin = { DMSE_ADMIN_USERNAME: 'ada', DMSE_ADMIN_EMAIL: 'ada@example.com', DMSE_ADMIN_PASSWORD: 'tide tables for march' };
    const second = startProduct(folder.path, { DMSE_MODE: 'firm', ...admin });
    await second.origin;
    expect(second.output()).not.toContain('demo');
    // Its window is closed: nobody reads what it says any more.
    second.child.stdout!.destroy();
    second.child.stderr!.destroy();
    second.child.kill('SIGHUP');
    await ended(second.child);
    expect(second.child.exitCode).toBe(0);
    expect(listProcessesIn(join(folder.path, 'pg'))).toEqual([]);
  });

  test('in the middle of its very first step it leaves nothing half made', async () => {
    const product = startProduct(folder.path);
    await until(() => product.output().includes('making an empty database'));
    product.child.kill('SIGINT');
    product.child.kill('SIGTERM');
    await ended(product.child);
    expect(product.child.exitCode).toBe(0);
    expect(existsSync(join(folder.path, 'pg'))).toBe(false);
  });
});

/** What a start that is refused says, and with which code it ends. */
async function refusalOf(product: Product) {
  await ended(product.child);
  await new Promise((done) => setTimeout(done, 50));
  return { code: product.child.exitCode, says: product.output().trim() };
}

describe('a start that cannot be', () => {
  test('says why in one line, and nothing was made', async () => {
    const home = join(folder.path, 'data');
    const misspelt = startProduct(home, {}, ['--frim']);
    expect(await refusalOf(misspelt)).toEqual({ code: 1, says: 'There is no option "--frim"; the only one is --firm.' });
    expect(existsSync(home)).toBe(false);
  });

  test("another program's database is refused before anything is written there", async () => {
    const name = `dmse_test_foreign_${process.pid}`;
    await ask(inject('adminUrl'), `create database ${name} owner dmse_owner template template0`);
    const url = databaseUrl(inject('adminUrl'), name, 'dmse_owner');
    await ask(url, 'create table client (id int)');
    const { code, says } = await refusalOf(startProduct(folder.path, { DATABASE_URL: url, DMSE_MODE: 'firm' }));
    expect([code, says]).toEqual([1, expect.stringMatching(/^The database .* belongs to another program \(it holds client\).*\.$/)]);
    expect(await ask(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([{ relname: 'client' }]);
    await ask(inject('adminUrl'), `drop database ${name}`);
  });

  test('a disk that fills while the demo is loaded is one sentence, and PostgreSQL is not left behind', async () => {
    const disk = join(folder.path, 'disk');
    const script = `mkdir "$0" && mount -t tmpfs -o size=75m none "$0" && "$@"; echo "left: $(ls -d /proc/[0-9]*/cwd -l 2>/dev/null | grep -c "$0/pg")"`;
    const product = startProduct(disk, { DEMO_SIZE: 'medium' }, [], ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, disk]);
    await ended(product.child);
    expect(product.output()).toMatch(/\nThe disk that holds .* is full: free some space and start again\.\n/);
    expect(product.output()).not.toMatch(/\n\s+at /);
    expect(product.output()).toContain('left: 0');
  });
});

describe('a demo', () => {
  test('that comes to a network no longer opens for the word everybody knows', async () => {
    const appUrl = await cloneDatabase(`dmse_test_network_${process.pid}`);
    const env = { DATABASE_URL: ownerUrlOf(appUrl), DATABASE_APP_URL: appUrl, DATA_DIR: folder.path, LOG_FILE: join(folder.path, 'log') };
    const server = await startServerProcess({ ...env, HOST: '0.0.0.0' });
    expect(server.output()).toContain('This demo listens to the network, so its passwords are random.');
    const password = /^ {2}mona +(\S+)/m.exec(server.output())![1]!;
    expect((await server.signIn('mona', 'demo')).status).toBe(401);
    expect((await server.signIn('mona', password)).status).toBe(303);
    expect(await server.stop()).toBe(0);
    expect(readFileSync(join(folder.path, 'log'), 'utf8')).not.toContain(password);
  });
});

describe('the lesser role', () => {
  test('is taken on before the first query, without a complaint of the driver', async () => {
    await cloneDatabase(`dmse_test_role_${process.pid}`);
    const superUrl = databaseUrl(inject('adminUrl'), `dmse_test_role_${process.pid}`);
    const pool = openPool(superUrl, 2, 'dmse_app');
    const users = await Promise.all([1, 2].map(async () => (await pool.query('select current_user as name')).rows[0].name));
    expect(users).toEqual(['dmse_app', 'dmse_app']);
    await pool.end();
    const server = await startServerProcess({ DATABASE_URL: superUrl, DATA_DIR: folder.path, LOG_FILE: join(folder.path, 'log') });
    expect(server.output()).not.toMatch(/warning/i);
    expect(await server.stop()).toBe(0);
  });
});
