import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { syntheticFiles } from '@dmse/survey/assemble/synthetic-fixture';
import type { RunDecision } from '@dmse/survey/run/decision';
import { choose, surroundings, who } from '@dmse/survey/run/field-day-fixture';
import { type ProcessedRun, processRun } from '@dmse/survey/run/process-run';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import type { RunFile } from '../question.ts';
import { type ExportAbout, sha256 } from './make-export.ts';

/** The synthetic run, processed, with all that an office knows about it: for tests. */

const FOLDER = fileURLToPath(new URL('../../../../../../packages/survey/fixtures/synthetic-run/', import.meta.url));
const PARTS = { raw_file: 'rw5', points_file: 'crdb', sum_file: 'sum', ref_file: 'ref', loc_file: 'loc' };
/** By their hash, as the store has them. */
export const stored = new Map<string, Buffer>();
export function store(part: string, name: string, bytes: Buffer): RunFile {
  stored.set(sha256(bytes), bytes);
  return { part: part as RunFile['part'], name, bytes: bytes.length, sha256: sha256(bytes) };
}
export const source_files: RunFile[] = Object.entries(PARTS).map(([part, end]) =>
  store(part, `25001AT251014.${end}`, readFileSync(`${FOLDER}25001AT251014.${end}`)),
);

export const decisions: RunDecision[] = [
  { ...who, kind: 'correct_description', from: 'XYZ', to: 'TREE' },
  choose({}),
  { ...who, kind: 'group_same_points' },
  { ...who, why: 'a manhole and its cover', kind: 'ignore_pair', first: '5004', second: '5005' },
];

export function syntheticRun(): ProcessedRun {
  const controls = [{ id: 'c1', name: 'HPN 1', easting: 2_488_480.58, northing: 7_432_946.87, elevation: 31.3, control_destroyed: false }];
  return processRun(syntheticFiles(), decisions, surveyDefaults, { ...surroundings, geoid: null, controls });
}

export const about: ExportAbout = {
  job: '25001',
  client: 'Ville de Saint-Jérôme',
  run: 'Run 1',
  attempt: 1,
  field_date: '2025-10-14',
  processed_by: 'Pia',
  processed_at: '2025-10-20T12:00:00.000Z',
  software: 'DMSE 0.1.0',
  geoid: null,
  decisions,
  new_controls: ['5014'],
  images: new Map(),
  settings: surveyDefaults,
  pipes: [],
  app_shots: new Map(),
  source_files: source_files.map(({ part, ...file }) => ({ kind: part, ...file })),
  firm: {
    name: 'North Shore Surveys',
    address: '12 Water Street\nSaint John NB',
    phone: '506 555 0100',
    email: 'office@example.com',
    website: 'example.com',
    hst_number: '',
    logo: null,
  },
  language: 'en',
  photos: [],
  signing_key: null,
};
