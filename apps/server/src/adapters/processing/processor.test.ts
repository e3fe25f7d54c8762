import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { answerSchema, type Endpoint } from '@dmse/contract/endpoint';
import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import { ProcessingOverview } from '@dmse/contract/sites/processing/result';
import { compareProcessing, getProcessingPoints, getProcessingShifts, listProcessingConflicts } from '@dmse/contract/sites/processing/run';
import { getProcessingShot, listRootShots } from '@dmse/contract/sites/processing/shot';
import { writeTestGrid } from '@dmse/survey/geo/geoid-fixture';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import type { ReportAbout } from '@dmse/survey/write/qa-report';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDiskFileStore } from '../files/disk-file-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { readZip } from '../files/zip-reader.ts';
import { type Child, type Limits, startChild } from './child.ts';
import { verifyPackage } from './exports/verify-package.ts';
import { createProcessor } from './processor.ts';
import { isWorking, type Processor, type RunFile, type RunInputs } from './question.ts';
import { attemptOfShot, makeShotId } from './shot-id.ts';
import { loadSigner, type Signer } from './signer.ts';

const FOLDER = join(import.meta.dirname, '../../../../../packages/survey/fixtures/synthetic-run');
const PARTS = { raw_file: 'rw5', points_file: 'crdb', sum_file: 'sum', ref_file: 'ref', loc_file: 'loc' } as const;
const RUN = '0195b4ae-0000-7000-8000-000000000001';

let dataDir: string;
let store: FileStore;
let signer: Signer;
let processor: Processor;
let files: RunFile[];

async function put(part: RunFile['part'], name: string, bytes: Buffer): Promise<RunFile> {
  return { part, name, ...(await store.put(Readable.from([bytes]), 100_000_000)) };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dmse-processor-'));
  store = await createDiskFileStore(join(dataDir, 'files'));
  signer = loadSigner(dataDir);
  processor = createProcessor(store, signer);
  files = [];
  for (const [part, end] of Object.entries(PARTS)) {
    const name = `25001AT251014.${end}`;
    files.push(await put(part as RunFile['part'], name, readFileSync(join(FOLDER, name))));
  }
});
afterAll(async () => {
  await processor.close();
  await rm(dataDir, { recursive: true, force: true });
});

const nothing = { undulation_grid: null, offset_grid: null, controls: [], app_shots: null, pipes: [], structures: [] };

function inputsOf(decisions: readonly ProcessingDecision[] = [], more: Partial<RunInputs> = {}): RunInputs {
  return {
    ...{ key: RUN, attempt: 7, revision: decisions.length, files, settings: surveyDefaults },
    decisions: decisions.map((decision, place) => ({ id: place + 1, decision, by: 'Pia', at: '2025-10-20T12:00:00Z', why: null })),
    around: { ...nothing, earlier_imports: [], run_date: '2025-10-14' },
    ...more,
  };
}

const SHIFT: ProcessingDecision = { kind: 'shift', shift: { type: 'HPN', source: 'points', other_side: 'reshift', accepted: [] } };
const ABOUT: ReportAbout = {
  ...{ job: '25001', client: 'Town of Example', run: 'Run 1', attempt: 1, field_date: '2025-10-14', geoid: null },
  ...{ processed_by: 'Pia', processed_at: '2025-10-20T12:00:00Z', software: 'DMSE 1', new_controls: [] },
  ...{ source_files: [], decisions: [], images: new Map() },
};
const GROUP: ProcessingDecision = { kind: 'group_same_points' };

/** A processor of its own that tells which processes it started. */
function startAnother(limits: Partial<Limits> = {}): { other: Processor; children: Child[] } {
  const children: Child[] = [];
  const other = createProcessor(store, signer, limits, (...given) => {
    const child = startChild(...given);
    children.push(child);
    return child;
  });
  onTestFinished(() => other.close());
  return { other, children };
}

/** As the call would answer it: a field that is not as declared is a fault. */
const fits = (endpoint: Endpoint<never>, answer: unknown) => answerSchema(endpoint as Endpoint)!.parse(answer);

const names = (points: { names: string[]; flags: number[] }, flag: number) =>
  points.names.filter((_, place) => points.flags[place]! & flag);

describe('what files and decisions come to', () => {
  test('files: each is said in words; one that is not what it is given as stops', async () => {
    const wrong = await put('raw_file', 'notes.rw5', Buffer.from('%PDF-1.7 not a raw file'));
    const [raw, , , , , pdf] = await processor.read(RUN, [...files, wrong], surveyDefaults, null);
    expect(raw).toMatchObject({ part: 'raw_file', job: '25001', date: '2025-10-14', problems: [] });
    expect(pdf!.problems[0]).toMatchObject({ severity: 'stop' });
    // It is left out; the others are worked out without it.
    const { counts } = await processor.ask(inputsOf([], { files: [...files, wrong] }), { kind: 'overview' });
    expect(counts.shots).toBeGreaterThan(10);
  });

  test('overview, conflicts and points: before and after a shift', async () => {
    const before = ProcessingOverview.parse(await processor.ask(inputsOf(), { kind: 'overview' }));
    expect(before.plan).toBeNull();
    expect(before.to_do.map(({ id }) => id)).toEqual(['LOC_MIX', 'UNSHIFTED']);
    const after = ProcessingOverview.parse(await processor.ask(inputsOf([SHIFT]), { kind: 'overview' }));
    expect(after.to_do).toEqual([]);
    expect(after.plan).toMatchObject({ type: 'HPN', decided_by: 'Pia' });
    expect(after.plan!.shifts[0]!.d_easting).toBeCloseTo(0.112, 3);

    const filter = { page: 1, page_size: 2 };
    const page = await processor.ask(inputsOf([SHIFT]), { kind: 'conflicts', filter });
    fits(listProcessingConflicts as never, page);
    expect(page.results).toHaveLength(2);
    const [first] = page.results;
    const ignoring = inputsOf([SHIFT, { kind: 'ignore', conflict: first!.key }]);
    const left = await processor.ask(ignoring, { kind: 'conflicts', filter });
    expect(left.count).toBe(page.count - 1);
    const all = await processor.ask(ignoring, { kind: 'conflicts', filter: { ...filter, ignored: true, kind: [first!.id] } });
    expect(all.results[0]).toMatchObject({ key: first!.key, ignored: { by: 'Pia' } });

    const points = await processor.ask(inputsOf([SHIFT], { revision: 9 }), { kind: 'points' });
    expect(points.revision).toBe(9);
    fits(getProcessingPoints as never, points);
    expect(names(points, 2)).toEqual([]);
    expect(names(points, 8)).toEqual(['5012']);
    const place = points.names.indexOf('5002');
    expect(points.eastings[place]).toBeCloseTo(2488042.9145, 1);
    expect(points.longitudes[place]).toBeCloseTo(-66.65, 1);
    expect(points.bounds![0]).toBeLessThan(points.bounds![2]);
  });

  test('a shot: its figures as a tree of sentences, the shots under an average, ids that say their attempt', async () => {
    const grouped = inputsOf([SHIFT, GROUP]);
    const points = await processor.ask(grouped, { kind: 'points' });
    const place = points.instruments.indexOf('AVERAGE');
    const id = points.ids[place]!;
    expect(id).toBe(makeShotId(7, points.names[place]!));
    expect(attemptOfShot(id)).toBe(7);
    const shot = await processor.ask(grouped, { kind: 'shot', id });
    fits(getProcessingShot as never, shot);
    const [average] = shot!.explanation;
    expect(average).toMatchObject({ title: 'Average', lines: [expect.stringContaining('is the mean of')] });
    expect(average!.children[0]!.children.map(({ title }) => title)).toEqual(expect.arrayContaining(['Reading', 'Shift', 'Final']));
    const roots = await processor.ask(grouped, { kind: 'root_shots', id });
    fits(listRootShots as never, roots);
    expect(roots!.map(({ name }) => name)).toEqual(shot!.children.map(({ name }) => name));
    expect(await processor.ask(grouped, { kind: 'names', ids: [id, RUN] })).toEqual({ [id]: points.names[place] });
    expect(await processor.ask(grouped, { kind: 'shot', id: RUN })).toBeNull();
  });

  test('trying decisions: what does not fit is said, what fits shows its figures and new shots', async () => {
    const made = (decision: ProcessingDecision) => ({ decision, by: 'Pia', at: '2025-10-20T12:00:00Z', why: null });
    const wrong = [made(GROUP), made({ kind: 'drop', names: ['no such'] })];
    const refused = await processor.ask(inputsOf(), { kind: 'try', decisions: wrong });
    expect(refused.refused).toEqual([{ place: 1, sentence: expect.stringContaining('no such') }]);
    const tried = await processor.ask(inputsOf(), { kind: 'try', decisions: [made(SHIFT), made(GROUP)] });
    expect(tried.refused).toEqual([]);
    expect(tried.plan!.shifts).toHaveLength(1);
    expect(tried.new_shots.map(({ instrument_type }) => instrument_type)).toContain('AVERAGE');
  });

  test('shifts, report, comparison and what is written at the end', async () => {
    const shifts = await processor.ask(inputsOf(), { kind: 'shifts' });
    fits(getProcessingShifts as never, shifts);
    expect(shifts.sources.map(({ source }) => source)).toEqual(['points', 'raw']);
    const report = await processor.ask(inputsOf([SHIFT]), { kind: 'report', about: ABOUT });
    expect(report).toMatchObject({ about: { job: '25001', geoid: null }, control_summary: { shift: { type: 'HPN' } } });
    const compared = await processor.ask(inputsOf([SHIFT]), { kind: 'compare', other: inputsOf([], { attempt: 6 }) });
    fits(compareProcessing as never, compared);
    expect(compared.moved.length).toBeGreaterThan(10);
    const finals = await processor.ask(inputsOf([SHIFT]), { kind: 'finals' });
    expect(finals).toMatchObject({ to_do: [], plan: { type: 'HPN' } });
    expect(finals.points.every(({ is_final }) => is_final)).toBe(true);
  });

  test('exports: one file, or everything with the files it was made of, signed', async () => {
    const one = await processor.ask(inputsOf([SHIFT]), { kind: 'export', format: 'penzd', about: ABOUT });
    expect(one).toMatchObject({ name: '25001-Run-1.penzd.csv', mime_type: 'text/csv' });
    expect(one.content.toString()).toContain('5002,2488042.9');
    const sealed = await processor.ask(inputsOf([SHIFT]), { kind: 'export', format: 'zip', about: ABOUT });
    expect(sealed.content).toBeInstanceOf(Readable);
    const zip = await buffer(sealed.content as Readable);
    expect(verifyPackage(zip, signer.fingerprint)).toMatchObject({ is_sound: true });
    const inside = readZip(zip, { entries: 100, bytes: 1e8, ratio: 1e4 }).map(({ name }) => name);
    expect(inside).toEqual(expect.arrayContaining(['raw/raw_file/25001AT251014.rw5', 'exports/25001-Run-1.report.pdf']));
  });

  test('a geoid grid is fetched by its hash; one that cannot be read is said', async () => {
    const step = 0.5;
    const bytes = writeTestGrid({ longitude: -70, latitude: 50, step, width: 20, height: 20, value: () => -22 });
    const { sha256 } = await put('raw_file', 'a.tif', Buffer.from(bytes));
    const withGrid = (hash: string) => {
      const around = { ...inputsOf().around, undulation_grid: { sha256: hash, name: 'HT2', vertical_system: 'CGVD28' } };
      return processor.ask(inputsOf([SHIFT], { around }), { kind: 'overview' });
    };
    expect((await withGrid(sha256)).geoid).toContain('HT2');
    await expect(withGrid(files[0]!.sha256)).rejects.toThrow('The geoid grid HT2 cannot be read.');
  });
});

describe('the process that works runs out', () => {
  test('asked at once, worked out once; asked with a limit, it goes on working', async () => {
    const { other, children } = startAnother();
    const first = await other.ask(inputsOf(), { kind: 'overview' }, { waitMs: 0 });
    expect(isWorking(first)).toBe(true);
    expect(other.progressOf(RUN)).toMatchObject({ since: expect.any(String) });
    const [one, two] = await Promise.all([other.ask(inputsOf(), { kind: 'names', ids: [] }), other.ask(inputsOf(), { kind: 'overview' })]);
    expect([one, two.counts.shots! > 0]).toEqual([{}, true]);
    expect(other.progressOf(RUN)).toBeNull();
    expect(children.map((child) => child.held().length)).toEqual([1]);
    // The order of keys in a stored decision is the database's.
    const turned = Object.fromEntries(Object.entries(SHIFT).reverse()) as ProcessingDecision;
    await other.ask(inputsOf([SHIFT]), { kind: 'names', ids: [] });
    await other.ask(inputsOf([turned]), { kind: 'names', ids: [] });
    expect(children[0]!.held()).toHaveLength(2);
  });

  test('another run has a process of its own, and is answered while the first works', async () => {
    const { other, children } = startAnother({ shots: 1 });
    const second = inputsOf([], { key: 'another', attempt: 8 });
    await other.ask(second, { kind: 'names', ids: [] });
    const working = other.ask(inputsOf(), { kind: 'overview' });
    const answered = other.ask(second, { kind: 'overview' });
    expect(await Promise.race([working.then(() => 'first'), answered.then(() => 'second')])).toBe('second');
    await working;
    expect(children).toHaveLength(2);
    // No more than one run fits into each.
    await other.ask(inputsOf([SHIFT]), { kind: 'names', ids: [] });
    expect(children.map((child) => child.held().length)).toEqual([1, 1]);
  });

  test('cancelling ends what is worked out and refuses whoever waits; others are answered', async () => {
    const { other, children } = startAnother();
    expect(other.cancel(RUN)).toBe(false);
    const pia = { id: 7 as never, full_name: 'Pia' };
    const whole = { by: pia, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
    const seen: number[] = [];
    const first = other.read(RUN, files, surveyDefaults, pia);
    const look = setInterval(() => seen.push(other.readingOf(RUN)?.bytes_read ?? 0), 1);
    expect(other.readingOf(RUN)).toMatchObject({ ...whole, files_read: 0, bytes_read: 0 });
    await first;
    clearInterval(look);
    expect(Math.max(...seen)).toBeGreaterThan(0);
    expect([other.readingOf(RUN), other.progressOf(RUN)]).toEqual([null, null]);
    const other_files = [...files].reverse();
    const reading = other.read(RUN, other_files, surveyDefaults, pia);
    expect(other.readingOf(RUN)).toMatchObject(whole);
    expect(other.cancel(RUN)).toBe(true);
    await expect(reading).rejects.toThrow('The computation was cancelled.');
    await other.ask(inputsOf(), { kind: 'overview' }, { waitMs: 0 });
    const waiting = other.ask(inputsOf(), { kind: 'overview' });
    const beside = other.ask(inputsOf([], { key: 'another', attempt: 8 }), { kind: 'names', ids: [] });
    expect(other.cancel(RUN)).toBe(true);
    await expect(waiting).rejects.toThrow('The computation was cancelled.');
    await expect(other.ask(inputsOf(), { kind: 'overview' }, { waitMs: 0 })).rejects.toThrow('cancelled');
    expect(await beside).toEqual({});
    expect(children.length).toBe(3);
  });

  test('a process that is killed, or takes too long, or too much memory, is one refusal', async () => {
    const { other, children } = startAnother();
    const lost = other.ask(inputsOf(), { kind: 'overview' });
    process.kill(children[0]!.pid!, 'SIGKILL');
    await expect(lost).rejects.toThrow('stopped unexpectedly');
    expect((await other.ask(inputsOf(), { kind: 'overview' })).counts.shots).toBeGreaterThan(10);
    const slow = startAnother({ seconds: 0.05 });
    // Nobody was told yet: the next who asks is, and does not begin it again.
    await slow.other.ask(inputsOf(), { kind: 'overview' }, { waitMs: 0 });
    await expect.poll(() => slow.other.progressOf(RUN)).toBeNull();
    await expect(slow.other.ask(inputsOf(), { kind: 'overview' })).rejects.toThrow('takes too long or too much memory');
    expect(slow.children).toHaveLength(1);
    const small = startAnother({ heapMb: 10 });
    await expect(small.other.ask(inputsOf(), { kind: 'overview' })).rejects.toThrow(/too much memory|unexpectedly/);
  });

  test('an idle process is ended, and after closing nothing is answered', async () => {
    const { other, children } = startAnother({ idleSeconds: 0.01 });
    await other.ask(inputsOf(), { kind: 'names', ids: [] });
    await expect.poll(() => children[0]!.held().length).toBe(0);
    await other.close();
    await expect(async () => other.ask(inputsOf(), { kind: 'overview' })).rejects.toThrow('closing');
  });
});
