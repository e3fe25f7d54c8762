import { spawn } from 'node:child_process';
import { childEnvironment } from './places.mjs';

/** Ctrl-C reaches every process of the terminal, and npm passes it on once more: within this time it is the same wish. */
const SAME_WISH = 1000;

const FOLLOW = new URL('./follow-parent.mjs', import.meta.url).href;

/**
 * Runs another Node in our place and ends as it ends. It gets a process group of its own, so that the terminal's Ctrl-C comes to us
 * alone and to it exactly once; and it looks after us, so that it never stays behind when we are killed.
 */
export function standInFor(/** @type {string} */ node, /** @type {string[]} */ args) {
  const env = childEnvironment({ DMSE_PARENT: String(process.pid) });
  const child = spawn(node, ['--import', FOLLOW, ...args], { detached: true, stdio: 'inherit', env });
  /** @type {number | undefined} */
  let last;
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      const now = performance.now();
      if (last === undefined || now - last > SAME_WISH) child.kill(name);
      last = now;
    });
  }
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
