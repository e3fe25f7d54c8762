import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CRDB_PLANS, makeCrdb } from '../fixtures/crdb-samples.ts';
import { OTHER_KINDS } from '../fixtures/other-kinds.ts';
import { POINT_SAMPLES } from '../fixtures/point-samples.ts';
import { latin1, RAW_SAMPLES } from '../fixtures/raw-samples.ts';
import { LOC_SAMPLES, REF_SAMPLES } from '../fixtures/reference-samples.ts';
import { SUM_SAMPLES } from '../fixtures/sum-samples.ts';
import { sniff, whyNotKind } from './sniff.ts';

const RUN = new URL('../../fixtures/synthetic-run/', import.meta.url);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('what kind of file is this?', () => {
  test('the five files of the run, and the second points file', () => {
    const kinds = ['.rw5', '.crdb', '_PENZD.csv', '.sum', '.ref', '.loc'].map(
      (end) => sniff(new Uint8Array(readFileSync(new URL(`25001AT251014${end}`, RUN)))).kind,
    );
    expect(kinds).toEqual(['rw5', 'crdb', 'points', 'ppp_sum', 'ref', 'loc']);
  });

  test('every dialect', () => {
    expect(RAW_SAMPLES.map((text) => sniff(latin1(text)).kind)).toEqual(RAW_SAMPLES.map(() => 'rw5'));
    expect(SUM_SAMPLES.map((text) => sniff(bytes(text)).kind)).toEqual(SUM_SAMPLES.map(() => 'ppp_sum'));
    expect(REF_SAMPLES.slice(0, 2).map((text) => sniff(bytes(text)).kind)).toEqual(['ref', 'ref']);
    expect(LOC_SAMPLES.slice(0, 5).map((text) => sniff(bytes(text)).kind)).toEqual(['loc', 'loc', 'loc', 'loc', 'loc']);
    expect(POINT_SAMPLES.map((text) => sniff(bytes(text)).kind)).toEqual(POINT_SAMPLES.map((_text, i) => (i === 9 ? 'text' : 'points')));
    expect(sniff(makeCrdb(CRDB_PLANS.no_points as never)).kind).toBe('sqlite');
    expect(sniff(makeCrdb(CRDB_PLANS.utf16le as never)).kind).toBe('crdb');
  });

  test.each(OTHER_KINDS)('files people choose by mistake: $kind', ({ kind, bytes: other, name }) => {
    expect(sniff(other, name).kind).toBe(kind);
  });

  test('the sentence names both', () => {
    const sum = bytes(SUM_SAMPLES[0] as string);
    expect(whyNotKind(sum, 'rw5')).toBe('This looks like a CSRS-PPP summary, not a raw file.');
    expect(whyNotKind(sum, 'ppp_sum')).toBeNull();
    expect(whyNotKind(new Uint8Array(0), 'rw5')).toBeNull();
    expect(whyNotKind(bytes('Dear colleague,\n'), 'loc')).toBe('This does not look like a localization file.');
    expect(whyNotKind(bytes(POINT_SAMPLES[0] as string), 'ref')).toBe('This looks like a list of points, not a base reference file.');
  });
});
