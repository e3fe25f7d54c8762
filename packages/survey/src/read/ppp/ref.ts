import { parseNumber } from '../numbers.ts';
import { ProblemList } from '../problem-list.ts';
import type { RefFile, RefValueRecord, VerbatimRecord } from '../records.ts';
import { refuseOtherKind } from '../sniff.ts';
import { DEFAULT_LIMITS, isBlank, readLines, type TextLimits } from '../text.ts';

/**
 * .ref, Carlson's base reference: a version, then latitude and longitude in decimal degrees and the ellipsoidal height of the mark.
 * Older files lack the version: the first three figures in a row that can be such a position are taken.
 */
export function readRef(bytes: Uint8Array, limits: TextLimits = DEFAULT_LIMITS): RefFile {
  const problems = new ProblemList();
  const texts = readLines(bytes, limits, problems);
  refuseOtherKind(problems, bytes, 'ref');
  const lines = texts.flatMap((line, i) => (isBlank(line) ? [] : { line: i + 1, text: line, value: parseNumber(line) }));
  const at = lines.findIndex((_line, i) => isPosition(lines[i]?.value, lines[i + 1]?.value, lines[i + 2]?.value));
  const roles = ['latitude', 'longitude', 'height'] as const;
  const records = lines.map((line, i): RefValueRecord | VerbatimRecord => {
    const role = at < 0 ? undefined : roles[i - at];
    if (role) return { kind: role, lines: [line.line], text: line.text.trim(), value: line.value };
    if (/^\s*VERSION/i.test(line.text)) return { kind: 'version', lines: [line.line], text: line.text.trim(), value: null };
    // Below the position stand a name, or nothing, and a zero.
    const below = at < 0 ? -1 : i - at - roles.length;
    if (below >= 0 && line.value === 0 && i === lines.length - 1)
      return { kind: 'end', lines: [line.line], text: line.text.trim(), value: 0 };
    if (below === 0 && line.value === null) return { kind: 'name', lines: [line.line], text: line.text.trim(), value: null };
    return { kind: 'verbatim', lines: [line.line], text: line.text };
  });
  if (at < 0 && lines.length > 0)
    problems.add('UNREADABLE', 'stop', 'The file holds no latitude, longitude and height on three lines in a row.');
  const version = records.find((record) => record.kind === 'version');
  return {
    kind: 'ref',
    records,
    problems: problems.list(),
    line_count: texts.length,
    version: version?.text ?? null,
    latitude: at < 0 ? null : (lines[at]?.value ?? null),
    longitude: at < 0 ? null : (lines[at + 1]?.value ?? null),
    height: at < 0 ? null : (lines[at + 2]?.value ?? null),
  };
}

/** On the earth, and a height that land has. */
function isPosition(latitude: number | null | undefined, longitude: number | null | undefined, height: number | null | undefined): boolean {
  if (latitude == null || longitude == null || height == null) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && height > -1000 && height < 10_000;
}
