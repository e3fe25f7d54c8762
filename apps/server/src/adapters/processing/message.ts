import { createHash } from 'node:crypto';
import type { ReadSoFar } from '@dmse/survey/run/read-files';
import type { SurveySettings } from '@dmse/survey/survey-settings';
import type { Question, RunFile, RunInputs } from './question.ts';

/** What the process is to do; one task at a time. `run` names the inputs, which are sent only when it does not have them. */
export type Task =
  | { kind: 'ask'; run: string; revision: number; question: Question }
  /** Only to have the run worked out. */
  | { kind: 'work_out'; run: string }
  | { kind: 'read'; files: readonly RunFile[]; settings: SurveySettings };

export type ToProcess =
  | { kind: 'task'; task: Task; most_shots: number }
  | { kind: 'inputs'; inputs: RunInputs }
  /** Files come in pieces: none of them lies in the server's memory as a whole. */
  | { kind: 'piece'; sha256: string; bytes: Uint8Array }
  | { kind: 'all_sent' };

/** Which runs the process has, so that questions about them go there. */
export type HeldRun = { run: string; key: string };

export type FromProcess =
  | { kind: 'needs_inputs' }
  | { kind: 'needs_bytes'; hashes: string[] }
  | { kind: 'progress'; progress: number }
  | { kind: 'read_so_far'; done: ReadSoFar }
  | { kind: 'answer'; answer: unknown; held: HeldRun[] }
  | { kind: 'refused'; sentence: string; held: HeldRun[] }
  /** A fault of ours, for the log. */
  | { kind: 'failed'; stack: string; held: HeldRun[] };

/** The name of a run as its inputs have it: equal inputs have one name, however they were read from the database. */
export function nameRun({ attempt, files, decisions, settings, around }: RunInputs): string {
  const made = decisions.map(({ decision, by, at, why }) => [decision, by, at, why]);
  const given = files.map(({ part, name, sha256 }) => [part, name, sha256]);
  return createHash('sha256')
    .update(JSON.stringify([attempt, given, made, settings, around], sortKeys))
    .digest('hex');
}

/** What was read back from a column of JSON has its keys in another order. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
