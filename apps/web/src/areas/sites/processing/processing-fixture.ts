import type { ProcessingOverview, ProcessingPoints } from '@dmse/contract/sites/processing/result';
import type { Processing, ProcessingFile } from '@dmse/contract/sites/processing/run';
import { RUN, uuid } from '@dmse/testkit/builders/captured';
import { STAMP } from '@dmse/testkit/builders/stamps';
import type { Attempt } from './attempt-menu.tsx';

/** A run in processing for screen tests; a story says only what it is about. */
export function buildAttempt(number: number, change: Partial<Attempt> = {}): Attempt {
  return {
    id: number,
    number,
    state: 'open',
    started_on: STAMP,
    started_by: { id: 5, full_name: 'Pia Poirier' },
    ended_on: null,
    ended_by: null,
    reason: null,
    file_count: 2,
    decision_count: 0,
    ...change,
  };
}

export function buildFile(id: number, part: ProcessingFile['part'], name: string): ProcessingFile {
  const summary = { part, kind: 'x', words: 'a file', facts: [], job: null, date: null, problems: [], verbatim: [], verbatim_count: 0 };
  return {
    id,
    part,
    name,
    bytes: 1000,
    sha256: `hash-${id}`,
    url: `/api/core/file/${id}/`,
    summary,
    imported_on: STAMP,
    imported_by: null,
  };
}

export function buildOverview(change: Partial<ProcessingOverview> = {}): ProcessingOverview {
  return {
    counts: {},
    open: { import: 0, validate: 2, shifts: 1, conflicts: 0, review: 0, export: 0, finish: 1 },
    bad_descriptions: [],
    quality: [],
    questions: [],
    conflict_counts: [],
    to_do: [],
    not_applied: [],
    unordered_files: [],
    not_imported: [],
    raw_deleted: [],
    bases: [],
    plan: null,
    geoid: 'The geoid of the PPP summary.',
    held: [],
    ...change,
  };
}

export function buildProcessing(change: Partial<Processing> = {}): Processing {
  const attempt = buildAttempt(1);
  return {
    id: RUN,
    name: 'Main St. topo',
    job: null,
    job_num: '25001',
    state: 'Processing',
    started_on: '2025-10-14T12:00:00.000Z',
    imported_on: STAMP,
    finished_on: null,
    attempt,
    attempts: [attempt],
    revision: 1,
    lease: null,
    files: [buildFile(1, 'raw_file', 'a.rw5'), buildFile(2, 'points_file', 'a.crdb')],
    reading: null,
    work: null,
    overview: buildOverview(),
    problem: null,
    why_not_import: null,
    why_not_write: null,
    why_not_finish: null,
    why_not_reopen: null,
    ...change,
  };
}

/** So many points on a line, named from 100 on. */
export function buildPoints(count: number, change: Partial<ProcessingPoints> = {}): ProcessingPoints {
  const all = <T>(make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
  return {
    revision: 1,
    ids: all((at) => uuid(at + 1)),
    names: all((at) => String(100 + at)),
    codes: all(() => 'AE'),
    descriptions: all((at) => `AE${at}`),
    eastings: all((at) => 2_500_000 + at),
    northings: all(() => 7_400_000),
    elevations: all(() => 10),
    longitudes: all((at) => -66.5 + at / 10_000),
    latitudes: all(() => 45.6),
    hrms: all(() => 0.01),
    vrms: all(() => 0.02),
    instruments: all(() => 'GNSS' as const),
    parents: all(() => -1),
    flags: all(() => 0),
    matches: [],
    lines: [],
    bounds: null,
    ...change,
  };
}
