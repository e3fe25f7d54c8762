import { parseNumber } from '../numbers.ts';
import type { Quality, Readings, Spread } from './quality-records.ts';

/**
 * Quality of a GNSS shot from its comment lines: a single-epoch line, averages over the readings, or both.
 * The draft collects; `finishQuality` decides which figure counts.
 */
export interface QualityDraft {
  status: string | null;
  readonly epoch: Record<Figure, number | null>;
  others: Map<string, number> | null;
  spreads: Map<string, Spread> | null;
  valid: Readings | null;
  fixed: Readings | null;
}

type Figure = 'hrms' | 'vrms' | 'hsdv' | 'vsdv' | 'sats' | 'age' | 'pdop' | 'hdop' | 'vdop' | 'tdop' | 'gdop';

const FIGURES: ReadonlyMap<string, Figure> = new Map(
  (['hrms', 'vrms', 'hsdv', 'vsdv', 'sats', 'age', 'pdop', 'hdop', 'vdop', 'tdop', 'gdop'] as const).flatMap((name) => [
    [name, name],
    [name.toUpperCase(), name],
  ]),
);

export function startQuality(): QualityDraft {
  const none = null;
  const epoch = {
    hrms: none,
    vrms: none,
    hsdv: none,
    vsdv: none,
    sats: none,
    age: none,
    pdop: none,
    hdop: none,
    vdop: none,
    tdop: none,
    gdop: none,
  };
  return { status: null, epoch, others: null, spreads: null, valid: null, fixed: null };
}

/** "HRMS:0.011, VRMS:0.024, STATUS:FIXED, SATS:15": answers the parts that could not be read. */
export function addEpochLine(draft: QualityDraft, text: string): string[] {
  const unread: string[] = [];
  let start = 0;
  while (start < text.length) {
    const comma = text.indexOf(',', start);
    const end = comma < 0 ? text.length : comma;
    const colon = text.indexOf(':', start);
    const isPair = colon >= 0 && colon < end;
    const key = isPair ? text.slice(start, colon).trim() : '';
    if (!isPair || !addFigure(draft, key, text.slice(colon + 1, end).trim())) {
      const part = text.slice(start, end).trim();
      if (part !== '') unread.push(part);
    }
    start = end + 1;
  }
  return unread;
}

function addFigure(draft: QualityDraft, key: string, value: string): boolean {
  const figure = FIGURES.get(key) ?? FIGURES.get(key.toLowerCase());
  if (figure === undefined && /^status$/i.test(key)) {
    draft.status = value;
    return true;
  }
  const number = parseNumber(value);
  if (number === null || key === '') return false;
  if (figure === undefined) draft.others = (draft.others ?? new Map()).set(key.toLowerCase(), number);
  else draft.epoch[figure] = number;
  return true;
}

const STATISTIC = /\b(avg|average|sd|min|max)\s*:\s*([+-]?[\d.]+)/gi;

/** "HRMS Avg: 0.0054 SD: 0.0005 Min: .. Max: ..", "Nor Min: .. Max: ..": false when there is no figure in it. */
export function addSpreadLine(draft: QualityDraft, name: string, text: string): boolean {
  const spread: { -readonly [K in keyof Spread]: Spread[K] } = {
    ...(draft.spreads?.get(name) ?? { avg: null, sd: null, min: null, max: null }),
  };
  let found = false;
  for (const match of text.matchAll(STATISTIC)) {
    const value = parseNumber(match[2]);
    if (value === null) continue;
    const key = (match[1] as string).toLowerCase();
    spread[key === 'average' ? 'avg' : (key as keyof Spread)] = value;
    found = true;
  }
  if (found) draft.spreads = (draft.spreads ?? new Map()).set(name, spread);
  return found;
}

/** "10 of 10", or the newer "XY: 3 Z: 3". */
export function parseReadings(text: string): Readings | null {
  const of = /^\s*(\d+)\s+of\s+(\d+)/i.exec(text);
  if (of) return { used: Number(of[1]), of: Number(of[2]) };
  const both = /^\s*XY:\s*(\d+)\s+Z:\s*(\d+)/i.exec(text);
  return both ? { used: Math.min(Number(both[1]), Number(both[2])), of: null } : null;
}

const NOTHING = Object.freeze({});

export function finishQuality(draft: QualityDraft): Quality {
  const { epoch, spreads, others } = draft;
  const average = (name: string): number | null => spreads?.get(name)?.avg ?? null;
  return {
    status: draft.status,
    is_fixed: isFixed(draft),
    hrms: epoch.hrms ?? average('hrms'),
    vrms: epoch.vrms ?? average('vrms'),
    hsdv: epoch.hsdv ?? average('hsdv'),
    vsdv: epoch.vsdv ?? average('vsdv'),
    satellites: epoch.sats ?? average('satellites'),
    age: epoch.age ?? average('age'),
    pdop: epoch.pdop ?? average('pdop'),
    hdop: epoch.hdop ?? average('hdop'),
    vdop: epoch.vdop ?? average('vdop'),
    tdop: epoch.tdop ?? average('tdop'),
    gdop: epoch.gdop ?? average('gdop'),
    valid_readings: draft.valid,
    fixed_readings: draft.fixed,
    others: others === null ? NOTHING : Object.fromEntries(others),
    spreads: spreads === null ? NOTHING : Object.fromEntries(spreads),
  };
}

function isFixed(draft: QualityDraft): boolean | null {
  if (draft.status !== null && draft.status !== '') return /fixed|^fix$/i.test(draft.status);
  if (draft.valid === null || draft.fixed === null) return null;
  return draft.fixed.used === draft.valid.used && draft.fixed.used > 0;
}
