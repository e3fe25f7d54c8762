import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes that are still reachable. */
function heapNow(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

export interface Figure {
  readonly cpu: number;
  /** What the result of the step keeps in memory. */
  readonly heap: number;
}

/** So much processor time that the clock of the thread, which ticks in milliseconds, can be believed. */
const ENOUGH_MS = 60;
/** Keeps the result of a step alive while the memory is counted. */
const kept: unknown[] = [];

export function measure<T>(work: () => T): { readonly figure: Figure; readonly result: T } {
  const before = heapNow();
  const first = spend(work, 0);
  kept.push(first.result);
  const heap = heapNow() - before;
  kept.length = 0;
  // What takes long enough is believed the first time.
  const cpu = first.cpu >= ENOUGH_MS ? first.cpu : Math.min(spend(work, ENOUGH_MS).cpu, spend(work, ENOUGH_MS).cpu);
  return { figure: { cpu, heap }, result: first.result };
}

/** Milliseconds of this thread for one round of work, over as many rounds as make up the time asked for. */
export function spend<T>(work: () => T, enough_ms: number): { readonly cpu: number; readonly result: T } {
  const start = process.threadCpuUsage();
  for (let rounds = 1; ; rounds += 1) {
    const result = work();
    const used = process.threadCpuUsage(start);
    const ms = (used.user + used.system) / 1000;
    if (ms >= enough_ms) return { cpu: ms / rounds, result };
  }
}
