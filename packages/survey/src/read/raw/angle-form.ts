import { parseDecimalDegrees, parsePackedDegrees } from '../numbers.ts';
import type { GnssShot } from './raw-records.ts';

/**
 * Are LA and LN packed degrees (D.MMSS, as Carlson writes) or decimal degrees (CHCNav LandStar's look-alike)? The file's own grid
 * results decide: the distance between two shots must be the same on the ground whatever the projection and localization.
 * A fifth of a second packed is a metre on the ground, a fifth of a second decimal is three: they cannot be confused.
 */

export type AngleForm = 'packed' | 'decimal';

/** Gives grid coordinates in the file's own unit; where the office knows the projection, one shot is enough to decide. */
export type Project = (latitude: number, longitude: number) => { readonly easting: number; readonly northing: number } | null;

interface AngleEvidence {
  readonly form: AngleForm | null;
  readonly packed_votes: number;
  readonly decimal_votes: number;
}

type Position = Pick<GnssShot, 'latitude_text' | 'longitude_text' | 'grid'>;

const FORMS = [
  ['packed', parsePackedDegrees],
  ['decimal', parseDecimalDegrees],
] as const;

const METRES_PER_DEGREE = 111_320;
/** Shots nearer than this differ by noise, farther than that by the curvature the flat formula leaves out. */
const NEAREST = 2;
const FARTHEST = 20_000;

/** A few hundred shots from both ends are witness enough. */
const WITNESSES = 200;

export function measureAngleForm(all: readonly Position[], metresPerUnit: number, project?: Project): AngleEvidence {
  const shots = all.length > 2 * WITNESSES ? [...all.slice(0, WITNESSES), ...all.slice(-WITNESSES)] : all;
  const votes = { packed: 0, decimal: 0 };
  const impossible = { packed: 0, decimal: 0 };
  for (const [form, parse] of FORMS) {
    let before: Position | null = null;
    for (const shot of shots) {
      const latitude = parse(shot.latitude_text);
      const longitude = parse(shot.longitude_text);
      if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) impossible[form]++;
      if (before && agrees(before, shot, parse, metresPerUnit)) votes[form]++;
      if (project && landsOnGrid(shot, parse, metresPerUnit, project)) votes[form]++;
      if (shot.grid) before = shot;
    }
  }
  const form = decide(votes, impossible);
  return { form, packed_votes: votes.packed, decimal_votes: votes.decimal };
}

function decide(votes: Record<AngleForm, number>, impossible: Record<AngleForm, number>): AngleForm | null {
  if (votes.packed > votes.decimal) return 'packed';
  if (votes.decimal > votes.packed) return 'decimal';
  if (impossible.packed > impossible.decimal) return 'decimal';
  return null;
}

type Parse = (text: string) => number | null;

function agrees(a: Position, b: Position, parse: Parse, metresPerUnit: number): boolean {
  const grid = gridDistance(a, b, metresPerUnit);
  if (grid === null || grid < NEAREST || grid > FARTHEST) return false;
  const [lat1, lon1, lat2, lon2] = [parse(a.latitude_text), parse(a.longitude_text), parse(b.latitude_text), parse(b.longitude_text)];
  if (lat1 === null || lon1 === null || lat2 === null || lon2 === null) return false;
  const north = (lat2 - lat1) * METRES_PER_DEGREE;
  const east = (lon2 - lon1) * METRES_PER_DEGREE * Math.cos((lat1 * Math.PI) / 180);
  const ratio = Math.hypot(north, east) / grid;
  return ratio > 0.97 && ratio < 1.03;
}

function gridDistance(a: Position, b: Position, metresPerUnit: number): number | null {
  if (!a.grid || !b.grid) return null;
  const { northing: n1, easting: e1 } = a.grid;
  const { northing: n2, easting: e2 } = b.grid;
  if (n1 === null || e1 === null || n2 === null || e2 === null) return null;
  return Math.hypot(n2 - n1, e2 - e1) * metresPerUnit;
}

/** Half a kilometre: a localization moves a job by less, the other form by more. */
function landsOnGrid(shot: Position, parse: Parse, metresPerUnit: number, project: Project): boolean {
  const latitude = parse(shot.latitude_text);
  const longitude = parse(shot.longitude_text);
  if (latitude === null || longitude === null || shot.grid?.northing == null || shot.grid.easting === null) return false;
  const grid = project(latitude, longitude);
  return grid !== null && Math.hypot(grid.northing - shot.grid.northing, grid.easting - shot.grid.easting) * metresPerUnit < 500;
}
