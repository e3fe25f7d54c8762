import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFiles } from '../convert/join-files.ts';
import { makeProjection } from '../geo/projection.ts';
import { readCrdb } from '../read/points/crdb.ts';
import { readLoc } from '../read/points/loc.ts';
import type { PppSummary } from '../read/ppp/ppp-records.ts';
import { readPppSum } from '../read/ppp/ppp-sum.ts';
import { readRef } from '../read/ppp/ref.ts';
import { readRaw } from '../read/raw/raw.ts';
import type { RawFile } from '../read/raw/raw-records.ts';
import type { RefFile, Source } from '../read/records.ts';
import type { HpnShift } from '../shift/hpn-shift.ts';
import { solveLocalization } from '../shift/localization.ts';
import { planHpn } from '../shift/plan-hpn.ts';
import { matchBases, noChoices } from '../shift/run-bases.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { assembleShots } from './assemble.ts';

/** The five files of the synthetic run, read and assembled, with what is known to be true: for tests. */

const FOLDER = join(import.meta.dirname, '../../fixtures/synthetic-run');
const bytes = (name: string) => new Uint8Array(readFileSync(join(FOLDER, name)));

export interface Expected {
  readonly ref_grid: readonly [number, number, number];
  readonly ppp_grid: readonly [number, number, number];
  readonly ppp_N: number;
  readonly ppp_H: number;
  readonly loc_measured: readonly [number, number, number];
  readonly loc_local: readonly [number, number, number];
  readonly shift_localized: { readonly dE: number; readonly dN: number; readonly dZ: number };
  readonly shift_unlocalized: { readonly dE: number; readonly dN: number; readonly dZ: number };
  readonly planted_conflicts: {
    readonly unlocalized_shot: readonly string[];
    readonly deleted_in_points_file: readonly string[];
    readonly points_file_only: readonly string[];
    readonly bad_rms: readonly string[];
    readonly float: readonly string[];
    readonly bad_code: readonly string[];
    readonly same_location_other_number: readonly (readonly [string, string])[];
    readonly overwritten: readonly string[];
    readonly rod_height_change_at: string;
  };
  readonly truth: readonly {
    readonly point: string;
    readonly hpn_e: number;
    readonly hpn_n: number;
    readonly cgvd28_h: number;
    readonly localized: boolean;
  }[];
}

export function readSyntheticRun() {
  const projection = makeProjection(surveyDefaults.office_crs);
  const raw = readRaw(bytes('25001AT251014.rw5'));
  const points = readCrdb(bytes('25001AT251014.crdb'));
  const ppp = readPppSum(bytes('25001AT251014.sum'));
  const ref = readRef(bytes('25001AT251014.ref'));
  const loc = readLoc(bytes('25001AT251014.loc'));
  const expected = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as Expected;
  const assembly = assembleShots(raw, points, surveyDefaults, (name) => `id-${name}`);
  const bases = basesOf({ raw, ppp, ref });
  return { projection, raw, points, ppp, ref, loc, bases, expected, assembly, csv: bytes('25001AT251014_PENZD.csv') };
}

export type SyntheticRun = ReturnType<typeof readSyntheticRun>;

/** A file as a run takes it. */
export const sourceOf = <T>(read: T, name: string): Source<T> => ({ name, hash: `hash of ${name}`, read });

/** The five files as the façade takes them. */
export function syntheticFiles(): RunFiles {
  const { raw, points, ppp, ref, loc } = readSyntheticRun();
  const named = <T>(read: T, end: string) => [sourceOf(read, `25001AT251014.${end}`)];
  return { raw: named(raw, 'rw5'), points: named(points, 'crdb'), ppp: named(ppp, 'sum'), ref: named(ref, 'ref'), loc: named(loc, 'loc') };
}

interface OneBaseFiles {
  readonly raw: RawFile;
  readonly ppp: PppSummary | null;
  readonly ref: RefFile | null;
}

/** The bases of a raw file with at most one .sum and one .ref. */
export function basesOf({ raw, ppp, ref }: OneBaseFiles) {
  const files = { ppp: ppp ? [sourceOf(ppp, 'base.sum')] : [], ref: ref ? [sourceOf(ref, 'base.ref')] : [] };
  return matchBases(raw, files, noChoices, surveyDefaults).bases;
}

export function hpnOf({ projection, loc, ...files }: SyntheticRun): HpnShift {
  const solved = solveLocalization(loc.points, projection, surveyDefaults.tolerances);
  if (!solved.ok) throw new Error(solved.sentence);
  const outcome = planHpn(basesOf(files), solved.localization, projection, surveyDefaults);
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.shifts[0]!;
}
