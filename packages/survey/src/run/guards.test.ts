import { describe, expect, test } from 'vitest';
import { sourceOf } from '../assemble/synthetic-fixture.ts';
import type { Conflict, Remedy } from '../conflict/conflict.ts';
import type { RunFiles } from '../convert/join-files.ts';
import { KNOWN_CRS } from '../geo/known-crs.ts';
import { makeProjection } from '../geo/projection.ts';
import type { RawFile, RawSetup } from '../read/raw/raw-records.ts';
import { projection } from '../shift/collector-fixture.ts';
import type { ControlPoint } from '../shift/control-shift.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { RunDecision } from './decision.ts';
import {
  at,
  BASE_A,
  choose,
  type DayBase,
  type FieldDay,
  locOf,
  pppOf,
  surroundings,
  who,
  worstMiss,
  writeDay,
} from './field-day-fixture.ts';
import { type ProcessedRun, processRun, type RunSurroundings } from './process-run.ts';

/**
 * Every everyday kind of wrong or difficult run from its files to its end: it blocks, once for each cause, and each remedy that the
 * conflict offers settles it. The truth of these days is known, so that what can be finished is also right.
 */

const shots = [1, 2, 3, 4, 5, 6].map((index) => ({
  name: `${index}`,
  truth: at(100 + index * 40, 80 + index * 7),
  description: index < 4 ? 'MON' : 'AE',
}));
const day: FieldDay = { bases: [BASE_A], shots };
const controls = shots
  .slice(0, 3)
  .map(({ name, truth }): ControlPoint => ({ id: name, name: `C${name}`, ...truth, control_destroyed: false }));
const files = writeDay(day);
const localized: FieldDay = {
  ...day,
  localize: ({ easting, northing, elevation }) => ({ easting: easting + 0.5, northing: northing - 0.4, elevation: elevation + 3 }),
};
const localized_files: RunFiles = { ...writeDay(localized), loc: [sourceOf(locOf(localized, [at(0, 0)]), 'day.loc')] };
const BASE_B: DayBase = { name: 'B', truth: at(300, 100), error: { latitude: -1.1e-5, longitude: 0.9e-5, height: -0.7 } };
const two_bases = writeDay({ bases: [BASE_A, BASE_B], shots: shots.map((shot, index) => ({ ...shot, base: index % 2 })) });

const withRaw = (given: RunFiles, change: (raw: RawFile) => RawFile): RunFiles => ({
  ...given,
  raw: given.raw.map((source) => ({ ...source, read: change(source.read) })),
});
const withSetups = (given: RunFiles, change: Partial<RawSetup>) =>
  withRaw(given, (raw) => ({ ...raw, setups: raw.setups.map((setup) => ({ ...setup, ...change })) }));
const withPpp = (change: Partial<ReturnType<typeof pppOf>>): RunFiles => ({
  ...files,
  ppp: [sourceOf({ ...pppOf(BASE_A), ...change }, 'A.sum')],
});
const [estimate] = pppOf(BASE_A).estimates;
const utm = makeProjection(KNOWN_CRS.find(({ epsg }) => epsg === 2961)!);
/** What a collector on another grid writes into both files. */
const on_utm: RunFiles = {
  ...withRaw(files, (raw) => ({
    ...raw,
    records: raw.records.map((record) =>
      record.kind === 'gnss'
        ? { ...record, grid: { ...record.grid!, ...utm.toGrid({ latitude: record.latitude!, longitude: record.longitude! })! } }
        : record,
    ),
  })),
  points: files.points.map((source) => ({
    ...source,
    read: {
      ...source.read,
      records: source.read.records.map((record) =>
        record.kind === 'point'
          ? { ...record, ...utm.toGrid(projection.toGeographic({ easting: record.easting!, northing: record.northing! })!)! }
          : record,
      ),
    },
  })),
};

interface Story {
  readonly files: RunFiles;
  /** The files as they should have been. */
  readonly right?: RunFiles;
  readonly first?: Parameters<typeof choose>[0];
  readonly around?: Partial<RunSurroundings>;
  /** What blocks, each once. */
  readonly blocks: readonly string[];
  /** How far the truth may be missed once it is settled. */
  readonly miss?: number;
}

const STORIES: Readonly<Record<string, Story>> = {
  'the PPP report of a base 183 km away': { files: withPpp(pppOf({ ...BASE_A, truth: at(183_000, 0) })), blocks: ['PPP_PLACE'] },
  'the PPP report of a base 60 m higher': {
    files: withPpp({ estimates: [{ ...estimate!, height: estimate!.height! + 60 }] }),
    blocks: ['PPP_PLACE'],
  },
  'a log with another antenna height': {
    files: withPpp({ antenna_height: 1.4, estimates: [{ ...estimate!, height: estimate!.height! + 0.1 }] }),
    blocks: ['PPP_WHOSE'],
  },
  'a log of another day': { files: withPpp({ begins_at: '2025-10-12 10:00:00', ends_at: '2025-10-12 12:00:00' }), blocks: ['PPP_WHOSE'] },
  'PPP in another frame': { files: withPpp({ estimates: [{ ...estimate!, frame: 'IGS20' }] }), blocks: ['FRAME'] },
  'the .ref of another base': {
    files: { ...files, ref: [sourceOf({ ...files.ref[0]!.read, latitude: 45.8 }, 'A.ref')] },
    blocks: ['FRAME'],
  },
  'a lost .loc': { files: { ...localized_files, loc: [] }, right: localized_files, blocks: ['FRAME', 'UNSHIFTED'] },
  'the .loc of another day': {
    files: {
      ...localized_files,
      loc: localized_files.loc.map((source) => ({
        ...source,
        read: { ...source.read, points: source.read.points.map((point) => ({ ...point, local_easting: point.local_easting! + 0.25 })) },
      })),
    },
    right: localized_files,
    blocks: ['LOC_WHOSE'],
  },
  'a collector on another grid': { files: on_utm, right: files, blocks: ['PROJECTION'] },
  'a collector outside its geoid': {
    files: withSetups(files, { geoid_file: { path: 'C:\\HT2.gsf', extent: { south: 40, north: 41, west: -60, east: -59 } } }),
    blocks: ['GEOID', 'GEOID'],
  },
  'a collector outside its geoid, and no grid in the office': {
    files: withSetups(files, { geoid_file: { path: 'C:\\HT2.gsf', extent: { south: 40, north: 41, west: -60, east: -59 } } }),
    first: { type: 'NONE', source: 'raw' },
    around: { geoid: null },
    blocks: ['GEOID', 'GEOID'],
  },
  'a collector with a geoid of another system': {
    files: withSetups(files, { geoid_file: { path: 'C:\\CGV2013.gsf', extent: null } }),
    first: { type: 'NONE' },
    blocks: ['GEOID', 'NOT_EXPLAINED', 'VERTICAL'],
    miss: 3,
  },
  'undulations of another system by the report': {
    files: withPpp({ orthometric: { system: 'CGVD2013', model: 'CGG2013a', height: null, is_outside_grid: false } }),
    around: { geoid: null },
    blocks: ['VERTICAL'],
    miss: 0.01,
  },
  'a base without its report, beside another': {
    files: { ...two_bases, ppp: two_bases.ppp.slice(0, 1) },
    right: two_bases,
    blocks: ['BASE_MOVED', 'UNSHIFTED'],
  },
};

const run = (given: RunFiles, decisions: readonly RunDecision[], around: Partial<RunSurroundings> = {}) =>
  processRun(given, decisions, surveyDefaults, { ...surroundings, controls, ...around });
const accepted = ['1', '2', '3'];

/** What a person does who takes the remedy. */
function take(remedy: Remedy, conflict: Conflict, story: Story): { readonly files: RunFiles; readonly decisions: readonly RunDecision[] } {
  const first = choose(story.first ?? {});
  const right = story.right ?? files;
  const decide = (...decisions: readonly RunDecision[]) => ({ files: story.files, decisions });
  switch (remedy) {
    case 'recompute':
      return decide(choose({ ...story.first, source: 'raw' }));
    case 'shift_control':
      return decide(choose({ ...story.first, type: 'CONTROL', accepted }));
    case 'apply_shifts':
      return decide(choose({}));
    case 'give_ref':
      return { files: { ...story.files, ref: right.ref }, decisions: [first] };
    case 'give_sum':
      return { files: { ...story.files, ppp: right.ppp }, decisions: [first] };
    case 'give_loc':
      return { files: { ...story.files, loc: right.loc }, decisions: [first] };
    case 'give_raw':
      return { files: { ...story.files, raw: right.raw }, decisions: [first] };
    case 'place_base': {
      const base = conflict.id === 'BASE_MOVED' ? BASE_B : BASE_A;
      return decide({ ...who, kind: 'place_base', base: base.name, position: base.truth }, first);
    }
    case 'correct_antenna':
      return decide({ ...who, kind: 'correct_antenna', base: 'A', antenna_height: 1.5 }, first);
    case 'drop': {
      const names = conflict.names.length > 0 ? conflict.names : shots.filter((_, index) => index % 2 === 1).map(({ name }) => name);
      return decide(first, { ...who, kind: 'drop', names });
    }
    case 'waive':
      return decide(first, { ...who, kind: 'waive', conflict: conflict.key, why: 'looked at' });
    default:
      throw new Error(remedy);
  }
}

const idsOf = ({ to_do }: ProcessedRun) => to_do.map(({ id }) => id);

/** A remedy of one cause that leaves another: who took it is told what is left. */
const LEAVES: Readonly<Record<string, readonly string[]>> = {
  // Only the height of the antenna is wrong in one, only the day in the other.
  'a log of another day, correct_antenna': ['PPP_WHOSE'],
  // The report stands beside the wrong reference.
  'the PPP report of a base 183 km away, give_ref': ['PPP_PLACE'],
  'the PPP report of a base 60 m higher, give_ref': ['PPP_PLACE'],
  'a base without its report, beside another, give_ref': ['BASE_MOVED', 'UNSHIFTED'],
};

describe('SUR-C8a from wrong files to the end of the run', () => {
  test.each(Object.entries(STORIES))('%s: blocks, and every remedy settles what it was offered for', (name, story) => {
    const before = run(story.files, [choose(story.first ?? {})], story.around);
    expect(idsOf(before).toSorted()).toEqual(story.blocks);
    const finished: string[] = [];
    for (const conflict of before.to_do) {
      expect(conflict.remedies.at(-1)).toBe('waive');
      expect(conflict.remedies.length).toBeGreaterThan(1);
      for (const remedy of conflict.remedies) {
        const { files: given, decisions } = take(remedy, conflict, story);
        const after = run(given, decisions, story.around);
        const left = LEAVES[`${name}, ${remedy}`] ?? [];
        const of_same = after.to_do.filter(({ key }) => key === conflict.key).map(({ id }) => id);
        expect([remedy, after.not_applied.map(({ sentence }) => sentence), left.length > 0 ? [] : of_same]).toEqual([remedy, [], []]);
        if (after.to_do.length > 0) continue;
        finished.push(remedy);
        if (remedy !== 'waive' && remedy !== 'drop') expect([remedy, worstMiss(after, day) < (story.miss ?? 0.02)]).toEqual([remedy, true]);
      }
    }
    expect(finished.some((remedy) => remedy !== 'waive')).toBe(true);
  });
});

test('GEOID_FALLBACK: a run without any geoid says that its elevations are heights on the ellipsoid', () => {
  const of = (decisions: readonly RunDecision[], around: Partial<RunSurroundings> = {}) =>
    run(files, decisions, around).conflicts.filter(({ id }) => id === 'GEOID_FALLBACK');
  for (const source of ['points', 'raw'] as const)
    expect(of([choose({ type: 'NONE', source })], { geoid: null })).toMatchObject([
      { severity: 'W', sentence: 'No geoid was used: 6 elevations are heights on the ellipsoid.' },
    ]);
  expect(of([choose({ type: 'NONE', source: 'raw' })])).toEqual([]);
  expect(of([choose({ type: 'CONTROL', accepted })], { geoid: null })).toEqual([]);
  expect(of([choose({})], { geoid: null })).toEqual([]);
});
