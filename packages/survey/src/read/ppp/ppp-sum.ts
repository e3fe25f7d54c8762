import { parseNumber } from '../numbers.ts';
import { ProblemList } from '../problem-list.ts';
import { refuseOtherKind } from '../sniff.ts';
import { DEFAULT_LIMITS, isBlank, readLines, type TextLimits } from '../text.ts';
import { LegacyTable } from './ppp-legacy.ts';
import type { PppOrthometric, PppProjection, PppSummary, SumRecord } from './ppp-records.ts';
import { findOrbitKind, PositionTable, parseOrthometric, parseProjection } from './ppp-tagged.ts';

/** The summary that Natural Resources Canada's CSRS-PPP sends back for a base log, in every layout since 2005. Never throws. */
export function readPppSum(bytes: Uint8Array, limits: TextLimits = DEFAULT_LIMITS): PppSummary {
  const problems = new ProblemList();
  const lines = readLines(bytes, limits, problems);
  refuseOtherKind(problems, bytes, 'ppp_sum');
  const isLegacy = lines.slice(0, 10).some((line) => /CSRS-PPP ver\.|Precise Point Positioning/i.test(line));
  return isLegacy ? readLegacy(lines, problems) : readTagged(lines, problems);
}

const TAG = /^([A-Z][A-Z0-9]{2})(?:\s+(.*))?$/;
const LONGEST_LINE = 2000;

function readTagged(lines: readonly string[], problems: ProblemList): PppSummary {
  const records: SumRecord[] = [];
  const tags = new Map<string, string>();
  const table = new PositionTable(problems);
  const projections: PppProjection[] = [];
  let orthometric: PppOrthometric | null = null;
  for (const [index, text] of lines.entries()) {
    if (isBlank(text)) continue;
    const own = { lines: [index + 1], text };
    const match = text.length > LONGEST_LINE ? null : TAG.exec(text.trim());
    if (!match) {
      records.push({ kind: 'verbatim', ...own });
      continue;
    }
    const tag = match[1] as string;
    const value = (match[2] ?? '').trim();
    const component = tag === 'POS' ? table.take(index + 1, text) : null;
    records.push(component ? { kind: 'position', component, ...own } : { kind: 'tag', tag, ...own });
    if (tag === 'PRJ') projections.push(...[parseProjection(value)].filter((one) => one !== null));
    else if (tag === 'OHT') orthometric = parseOrthometric(value) ?? orthometric;
    else if (!tags.has(tag)) tags.set(tag, value);
  }
  const summary = describe(tags);
  report(summary.mode, table.estimates.length > 0, problems);
  const ght = tags.get('GHT') ?? '';
  if (/OUTSIDE/i.test(ght) || orthometric?.is_outside_grid) {
    problems.add('OUTSIDE_GRID', 'warning', 'CSRS-PPP had no geoid at this place: there is no orthometric height and no undulation.');
  }
  const estimates = summary.mode === 'KINEMATIC' ? table.estimates.filter((estimate) => estimate.latitude !== null) : table.estimates;
  return {
    kind: 'ppp_sum',
    layout: tags.size > 0 || estimates.length > 0 ? 'tagged' : null,
    language: 'en',
    ...summary,
    records,
    problems: problems.list(),
    line_count: lines.length,
    estimates,
    projections,
    orthometric,
    undulation: parseNumber(ght),
  };
}

function report(mode: PppSummary['mode'], hasEstimate: boolean, problems: ProblemList): void {
  if (mode === 'KINEMATIC') problems.add('KINEMATIC', 'stop', 'This is a kinematic solution: it has no single position for the base.');
  else if (!hasEstimate) problems.add('FRAME', 'stop', 'The summary holds no estimated position.');
}

function describe(tags: ReadonlyMap<string, string>) {
  const antenna = tags.get('ANT') ?? null;
  const orbits = tags.get('SP3') ?? null;
  return {
    version: (tags.get('VER') ?? '').split(/\s+/)[0] || null,
    mode: findMode(tags.get('MOD') ?? ''),
    rinex: tags.get('RNX') || null,
    marker: tags.get('MKR') || null,
    processed_at: tags.get('NOW') || null,
    begins_at: tags.get('BEG') || null,
    ends_at: tags.get('END') || null,
    receiver: tags.get('REC') || null,
    antenna,
    is_antenna_found: antenna === null ? null : !/NOT FOUND/i.test(antenna),
    antenna_height: parseNumber((tags.get('ARP') ?? '').split(/\s+/)[2]),
    orbits,
    orbit_kind: orbits === null ? null : findOrbitKind(orbits),
    ellipsoid: tags.get('ELL') || null,
  };
}

function findMode(text: string): PppSummary['mode'] {
  if (/STATI/i.test(text)) return 'STATIC';
  return /[KC]IN[EÉ]MATI/i.test(text) ? 'KINEMATIC' : null;
}

/** Words before the value, English and French. */
const LEGACY_WORDS: readonly (readonly [string, RegExp])[] = [
  ['RNX', /^\s*Observations\s+:?\s*(\S.*)$/i],
  ['MKR', /^\s*(?:Marker name|Nom de la borne)\s*:\s*(\S.*)$/i],
  ['MOD', /^\s*(?:User dynamics|Dynamique.*?)\s*:?\s+(STATI\w*|[KC]IN[EÉ]MATI\w*)/i],
  ['ANT', /^\s*(?:Antenna type|Type d'antenne)\s*:\s*(\S.*)$/i],
  ['REC', /^\s*(?:Receiver type|Type de r[eé]cepteur)\s*:\s*(\S.*)$/i],
];

function readLegacy(lines: readonly string[], problems: ProblemList): PppSummary {
  const table = new LegacyTable(problems);
  const tags = new Map<string, string>();
  const records: SumRecord[] = [];
  for (const [index, text] of lines.entries()) {
    if (isBlank(text)) continue;
    const own = { lines: [index + 1], text };
    if (text.length > LONGEST_LINE) {
      records.push({ kind: 'verbatim', ...own });
      continue;
    }
    const component = table.take(index + 1, text);
    records.push(component ? { kind: 'position', component, ...own } : { kind: 'verbatim', ...own });
    const version = /(?:ver\.|Version)\s*([\d.]+)/i.exec(text);
    if (version && !tags.has('VER')) tags.set('VER', version[1] as string);
    for (const [tag, words] of LEGACY_WORDS) {
      const value = words.exec(text)?.[1];
      if (value !== undefined && !tags.has(tag)) tags.set(tag, value.trim());
    }
  }
  const summary = describe(tags);
  report(summary.mode, table.estimates.length > 0, problems);
  return {
    kind: 'ppp_sum',
    layout: 'legacy',
    language: table.is_french ? 'fr' : 'en',
    ...summary,
    records,
    problems: problems.list(),
    line_count: lines.length,
    estimates: table.estimates,
    projections: [],
    orthometric: null,
    undulation: null,
  };
}
