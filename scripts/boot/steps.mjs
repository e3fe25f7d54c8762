import { spawn } from 'node:child_process';
import { childEnvironment, ROOT } from './places.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], again?: string[] }} Count
 * @typedef {{ name: string, run: () => Promise<Count>, isAlone?: boolean }} Step
 * @typedef {{ code: number, output: string }} Ended
 */

/** @type {Count} */
export const PASSED = { passed: 1, failed: 0, skipped: 0 };
/** @type {Count} */
export const FAILED = { passed: 0, failed: 1, skipped: 0 };

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let stopped = false;

/** Ctrl-C ends what is running, with everything it has started, and nothing is begun after it. */
export function stopWithChildren() {
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      stopped = true;
      for (const child of running) signalGroup(child, name);
      if (running.size === 0) process.exit(130);
    });
  }
}

/** Where a server runs in this process, signals are its own: what it has not waited for ends with it. */
export function endChildrenAtExit() {
  process.on('exit', () => {
    for (const child of running) signalGroup(child, 'SIGTERM');
  });
}

/** A child is the first of its process group: the tests or the browser that it started in turn are in that group too. */
function signalGroup(/** @type {import('node:child_process').ChildProcess} */ child, /** @type {NodeJS.Signals} */ name) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, name);
  } catch {
    // It has just ended by itself.
  }
}

/**
 * Runs a program; what it says is seen at once, or, where several run side by side, in one piece when it has ended. `quiet`: not at all.
 * @param {string[]} command
 * @param {{ cwd?: string, env?: Record<string, string>, hold?: boolean, keep?: boolean, quiet?: boolean }} [how]
 * @returns {Promise<Ended>}
 */
export function runProgram(command, { cwd = ROOT, env = {}, hold = false, keep = false, quiet = false } = {}) {
  const [file = '', ...args] = command;
  const piped = hold || keep || quiet;
  return new Promise((done) => {
    // We end with the last of those that were told to stop: a next step, or a second try, is not begun any more.
    if (stopped) return;
    const child = spawn(file, args, {
      cwd,
      detached: true,
      env: childEnvironment(env),
      stdio: ['ignore', piped ? 'pipe' : 'inherit', piped ? 'pipe' : 'inherit'],
    });
    running.add(child);
    let output = '';
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      if (!hold && !quiet) process.stdout.write(chunk);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    const end = (/** @type {number} */ code) => {
      running.delete(child);
      if (hold && code !== 0) process.stdout.write(output);
      if (stopped && running.size === 0) process.exit(130);
      done({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      process.stdout.write(`${error.message}\n`);
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/** A step that is one test: it passes when its program says so, and is heard only when it does not. */
export function judge(/** @type {string} */ name, /** @type {string[]} */ command) {
  return { name, run: async () => ((await runProgram(command, { hold: true })).code === 0 ? PASSED : FAILED) };
}

/**
 * Steps that each leave a core idle now and then, as one.
 * @param {string} name
 * @param {Step[]} steps
 * @returns {Step}
 */
export function sideBySide(name, steps) {
  return {
    name,
    run: async () => {
      const counts = await Promise.all(steps.map(runOne));
      return {
        ...addUp(counts.map(({ count }) => count)),
        failures: counts.flatMap(({ step, count }) => count.failures ?? (count.failed > 0 ? [step.name] : [])),
      };
    },
  };
}

/** Runs a step and says how it ended. What it throws is a failure of its own. */
async function runOne(/** @type {Step} */ step) {
  const began = performance.now();
  const count = await step.run().catch((error) => {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
    return FAILED;
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`── ${step.name}: ${count.failed === 0 ? 'ok' : 'FAILED'}, ${describe(count)}, ${seconds} s\n`);
  return { step, count };
}

/** @returns {Count} */
function addUp(/** @type {Count[]} */ counts) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) => counts.reduce((total, count) => total + count[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/**
 * Runs the steps in their order, so many at a time, whatever becomes of each; those that must be alone come after all others. Ends with the
 * one line that counts them all.
 * @param {Step[]} steps
 */
export async function runSteps(steps, atOnce = 1) {
  /** @type {Count[]} */
  const counts = [];
  /** @type {string[]} */
  const remarks = [];
  const lane = async (/** @type {Step[]} */ left) => {
    for (let step = left.shift(); step; step = left.shift()) {
      process.stdout.write(`\n── ${step.name}\n`);
      const { count } = await runOne(step);
      const { name } = step;
      counts.push(count);
      remarks.push(...(count.again ?? []).map((line) => `↻ passed on the second try: ${line}`));
      remarks.push(...(count.failures ?? (count.failed > 0 ? [name] : [])).map((line) => `✗ ${line}`));
    }
  };
  const together = steps.filter(({ isAlone }) => !isAlone);
  await Promise.all(Array.from({ length: atOnce }, () => lane(together)));
  await lane(steps.filter(({ isAlone }) => isAlone));
  const sum = addUp(counts);
  process.stdout.write(`${remarks.map((line) => `\n${line}`).join('')}\n${describe(sum)}\n`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

export function describe(/** @type {Count} */ { passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
