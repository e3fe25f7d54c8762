import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeDataLock } from './data-lock.ts';
import { ask, ended, makeFolder, runChild, start } from './fixture.ts';
import { sleep } from './processes.ts';
import { WAYS_OF_ROOT } from './run-as.ts';

const isRoot = process.getuid!() === 0;
/** Two ordinary users: one every machine has, and one that is only a number, as containers like it. */
const [NAMED, NAMELESS] = [1, 12345];

/** That user, who may pass the closed folder a checkout may lie in, but write only what is their own. */
function as(user: number): string[] {
  const passing = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  return isRoot ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...passing, '--'] : [];
}

describe('first starts', () => {
  let folder: ReturnType<typeof makeFolder>;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => folder.remove());

  test('An ordinary user starts it, with or without a name, and their folder belongs to them.', async () => {
    for (const user of [NAMED, NAMELESS]) {
      const home = join(folder.path, String(user));
      mkdirSync(home);
      if (isRoot) [folder.path, home].forEach((path) => void chownSync(path, user, user));
      expect(await runChild('start-and-stop', home, as(user)).answer).toEqual({ ok: true });
      expect(statSync(join(home, 'pg')).uid).toBe(isRoot ? user : process.getuid!());
      // Root does not take it from them.
      if (isRoot) {
        const before = readdirSync(home);
        expect(() => takeDataLock(home)).toThrow(`belongs to user ${user}`);
        await expect(start(home)).rejects.toThrow(`belongs to user ${user}`);
        expect(readdirSync(home)).toEqual(before);
      }
    }
  });

  test('A folder of somebody else is one sentence.', async () => {
    mkdirSync(join(folder.path, 'pg'), { mode: 0o500 });
    const target = isRoot ? folder.path : '/root/dmse';
    const answer = await runChild('start-and-stop', target, as(NAMED)).answer;
    expect(answer).toMatchObject({ ok: false, name: 'StartProblem', says: expect.stringContaining('No permission to use') });
  });

  test('Every way root has to start it works on the same folder, in turn.', async () => {
    for (const [name, way] of Object.entries(WAYS_OF_ROOT)) {
      const said: string[] = [];
      const embedded = await start(folder.path, said, [way]);
      await ask(embedded.ownerUrl, `create table "${name}" ()`);
      await embedded.stop();
      if (isRoot) expect(statSync(join(folder.path, 'pg', 'base')).uid).toBe(way.owner);
      expect(said.some((line) => line.includes('as the user nobody'))).toBe(isRoot && name === 'nobody');
    }
    const embedded = await start(folder.path);
    expect(await ask(embedded.ownerUrl, "select relname from pg_class where relnamespace = 'public'::regnamespace order by 1")).toEqual([
      { relname: 'namespace' },
      { relname: 'nobody' },
    ]);
    await embedded.stop();
  });

  test('Every way root has to start it passes folders that are closed to others, as initdb asks for its programs.', () => {
    const program = join(folder.path, 'program');
    chmodSync(folder.path, 0o700);
    writeFileSync(program, '', { mode: 0o755 });
    // Whoever is not root owns the folder and starts it without a way around.
    const directly = (file: string, args: string[]): [string, string[]] => [file, args];
    for (const command of isRoot ? Object.values(WAYS_OF_ROOT).map((way) => way.command) : [directly]) {
      const [file, args] = command(process.execPath, ['-e', 'fs.accessSync(process.argv[1], fs.constants.X_OK)', program]);
      expect(spawnSync(file, args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    }
  });

  test('A path too long for a socket gets its door elsewhere, the same one each time, closed to others.', async () => {
    const deep = join(folder.path, 'a'.repeat(60), 'b'.repeat(60));
    const first = await start(deep);
    await first.stop();
    const second = await start(deep);
    expect(second.socketFolder).toBe(first.socketFolder);
    expect(second.socketFolder.startsWith(deep)).toBe(false);
    expect(readFileSync(join(deep, 'socket-folder'), 'utf8')).toBe(second.socketFolder);
    expect(statSync(second.socketFolder).mode & 0o777).toBe(0o700);
    expect(await ask(second.appUrl, 'select current_user')).toEqual([{ current_user: 'dmse_app' }]);
    await second.stop();
    rmSync(second.socketFolder, { recursive: true });
  });

  test('Killed at any moment of its first start, it is whole after the next.', async () => {
    for (const moment of [200, 500, 800, 1100]) {
      const dataDir = join(folder.path, String(moment));
      const { child } = runChild('start', dataDir);
      await sleep(moment);
      child.kill('SIGKILL');
      await ended(child);
      const embedded = await start(dataDir);
      expect(await ask(embedded.appUrl, 'select current_database() as name')).toEqual([{ name: 'dmse' }]);
      await embedded.stop();
      expect(readdirSync(dataDir).filter((name) => name.startsWith('pg'))).toEqual(['pg']);
    }
  });

  test('A full disk is one sentence, and nothing half made stays behind.', async () => {
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    const listing = join(folder.path, 'listing');
    const script = `mount -t tmpfs -o size=20m none "$0" && "$@"; ls "$0" > "${listing}"`;
    const { child, answer } = runChild('start-and-stop', disk, ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, disk]);
    expect(await answer).toMatchObject({ ok: false, name: 'StartProblem', says: expect.stringMatching(/^The disk that holds .* is full/) });
    await ended(child);
    expect(readFileSync(listing, 'utf8')).not.toContain('pg');
  });

  test('Something that is not a database is left alone.', async () => {
    mkdirSync(join(folder.path, 'pg'));
    writeFileSync(join(folder.path, 'pg', 'letter.txt'), 'Dear Fern');
    await expect(start(folder.path)).rejects.toThrow('holds something that is not a database');
    expect(existsSync(join(folder.path, 'pg', 'letter.txt'))).toBe(true);
  });
});
