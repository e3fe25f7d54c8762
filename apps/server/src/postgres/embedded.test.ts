import { chmodSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { ask, ended, makeFolder, runChild, start } from './fixture.ts';
import { findProcess, listProcessesIn, sleep, waitForEnd } from './processes.ts';
import { socketPath, socketUrl } from './socket-folder.ts';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const postmasterPid = (dataDir: string) => Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('one data folder, started again and again', () => {
  const outer = makeFolder();
  const dataDir = join(outer.path, 'data, with "odd" name');
  let embedded: Embedded;
  beforeAll(async () => {
    chmodSync(outer.path, 0o700);
    embedded = await start(dataDir);
  });
  afterAll(async () => {
    await embedded.stop();
    outer.remove();
  });

  test('The first start makes a database whose two roles may no more than they should.', async () => {
    expect(embedded).toMatchObject({ adopted: false, version: expect.stringMatching(/^18\./) });
    const roles = 'select rolname, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolcanlogin order by 1';
    const lesser = { rolsuper: false, rolcreatedb: false, rolcreaterole: false };
    expect((await ask(embedded.ownerUrl, roles)).slice(1)).toEqual([
      { rolname: 'dmse_app', ...lesser },
      { rolname: 'dmse_owner', ...lesser },
    ]);
    await ask(embedded.ownerUrl, 'create extension pg_trgm; create extension unaccent; create table kept (n int)');
    await expect(ask(embedded.appUrl, 'select * from kept')).rejects.toThrow('permission denied');
    await expect(ask(embedded.appUrl, 'create table mine (n int)')).rejects.toThrow('permission denied');
    await expect(ask(embedded.appUrl, 'create temp table mine (n int)')).rejects.toThrow('permission denied');
  });

  test('It is UTF-8, ordered by code point, with checksums, safe against a power cut, and reachable by its socket only.', async () => {
    const shown = async (name: string) => Object.values((await ask(embedded.ownerUrl, `show ${name}`))[0]!)[0];
    expect(await shown('server_encoding')).toBe('UTF8');
    expect(await shown('data_checksums')).toBe('on');
    expect(await shown('full_page_writes')).toBe('on');
    expect(await shown('listen_addresses')).toBe('');
    expect(
      await ask(embedded.ownerUrl, `select string_agg(v, '' order by v) as o, lower('ÉA') as l from unnest('{b,é,Z,a}'::text[]) v`),
    ).toEqual([{ o: 'Zabé', l: 'éa' }]);
    for (const path of [dataDir, join(dataDir, 'pg'), embedded.socketFolder]) expect(mode(path)).toBe('700');
    expect(mode(join(dataDir, 'postgres.log'))).toBe('600');
  });

  test('A stop keeps what was committed; a log above ten megabytes begins anew at the next start.', async () => {
    await ask(embedded.ownerUrl, 'insert into kept values (1)');
    const pid = postmasterPid(dataDir);
    await embedded.stop();
    expect(findProcess(pid)).toBeNull();
    expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
    truncateSync(join(dataDir, 'postgres.log'), 11 * 1024 * 1024);
    embedded = await start(dataDir);
    expect(embedded.adopted).toBe(false);
    expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThan(10_000);
    expect(statSync(join(dataDir, 'postgres.log.1')).size).toBe(11 * 1024 * 1024);
    expect(await ask(embedded.ownerUrl, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('A server killed with -9 leaves PostgreSQL at work; the next start serves on with the same one.', async () => {
    await embedded.stop();
    const { child, answer } = runChild('start', dataDir);
    expect(await answer).toEqual({ ok: true });
    const pid = postmasterPid(dataDir);
    await ask(embedded.ownerUrl, 'insert into kept values (2)');
    child.kill('SIGKILL');
    await ended(child);
    embedded = await start(dataDir);
    expect(embedded.adopted).toBe(true);
    expect(postmasterPid(dataDir)).toBe(pid);
    expect(await ask(embedded.ownerUrl, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('A PostgreSQL that is killed under a running server comes back by itself, and the server is told.', async () => {
    let told = 0;
    embedded.onExit(() => told++);
    await ask(embedded.ownerUrl, 'insert into kept values (3)');
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => told).toBe(1);
    await expect.poll(() => ask(embedded.ownerUrl, 'select count(*)::int from kept')).toEqual([{ count: 3 }]);
  });

  test('A postmaster killed while a statement computes leaves an orphan; it is ended before a new one starts.', async () => {
    await embedded.stop();
    const { child, answer } = runChild('start', dataDir);
    await answer;
    child.kill('SIGKILL');
    await ended(child);
    const busy = ask(embedded.ownerUrl, 'select count(*) from generate_series(1, 20000000000) a').catch((error: Error) => error.message);
    await sleep(300);
    const [orphan] = await ask(
      embedded.ownerUrl,
      "select pid from pg_stat_activity where query like '%20000000000%' and pid <> pg_backend_pid()",
    );
    const pid = postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await waitForEnd(
      [findProcess(pid)].filter((found) => found !== null),
      5000,
    );
    expect(findProcess(orphan!.pid as number)).not.toBeNull();
    embedded = await start(dataDir);
    expect(embedded.adopted).toBe(false);
    expect(findProcess(orphan!.pid as number)).toBeNull();
    expect(await busy).toMatch(/terminat|closed/);
    expect(await ask(embedded.ownerUrl, 'select count(*)::int from kept')).toEqual([{ count: 3 }]);
  });

  test('A stale postmaster.pid whose number now belongs to a stranger is no obstacle.', async () => {
    await embedded.stop();
    writeFileSync(
      join(dataDir, 'pg', 'postmaster.pid'),
      `${process.pid}\n${dataDir}/pg\n1\n5432\n${embedded.socketFolder}\n\n  1 1\nready\n`,
    );
    embedded = await start(dataDir);
    expect(embedded.adopted).toBe(false);
  });

  test('A data folder of another major version is refused with a sentence and left alone.', async () => {
    await embedded.stop();
    const file = join(dataDir, 'pg', 'PG_VERSION');
    writeFileSync(file, '17\n');
    await expect(start(dataDir)).rejects.toMatchObject({
      name: 'StartProblem',
      message: expect.stringMatching(/made by PostgreSQL 17, and this is PostgreSQL 18/),
    });
    writeFileSync(file, '18\n');
    embedded = await start(dataDir);
    expect(await ask(embedded.ownerUrl, 'select count(*)::int from kept')).toEqual([{ count: 3 }]);
  });

  test('The port of somebody else in the environment changes nothing.', async () => {
    process.env.PGPORT = '6543';
    try {
      expect(await ask(embedded.appUrl, 'select current_user')).toEqual([{ current_user: 'dmse_app' }]);
    } finally {
      delete process.env.PGPORT;
    }
  });

  test('Nobody listens in another container: an answering socket without a visible process is refused.', async () => {
    const { refuseUnseen } = await import('./postmaster.ts');
    await expect(refuseUnseen(embedded.socketFolder, join(dataDir, 'pg'))).rejects.toThrow('outside this container');
    await expect(refuseUnseen(join(dataDir, 'nowhere'), join(dataDir, 'pg'))).resolves.toBeUndefined();
    await new Promise((done) => createConnection(socketPath(embedded.socketFolder)).once('connect', done));
    expect(await ask(socketUrl(embedded.socketFolder, 'dmse_admin', 'postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('Stopped while it recovers from the death of one of its own, it ends all the same.', async () => {
    for (const moment of [0, 30, 80]) {
      const admin = socketUrl(embedded.socketFolder, 'dmse_admin', 'postgres');
      const [writer] = await ask(admin, "select pid from pg_stat_activity where backend_type = 'walwriter'");
      process.kill(writer!.pid as number, 'SIGKILL');
      await sleep(moment);
      await embedded.stop();
      expect(listProcessesIn(join(dataDir, 'pg'))).toEqual([]);
      embedded = await start(dataDir);
    }
    expect(await ask(embedded.ownerUrl, 'select count(*)::int from kept')).toEqual([{ count: 3 }]);
  });

  test('Asked to end at any moment of a start, it leaves no PostgreSQL behind and loses nothing.', async () => {
    await embedded.stop();
    for (const moment of [0, 20, 60, 120, 250]) {
      const asked = new AbortController();
      setTimeout(() => asked.abort(), moment);
      const started = await startEmbedded({ dataDir, say: () => {}, asked: asked.signal }).catch((error: Error) => error.name);
      if (typeof started === 'string') expect(started).toBe('AbortError');
      else await started.stop();
      expect(listProcessesIn(join(dataDir, 'pg'))).toEqual([]);
    }
    embedded = await start(dataDir);
    expect(await ask(embedded.ownerUrl, 'select count(*)::int from kept')).toEqual([{ count: 3 }]);
  });
});
