import { buffer } from 'node:stream/consumers';
import type { PersonRef } from '@dmse/contract/common/fields';
import type { ReadSoFar } from '@dmse/survey/run/read-files';
import type { ReportPhoto } from '../documents/survey-report-parts.ts';
import type { FileStore } from '../files/file-store.ts';
import { createThumbnailer } from '../files/thumbnailer.ts';
import { type Child, type Limits, startChild, TooMuch } from './child.ts';
import { nameRun, type Task } from './message.ts';
import { packageRun } from './package-run.ts';
import {
  isWorking,
  type ProcessAnswerTo,
  type Processor,
  ProcessorRefusal,
  type Question,
  type ReadSummary,
  type RunInputs,
  type RunPhoto,
  WORKING,
  type Working,
} from './question.ts';
import type { Signer } from './signer.ts';

const LIMITS: Limits = { seconds: 120, exportSeconds: 600, memoryMb: 2000, heapMb: 900, shots: 120_000, idleSeconds: 300 };
/** While one works a run out, the other answers what it holds of another. */
const MOST_CHILDREN = 2;
/** How long the same inputs are refused at once after they took too much, or after somebody cancelled them. */
const REFUSED_SECONDS = { too_much: 60, cancelled: 5 };

const CANCELLED = 'The computation was cancelled.';
const CLOSING = 'The server is closing. Try again in a minute.';

type Job = {
  /** Id of the field run. */
  key: string;
  task: Task;
  /** Who asked for it. */
  by: PersonRef | null;
  inputs: RunInputs | null;
  since: string;
  progress: number | null;
  read: ReadSoFar;
  is_computing: boolean;
  /** Nobody waits for its answer any more. */
  is_abandoned: boolean;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
};
type Seat = { child: Child; job: Job | null; used: number; idle: NodeJS.Timeout | undefined };

/** The report prints them, and the package holds the report. */
const isWithPhotos = (format: string) => format === 'report' || format === 'zip';

const runOf = ({ task }: Job) => (task.kind === 'read' ? null : task.run);

/**
 * Runs are worked out in processes of their own, which keep the last results in memory and are ended when idle. Nothing depends on
 * what they keep: another process works the same out again. One computation at a time; questions about what is held do not wait for it.
 */
export function createProcessor(files: FileStore, signer: Signer, given: Partial<Limits> = {}, start = startChild): Processor {
  const open = (sha256: string) => buffer(files.open(sha256));
  const limits = { ...LIMITS, ...given };
  const thumbnails = createThumbnailer();
  const seats: Seat[] = [];
  let line: Job[] = [];
  const refused = new Map<string, { sentence: string; until: number }>();
  let is_closed = false;

  const running = () => seats.flatMap(({ job }) => job ?? []);
  const holds = ({ child }: Seat, run: string | null) => child.held().some((each) => each.run === run);

  function startSeat(): Seat {
    const leave = () => seats.splice(seats.indexOf(seat), 1);
    const seat: Seat = { child: start(limits, leave), job: null, used: 0, idle: undefined };
    seats.push(seat);
    return seat;
  }

  /** Where the run is held or its files are; else a process that holds nothing; else the one that was not asked for longest. */
  function chooseSeat(job: Job): Seat {
    const run = runOf(job);
    const at = (test: (seat: Seat) => boolean | undefined) => seats.find(test);
    return (
      at((seat) => holds(seat, run)) ??
      at((seat) => run !== null && seat.job !== null && runOf(seat.job) === run) ??
      at((seat) => seat.job?.key === job.key || seat.child.held().some(({ key }) => key === job.key)) ??
      at((seat) => seat.job === null && seat.child.held().length === 0) ??
      (seats.length < MOST_CHILDREN ? startSeat() : seats.toSorted((a, b) => a.used - b.used)[0]!)
    );
  }

  function startJobs(): void {
    for (const job of [...line]) {
      const is_new = job.task.kind !== 'ask' || job.task.question.kind === 'try' || job.task.question.kind === 'compare';
      const isComputing = (seat: Seat | undefined) => is_new || !seat || !holds(seat, runOf(job));
      const is_taken = running().some(({ is_computing }) => is_computing);
      if (is_taken && isComputing(seats.find((seat) => holds(seat, runOf(job))))) continue;
      const seat = chooseSeat(job);
      if (seat.job) continue;
      job.is_computing = isComputing(seat);
      line = line.filter((each) => each !== job);
      void doJob(job, seat);
    }
  }

  async function doJob(job: Job, seat: Seat): Promise<void> {
    seat.job = job;
    seat.used = performance.now();
    clearTimeout(seat.idle);
    const onProgress = (progress: number) => {
      job.progress = progress;
    };
    const onRead = (done: ReadSoFar) => {
      job.read = done;
    };
    try {
      job.resolve(await seat.child.perform(job.task, { inputs: job.inputs, open: files.open, onProgress, onRead }));
    } catch (error) {
      if (error instanceof TooMuch) refuseNext(job, error.message, REFUSED_SECONDS.too_much);
      job.reject(error);
    }
    seat.job = null;
    if (seats.includes(seat)) seat.idle = setTimeout(() => seat.child.end(CLOSING), limits.idleSeconds * 1000).unref();
    if (!is_closed) startJobs();
  }

  /** Nobody waits to be told that it failed: whoever asks next is, and does not begin it again. */
  function refuseNext(job: Job, sentence: string, seconds: number): void {
    const run = runOf(job);
    if (run === null || !job.is_abandoned) return;
    const now = performance.now();
    for (const [each, { until }] of refused) if (until < now) refused.delete(each);
    refused.set(run, { sentence, until: now + seconds * 1000 });
  }

  function addJob(key: string, task: Task, inputs: RunInputs | null, by: PersonRef | null = null): { job: Job; answer: Promise<unknown> } {
    if (is_closed) throw new ProcessorRefusal(CLOSING);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const since = new Date().toISOString();
    const begun = { progress: null, read: { files: 0, bytes: 0 }, is_computing: false, is_abandoned: false };
    const job: Job = { key, task, by, inputs, since, ...begun, resolve, reject };
    // What nobody waits for is not worked out once the run has moved on.
    line = line.filter((each) => !(each.is_abandoned && each.key === key && runOf(each) !== runOf(job)));
    line.push(job);
    startJobs();
    return { job, answer: promise };
  }

  /** The run is worked out all the same, once, so that the next question finds it. */
  function abandon(job: Job): void {
    job.is_abandoned = true;
    const isOther = (each: Job) => each !== job && runOf(each) === runOf(job);
    if (line.includes(job) && [...line, ...running()].some(isOther)) line = line.filter((each) => each !== job);
    else if (line.includes(job) && job.task.kind === 'ask') job.task = { kind: 'work_out', run: job.task.run };
  }

  async function askChild<Q extends Question>(
    inputs: RunInputs,
    question: Q,
    options?: { waitMs: number },
  ): Promise<ProcessAnswerTo<Q> | Working> {
    const run = nameRun(inputs);
    const before = refused.get(run);
    if (before && before.until > performance.now()) throw new ProcessorRefusal(before.sentence);
    const { job, answer } = addJob(inputs.key, { kind: 'ask', run, revision: inputs.revision, question }, inputs);
    if (!options) return (await answer) as ProcessAnswerTo<Q>;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Working>((resolve) => {
      timer = setTimeout(() => resolve(WORKING), options.waitMs);
    });
    const first = await Promise.race([answer as Promise<ProcessAnswerTo<Q>>, late]).finally(() => clearTimeout(timer));
    if (first === WORKING) {
      abandon(job);
      answer.catch(() => {});
    }
    return first;
  }

  /** Photos as the report prints them; one that cannot be read is left out. */
  async function shrink(photos: readonly RunPhoto[]): Promise<ReportPhoto[]> {
    const made: ReportPhoto[] = [];
    for (const { sha256, app_shot, name } of photos) {
      const small = await thumbnails.make(await open(sha256), 'jpeg').catch(() => null);
      if (small) made.push({ app_shot, name, bytes: small.picture });
    }
    return made;
  }

  async function ask(inputs: RunInputs, question: Question, options?: { waitMs: number }): Promise<unknown> {
    if (question.kind !== 'export') return askChild(inputs, question, options);
    const photos = await shrink((isWithPhotos(question.format) && question.about.photos) || []);
    const answer = await askChild(inputs, { ...question, photos, signing_key: signer.fingerprint }, options);
    if (isWorking(answer)) return answer;
    if (question.format === 'zip') return packageRun(answer, inputs, question.about, files.open, signer);
    const { bytes, ...made } = answer[0]!;
    return { ...made, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  }

  return {
    ask: ask as Processor['ask'],
    read: async (key, list, settings, by) => (await addJob(key, { kind: 'read', files: list, settings }, null, by).answer) as ReadSummary[],
    progressOf(key) {
      const isOf = (each: Job) => each.key === key && each.task.kind !== 'read';
      const job = running().find((each) => isOf(each) && each.is_computing) ?? line.find(isOf);
      return job ? { progress: job.progress, since: job.since } : null;
    },
    readingOf(key) {
      for (const { task, by, since, read, ...job } of [...running(), ...line])
        if (job.key === key && task.kind === 'read') {
          const bytes = task.files.reduce((sum, file) => sum + file.bytes, 0);
          return { by, since, files: task.files.length, files_read: read.files, bytes, bytes_read: read.bytes };
        }
      return null;
    },
    cancel(key) {
      const stopped = [...line, ...running()].filter((job) => job.key === key);
      line = line.filter((job) => job.key !== key);
      for (const job of stopped) {
        refuseNext(job, CANCELLED, REFUSED_SECONDS.cancelled);
        job.reject(new ProcessorRefusal(CANCELLED));
        seats.find((seat) => seat.job === job)?.child.end(CANCELLED);
      }
      return stopped.length > 0;
    },
    async close() {
      is_closed = true;
      thumbnails.stop();
      for (const job of line.splice(0)) job.reject(new ProcessorRefusal(CLOSING));
      for (const { child, idle } of [...seats]) {
        clearTimeout(idle);
        child.end(CLOSING);
      }
    },
  };
}
