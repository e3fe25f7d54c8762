import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLawBreaches, findRowBreaches } from '../fixtures/line-law.ts';
import { readPoints } from './points/points.ts';
import { readPppSum } from './ppp/ppp-sum.ts';
import { readRaw } from './raw/raw.ts';
import type { Problem } from './records.ts';
import { sniff } from './sniff.ts';

/** The run that comes with this package, and real collector files where the machine has them: those are not part of the repository. */
const ROOT = resolve(import.meta.dirname, '../../../..');
const FOLDER = resolve(ROOT, process.env.SURVEY_SAMPLES ?? '../shared/survey/samples');
const RUN = resolve(import.meta.dirname, '../../fixtures/synthetic-run');

function list(folder: string, ...ends: string[]): string[] {
  const paths = [RUN, join(FOLDER, folder)].filter((path) => existsSync(path));
  return paths.flatMap((path) => readdirSync(path).flatMap((name) => (ends.includes(extname(name).toLowerCase()) ? join(path, name) : [])));
}

const load = (path: string): Uint8Array => new Uint8Array(readFileSync(path));

/** What must not happen to a real file of the right kind; remarks that a crew typed are listed as notices and are fine. */
const REFUSALS = ['WRONG_KIND', 'EMPTY', 'UNREADABLE', 'LONG_LINE', 'CORRUPT', 'NOT_SQLITE', 'DELIMITER'];
const refusals = (problems: readonly Problem[]): Problem[] => problems.filter((problem) => REFUSALS.includes(problem.id));

describe('whole raw files', () => {
  test.each(list('rw5', '.rw5'))('%s has no unexplained line', (path) => {
    const bytes = load(path);
    const raw = readRaw(bytes);
    expect(sniff(bytes).kind).toBe('rw5');
    expect(findLawBreaches(bytes, raw)).toEqual([]);
    expect(refusals(raw.problems)).toEqual([]);
    expect(raw.problems.filter((problem) => problem.id === 'UNKNOWN_RECORD' && problem.severity !== 'notice')).toEqual([]);
    const shots = raw.records.filter((record) => record.kind === 'gnss');
    expect(shots.filter((shot) => shot.latitude === null || shot.longitude === null || shot.antenna_elevation === null)).toEqual([]);
    const measured = shots.length + raw.records.filter((record) => record.kind === 'sight').length;
    expect(measured).toBeGreaterThan(0);
  });
});

describe('whole coordinate files', () => {
  test.each(list('crdb', '.crdb'))('%s is read whole', (path) => {
    const file = readPoints(load(path));
    expect(refusals(file.problems)).toEqual([]);
    expect(findRowBreaches(file)).toEqual([]);
    expect(file.records.length).toBeGreaterThan(0);
  });
});

describe('whole lists of points', () => {
  test.each(list('points', '.csv', '.txt'))('%s has no unexplained line', (path) => {
    const bytes = load(path);
    const file = readPoints(bytes);
    expect(findLawBreaches(bytes, file)).toEqual([]);
    expect(refusals(file.problems)).toEqual([]);
  });
});

describe('whole summaries', () => {
  test.each(list('ppp-sum', '.sum'))('%s gives its position', (path) => {
    const bytes = load(path);
    const sum = readPppSum(bytes);
    expect(findLawBreaches(bytes, sum)).toEqual([]);
    expect(refusals(sum.problems)).toEqual([]);
    const hasPosition = sum.estimates.some(
      (estimate) => estimate.latitude !== null && estimate.longitude !== null && estimate.height !== null,
    );
    expect(hasPosition).toBe(sum.mode !== 'KINEMATIC');
  });
});
