import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, ROOT, toolPath } from './places.mjs';
import { BootProblem } from './problem.mjs';
import { runProgram } from './steps.mjs';

const WEB = join(ROOT, 'apps', 'web');
export const DIST = join(WEB, 'dist');
/** Inside the build, so that a build that was begun (which empties the folder first) is never taken for a finished one. */
const STAMP = join(DIST, '.stamp');

/** Builds the web app when something it is made of has changed. Sizes and ages are compared first, contents only where those differ. */
export async function buildWebWhenStale() {
  const files = listSources();
  const look = digest(files.map((path) => `${path} ${describe(path)}`));
  const stamp = readStamp();
  if (stamp?.look === look) return;
  const content = digest(files.map((path) => `${path} ${digest([readFileSync(join(ROOT, path))])}`));
  if (stamp?.content !== content) await build();
  writeFileSync(STAMP, JSON.stringify({ look, content }));
}

function listSources() {
  const isSource = (/** @type {string} */ path) => !/\.test\.tsx?$/.test(path) && !path.includes('/fixtures/');
  const packages = listFiles('packages').filter((path) => /^packages\/[\w-]+\/(src\/|package\.json$)/.test(path));
  return [...listFiles('apps/web'), ...packages, 'package-lock.json', 'tsconfig.base.json'].filter(isSource).sort();
}

function describe(/** @type {string} */ path) {
  const { size, mtimeMs } = statSync(join(ROOT, path));
  return `${size} ${mtimeMs}`;
}

function digest(/** @type {(string | Buffer)[]} */ parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return null;
  }
}

async function build() {
  process.stdout.write('Building the web app; this takes a moment.\n');
  const { code } = await runProgram([process.execPath, toolPath('vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: WEB,
    hold: true,
  });
  if (code !== 0) throw new BootProblem('The web app could not be built; what was wrong stands above.');
}
