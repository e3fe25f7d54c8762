/**
 * How many branches of each survey reader does fuzzing alone reach? Target: 90 % of each.
 *
 * V8 counts blocks, but lists a block only where its count differs from that of the block around it. So the counts are taken
 * after every few inputs, not once: the branches are all blocks ever listed, and one is reached if its own count, or that of the
 * block around it where it was not listed, was above zero in any of the takings.
 * Run: node bench/survey-fuzz-coverage.ts
 */
import { Session } from 'node:inspector/promises';
import { basename } from 'node:path';
import { FUZZED, fuzzInputs } from '@dmse/survey/fixtures/fuzz';

const SEED = 11;
const INPUTS = 4_000;
const TARGET = 90;

/** The files that make up each reader; the last row is what they share. */
const FILES: Readonly<Record<string, RegExp>> = {
  raw: /^(?:raw.*|angle-form|clock)\.ts$/,
  crdb: /^(?:crdb|sqlite-.*)\.ts$/,
  points: /^(?:points.*|point-check|description)\.ts$/,
  sum: /^ppp-.*\.ts$/,
  ref: /^ref\.ts$/,
  loc: /^(?:loc|xml)\.ts$/,
  shared: /^(?:numbers|problem-list|sniff|text)\.ts$/,
};

interface Block {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Branches of one file: the places, and which were reached. */
class Branches {
  readonly reached = new Map<string, boolean>();

  take(functions: readonly { readonly ranges: readonly Block[] }[]): void {
    const blocks = functions.flatMap((one) => one.ranges);
    const listed = new Map(blocks.map((block) => [`${block.start}-${block.end}`, block.count]));
    for (const place of listed.keys()) if (!this.reached.has(place)) this.reached.set(place, false);
    for (const [place, isReached] of this.reached) {
      if (isReached) continue;
      const count = listed.get(place) ?? countAround(place, blocks);
      if (count > 0) this.reached.set(place, true);
    }
  }

  get missed(): string[] {
    return [...this.reached].flatMap(([place, isReached]) => (isReached ? [] : place));
  }
}

/** The count of the smallest listed block that holds this one. */
function countAround(place: string, blocks: readonly Block[]): number {
  const [start, end] = place.split('-').map(Number) as [number, number];
  let best: Block | null = null;
  for (const block of blocks) {
    if (block.start > start || block.end < end) continue;
    if (!best || block.end - block.start < best.end - best.start) best = block;
  }
  return best?.count ?? 0;
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const files = new Map<string, Branches>();

async function take(wanted: RegExp): Promise<void> {
  const { result } = (await session.post('Profiler.takePreciseCoverage')) as {
    result: { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] }[];
  };
  for (const script of result) {
    const name = basename(script.url);
    if (!script.url.includes('/survey/src/read/') || !wanted.test(name)) continue;
    const functions = script.functions.map((one) => ({
      ranges: one.ranges.map((range) => ({ start: range.startOffset, end: range.endOffset, count: range.count })),
    }));
    let branches = files.get(name);
    if (!branches) {
      branches = new Branches();
      files.set(name, branches);
    }
    branches.take(functions);
  }
}

await take(/^$/);
console.log(`fuzz coverage, seed ${SEED}, ${INPUTS} inputs a reader`);
for (const reader of FUZZED) {
  const wanted = FILES[reader.name];
  if (!wanted) throw new Error(`no files named for ${reader.name}`);
  const shared = FILES.shared as RegExp;
  let i = 0;
  for (const { bytes, random } of fuzzInputs(reader, SEED, INPUTS)) {
    reader.read(bytes, random);
    i++;
    // Often at first, while every input shows new branches; seldom later, because taking is slow.
    if (i < 40 || i % 100 === 0) await take(new RegExp(`${wanted.source}|${shared.source}`));
  }
}

console.log('reader    branches  reached        %');
const short: string[] = [];
for (const [name, wanted] of Object.entries(FILES)) {
  const own = [...files].filter(([file]) => wanted.test(file));
  const all = own.reduce((sum, [, branches]) => sum + branches.reached.size, 0);
  const missed = own.reduce((sum, [, branches]) => sum + branches.missed.length, 0);
  const percent = (100 * (all - missed)) / all;
  console.log(`${name.padEnd(9)} ${String(all).padStart(8)} ${String(all - missed).padStart(8)} ${percent.toFixed(1).padStart(8)}`);
  if (!(percent >= TARGET)) short.push(`short: ${name} ${percent.toFixed(1)} ${TARGET}`);
  if (process.argv.includes('--missed')) {
    for (const [file, branches] of own) if (branches.missed.length > 0) console.log(`  ${file}: ${branches.missed.join(' ')}`);
  }
}
console.log(short.length === 0 ? 'every reader at or above 90 %: ok' : short.join('\n'));
