import { parseDegreesMinutesSeconds, parseNumber } from '../numbers.ts';
import type { ProblemList } from '../problem-list.ts';
import type { PppEstimate, PppOrthometric, PppProjection, SumPositionRecord } from './ppp-records.ts';

/**
 * The summary since 2018: a three-letter tag on every line. The header of the POS table decides which columns there are;
 * counting columns instead would take a sigma for a correlation when the frame asked for is not that of the data.
 */
export type Component = SumPositionRecord['component'];
const COMPONENTS: readonly Component[] = ['X', 'Y', 'Z', 'LAT', 'LON', 'HGT'];

export type EstimateDraft = { -readonly [K in keyof PppEstimate]: PppEstimate[K] };

export function startEstimate(frame: string, epoch: string | null): EstimateDraft {
  const nothing = { latitude: null, longitude: null, height: null, x: null, y: null, z: null };
  const sigmas = { sigma_latitude: null, sigma_longitude: null, sigma_height: null, sigma_kind: null };
  return { frame, epoch, epoch_year: parseEpochYear(epoch ?? ''), ...nothing, ...sigmas };
}

/** "97:001:00000" → 1997.0 */
export function parseEpochYear(epoch: string): number | null {
  const match = /^(\d{2}|\d{4}):(\d{1,3}):(\d{1,5})/.exec(epoch);
  if (!match) return null;
  const short = Number(match[1]);
  const year = (match[1] as string).length === 4 ? short : short < 80 ? 2000 + short : 1900 + short;
  const days = (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / 86_400_000;
  return year + (Number(match[2]) - 1 + Number(match[3]) / 86_400) / days;
}

export class PositionTable {
  readonly estimates: EstimateDraft[] = [];
  readonly #problems: ProblemList;
  #header: readonly string[] = ['A_PRIORI', 'ESTIMATED', 'DIFF', 'SIGMA(95%)', 'CORRELATIONS'];

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  /** Answers the component the line is about, or null for a header or an unknown line. */
  take(line: number, text: string): Component | null {
    const tokens = text.trim().split(/\s+/);
    if (tokens[1] === 'CRD') {
      this.#header = tokens.slice(4);
      return null;
    }
    const component = COMPONENTS.find((candidate) => candidate === tokens[1]?.toUpperCase()) ?? null;
    if (component === null) return null;
    const frame = tokens[2] ?? '';
    const epoch = tokens[3] ?? null;
    const columns = this.#readColumns(component, tokens.slice(4));
    let estimate = this.estimates.find((one) => one.frame === frame && one.epoch === epoch);
    if (!estimate) {
      estimate = startEstimate(frame, epoch);
      this.estimates.push(estimate);
    }
    if (!this.#header.includes('ESTIMATED')) return component;
    const value = columns.get('ESTIMATED') ?? null;
    if (value === null) this.#problems.about('BAD_VALUE', 'warning', `The estimate of ${component} could not be read.`, line);
    this.#fill(estimate, component, value, columns);
    return component;
  }

  /** Latitudes and longitudes take three tokens where the others take one. */
  #readColumns(component: Component, tokens: readonly string[]): Map<string, number | null> {
    const isAngle = component === 'LAT' || component === 'LON';
    const columns = new Map<string, number | null>();
    let at = 0;
    for (const name of this.#header) {
      if (isAngle && (name === 'A_PRIORI' || name === 'ESTIMATED')) {
        columns.set(name, parseDegreesMinutesSeconds(tokens[at], tokens[at + 1], tokens[at + 2]));
        at += 3;
      } else columns.set(name, parseNumber(tokens[at++]));
    }
    return columns;
  }

  #fill(estimate: EstimateDraft, component: Component, value: number | null, columns: ReadonlyMap<string, number | null>): void {
    const total = [...columns].find(([name]) => name.startsWith('SIG_TOT'));
    const ppp = [...columns].find(([name]) => name.startsWith('SIG'));
    const sigma = total?.[1] ?? ppp?.[1] ?? null;
    estimate.sigma_kind = total ? 'total' : ppp ? 'ppp' : null;
    if (component === 'LAT') Object.assign(estimate, { latitude: value, sigma_latitude: sigma });
    else if (component === 'LON') Object.assign(estimate, { longitude: value, sigma_longitude: sigma });
    else if (component === 'HGT') Object.assign(estimate, { height: value, sigma_height: sigma });
    else estimate[component.toLowerCase() as 'x' | 'y' | 'z'] = value;
  }
}

/** "UTM 19 681941.913 5085287.990 …"; null for the header. */
export function parseProjection(value: string): PppProjection | null {
  const [type, zone, easting, northing] = value.split(/\s+/);
  if (type === undefined || zone === undefined || type === 'TYPE') return null;
  return { type, zone, easting: parseNumber(easting), northing: parseNumber(northing) };
}

/** "CGVD28 HT2_0 63.7426", "CGVD2013 CGG2013a OUTSIDE_GRID_LIMIT"; null for the header. */
export function parseOrthometric(value: string): PppOrthometric | null {
  const [system, model, height] = value.split(/\s+/);
  if (system === undefined || model === undefined || system === 'SYST') return null;
  return { system, model, height: parseNumber(height), is_outside_grid: /OUTSIDE/i.test(height ?? '') };
}

/** igs… and FIN are final, igr… and RAP rapid, igu… and ULT ultra-rapid orbits. */
export function findOrbitKind(orbits: string): 'final' | 'rapid' | 'ultra' | null {
  if (/FIN|^igs\d|\bigs\d/i.test(orbits)) return 'final';
  if (/RAP|\bigr\d/i.test(orbits)) return 'rapid';
  return /ULT|\b(?:igu|emu)\d/i.test(orbits) ? 'ultra' : null;
}
