import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One running process: its number alone may have been given to somebody else meanwhile, with its start it is unmistakable. */
export type Process = { pid: number; started: string };

/** The process with this number, or null when there is none (one that ended and was not yet collected counts as none). */
export function findProcess(pid: number): Process | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name in brackets may hold anything, brackets included; what follows the last one is plain. Field 3 is the state, 22 the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  return state === undefined || started === undefined || state === 'Z' || state === 'X' ? null : { pid, started };
}

export function isRunning(process: Process): boolean {
  return findProcess(process.pid)?.started === process.started;
}

/** Everything that works inside this folder. A postmaster and its children stand in their data folder, whatever their number. */
export function listProcessesIn(folder: string): Process[] {
  const found: Process[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (![folder, `${folder} (deleted)`].includes(readlinkSync(`/proc/${name}/cwd`))) continue;
    } catch {
      continue; // ended, or somebody else's
    }
    const process = findProcess(Number(name));
    if (process) found.push(process);
  }
  return found;
}

/** Waits until all of them have ended; false when the patience ends first. */
export async function waitForEnd(processes: Process[], milliseconds: number): Promise<boolean> {
  const until = performance.now() + milliseconds;
  while (processes.some(isRunning)) {
    if (performance.now() > until) return false;
    await sleep(20);
  }
  return true;
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** A signal to exactly this process; one that has ended meanwhile is no complaint. */
export function signal(process: Process, name: NodeJS.Signals): void {
  if (!isRunning(process)) return;
  try {
    globalThis.process.kill(process.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
