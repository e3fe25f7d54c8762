import { hash } from 'node:crypto';
import type { Shot } from '@dmse/survey/assemble/shot';
import { type Geoid, type GeoidGrid, makeGeoid } from '@dmse/survey/geo/geoid';
import { loadGeoidGrid } from '@dmse/survey/geo/geoid-grid';
import type { PointOrder } from '@dmse/survey/read/points/points-columns';
import type { RunDecision } from '@dmse/survey/run/decision';
import { foldRun, type PreparedRun, type ProcessedRun, prepareRun, type RunSurroundings } from '@dmse/survey/run/process-run';
import { type ReadFiles, type ReadSoFar, readRunFiles } from '@dmse/survey/run/read-files';
import type { SurveySettings } from '@dmse/survey/survey-settings';
import { type HeldRun, nameRun } from './message.ts';
import { type MadeDecision, ProcessorRefusal, type RunFile, type RunGrid, type RunInputs } from './question.ts';
import { makeShotId } from './shot-id.ts';

/** A run with everything it was worked out from. */
export type WorkedOut = {
  inputs: RunInputs;
  read: ReadFiles;
  decisions: readonly RunDecision[];
  around: RunSurroundings;
  run: ProcessedRun;
  by_id: ReadonlyMap<string, Shot>;
};

type Means = {
  fetch(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  onProgress(progress: number): void;
  onRead(done: ReadSoFar): void;
};

/** So many bytes of files are held read, however many runs they are of; those read last in any case. */
const MOST_FILE_BYTES = 40 * 1024 * 1024;
/** A shot of a raw file has some four hundred bytes. */
const BYTES_PER_SHOT = 400;
const MOST_GRIDS = 4;
/** Reading is so much of the whole. */
const READ = 0.3;
const FETCHED = 0.05;

/** Works runs out, and keeps the last of them, with files and grids as they were read. */
export function createRunKeeper({ fetch, onProgress, onRead }: Means) {
  const runs = new Map<string, WorkedOut>();
  const read_files = new Map<string, { read: ReadFiles; bytes: number }>();
  const prepared = new WeakMap<ReadFiles, { attempt: number; run: PreparedRun }>();
  const grids = new Map<string, GeoidGrid>();

  /** Looked at is used: the map has the oldest first. */
  function touch<T>(map: Map<string, T>, key: string): T | undefined {
    const found = map.get(key);
    if (found !== undefined) {
      map.delete(key);
      map.set(key, found);
    }
    return found;
  }

  async function readFiles(list: readonly RunFile[], settings: SurveySettings, orders: Orders = new Map()): Promise<ReadFiles> {
    const key = hash('sha256', JSON.stringify([list.map(({ part, name, sha256 }) => [part, name, sha256]), settings, [...orders]]));
    const known = touch(read_files, key);
    if (known) return known.read;
    const fetched = await fetch(list.map(({ sha256 }) => sha256));
    onProgress(FETCHED);
    const bytes = list.reduce((sum, file) => sum + file.bytes, 0);
    const read = readRunFiles(toGiven(list, fetched, orders), settings, (done) => {
      onRead(done);
      onProgress(FETCHED + (READ - FETCHED) * (done.bytes / Math.max(1, bytes)));
    });
    read_files.set(key, { read, bytes });
    let sum = [...read_files.values()].reduce((total, each) => total + each.bytes, 0);
    for (const [oldest, each] of read_files) {
      if (sum <= MOST_FILE_BYTES || read_files.size === 1) break;
      read_files.delete(oldest);
      sum -= each.bytes;
    }
    return read;
  }

  /** What no decision changes; the ids of its shots are those of one attempt. */
  function prepare(read: ReadFiles, { attempt, settings }: RunInputs, newId: RunSurroundings['newId']): PreparedRun {
    const known = prepared.get(read);
    const run = known?.attempt === attempt ? known.run : prepareRun(read.files, settings, newId);
    prepared.set(read, { attempt, run });
    return run;
  }

  async function readGrid(given: RunGrid | null): Promise<GeoidGrid | null> {
    if (!given) return null;
    const known = touch(grids, given.sha256);
    if (known) return { ...known, name: given.name };
    const bytes = (await fetch([given.sha256])).get(given.sha256)!;
    const loaded = await loadGeoidGrid(bytes, given.name);
    if (!loaded.ok) throw new ProcessorRefusal(`The geoid grid ${given.name} cannot be read. ${loaded.sentence}`);
    grids.set(given.sha256, loaded.grid);
    if (grids.size > MOST_GRIDS) grids.delete(grids.keys().next().value!);
    return { ...loaded.grid, name: given.name };
  }

  async function readGeoid({ undulation_grid, offset_grid }: RunInputs['around']): Promise<Geoid | null> {
    const [undulation, offset] = [await readGrid(undulation_grid), await readGrid(offset_grid)];
    return undulation && makeGeoid((offset_grid ?? undulation_grid)!.vertical_system, undulation, offset);
  }

  /** Before a run is worked out: while that is done there are both, what is held and what is made. */
  function makeRoom({ files }: RunInputs, most_shots: number): void {
    const expected = files.reduce((sum, { bytes }) => sum + bytes, 0) / BYTES_PER_SHOT;
    let shots = [...runs.values()].reduce((sum, each) => sum + each.run.shots.length, expected);
    for (const [oldest, each] of runs) {
      if (shots <= most_shots) break;
      runs.delete(oldest);
      shots -= each.run.shots.length;
    }
  }

  return {
    readFiles,
    find: (run: string) => touch(runs, run),
    held: (): HeldRun[] => [...runs].map(([run, { inputs }]) => ({ run, key: inputs.key })),
    forget: (run: string) => runs.delete(run),
    async workOut(inputs: RunInputs, most_shots: number): Promise<WorkedOut> {
      const name = nameRun(inputs);
      const known = touch(runs, name);
      if (known) return known;
      makeRoom(inputs, most_shots);
      const decisions = inputs.decisions.map(toRunDecision);
      const read = await readFiles(inputs.files, inputs.settings, ordersIn(decisions));
      const { undulation_grid: _, offset_grid: __, ...known_around } = inputs.around;
      const newId = (shot: string) => makeShotId(inputs.attempt, shot);
      const around: RunSurroundings = { ...known_around, geoid: await readGeoid(inputs.around), newId };
      onProgress(READ);
      const run = foldRun(prepare(read, inputs, newId), decisions, around, (part) => onProgress(READ + (1 - READ) * part));
      const made: WorkedOut = { inputs, read, decisions, around, run, by_id: new Map(run.shots.map((shot) => [shot.id, shot])) };
      runs.set(name, made);
      return made;
    },
  };
}

type Orders = ReadonlyMap<string, PointOrder>;

/** What somebody said about the order of easting and northing, by file; the last word counts. */
function ordersIn(decisions: readonly RunDecision[]): Orders {
  return new Map(decisions.flatMap((decision) => (decision.kind === 'order_points' ? [[decision.file, decision.order]] : [])));
}

function toGiven(list: readonly RunFile[], bytes: ReadonlyMap<string, Uint8Array>, orders: Orders) {
  return list.map(({ part, name, sha256 }) => ({
    part,
    name,
    hash: sha256,
    bytes: bytes.get(sha256)!,
    order: (part === 'points_file' && orders.get(name)) || null,
  }));
}

function toRunDecision({ decision, by, at, why }: MadeDecision): RunDecision {
  return { ...decision, by, at, why } as RunDecision;
}
