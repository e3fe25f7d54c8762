import { PART_NAMES, PROCESSING_STEPS } from '@dmse/domain/sites/processing';
import { z } from 'zod';
import { Uuid } from '../../common/fields.ts';
import { GridVector, ProcessingDecision, ShiftChoice } from './decision.ts';

const Figure = z.union([z.number(), z.string()]).nullable();

/** What is in a file, in words, and what is wrong with it. */
export const FileSummary = z.object({
  part: z.enum(PART_NAMES).nullable(),
  kind: z.string(),
  words: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  job: z.string().nullable(),
  date: z.string().nullable(),
  problems: z.array(z.object({ severity: z.enum(['stop', 'ask', 'warning', 'notice']), sentence: z.string() })),
  /** Records that were not understood, as they stand in the file; the first of them. */
  verbatim: z.array(z.object({ line: z.int(), text: z.string() })),
  verbatim_count: z.int(),
});
export type FileSummary = z.infer<typeof FileSummary>;

export const ProcessingConflict = z.object({
  id: z.string(),
  severity: z.enum(['B', 'W', 'I']),
  /** Stable while its shots and reason stay the same: what an ignore or a waiver is remembered by. */
  key: z.string(),
  shots: z.array(Uuid),
  names: z.array(z.string()),
  figures: z.record(z.string(), Figure),
  sentence: z.string(),
  remedies: z.array(z.string()),
});
export type ProcessingConflict = z.infer<typeof ProcessingConflict>;

const Candidate = z.object({ id: z.string(), name: z.string(), distance: z.number().nullable() });

export const ProcessingBase = z.object({
  key: z.string(),
  name: z.string(),
  shot_count: z.int(),
  antenna_height: z.number().nullable(),
  corrected_antenna: z.number().nullable(),
  /** Names of the files it took. */
  ref_file: z.string().nullable(),
  sum_file: z.string().nullable(),
  placed: z.string().nullable(),
  /** Its mark on the office grid as raw file, reference and PPP have it; heights on the ellipsoid. */
  positions: z.array(
    z.object({ source: z.enum(['raw', 'ref', 'ppp', 'placed']), easting: z.number(), northing: z.number(), height: z.number().nullable() }),
  ),
  sigma_horizontal: z.number().nullable(),
  sigma_vertical: z.number().nullable(),
});

export const ProcessingPlan = z.object({
  type: z.enum(['NONE', 'HPN', 'CONTROL']),
  source: z.enum(['points', 'raw']),
  choice: ShiftChoice,
  shifts: z.array(GridVector.extend({ base: z.string().nullable(), count: z.int().nullable() })),
  decided_by: z.string().nullable(),
});

/** What the files and decisions of an attempt come to: what every step has open, and the figures it shows. */
export const ProcessingOverview = z.object({
  counts: z.record(z.string(), z.int()),
  open: z.record(z.enum(PROCESSING_STEPS), z.int()),
  bad_descriptions: z.array(
    z.object({ description: z.string(), count: z.int(), names: z.array(z.string()), suggestions: z.array(z.string()) }),
  ),
  quality: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      tolerance: z.number().nullable(),
      worst: z.number().nullable(),
      names: z.array(z.string()),
      count: z.int(),
    }),
  ),
  questions: z.array(z.object({ shot: Uuid, shot_name: z.string(), why: z.string(), candidates: z.array(Candidate) })),
  conflict_counts: z.array(z.object({ id: z.string(), severity: z.enum(['B', 'W', 'I']), count: z.int(), ignored: z.int() })),
  to_do: z.array(ProcessingConflict),
  /** By their place among the decisions that stand: two may be equal. */
  not_applied: z.array(z.object({ place: z.int(), decision: ProcessingDecision, sentence: z.string() })),
  not_imported: z.array(z.object({ name: z.string(), lines: z.array(z.int()), reason: z.string(), can_import: z.boolean() })),
  raw_deleted: z.array(z.string()),
  /** Points files of which must be asked whether easting or northing comes first. */
  unordered_files: z.array(z.string()),
  bases: z.array(ProcessingBase),
  plan: ProcessingPlan.nullable(),
  /** The geoid, or what stands in for it, in words. */
  geoid: z.string(),
  held: z.array(z.object({ name: z.string(), sentence: z.string() })),
});
export type ProcessingOverview = z.infer<typeof ProcessingOverview>;

/** The points of a run as columns of equal length: a table and a map of 50,000 shots in one answer. */
export const ProcessingPoints = z.object({
  revision: z.int(),
  ids: z.array(Uuid),
  names: z.array(z.string()),
  codes: z.array(z.string()),
  descriptions: z.array(z.string()),
  eastings: z.array(z.number()),
  northings: z.array(z.number()),
  elevations: z.array(z.number().nullable()),
  longitudes: z.array(z.number().nullable()),
  latitudes: z.array(z.number().nullable()),
  hrms: z.array(z.number().nullable()),
  vrms: z.array(z.number().nullable()),
  instruments: z.array(z.enum(['GNSS', 'TOTAL_STATION', 'STORED', 'AVERAGE'])),
  /** Place of the shot it gave way to in these lists; -1 for one that stands for itself. */
  parents: z.array(z.int()),
  /** Bits: 1 dropped, 2 not final, 4 control, 8 bad description, 16 quality, 32 matched to the field app, 64 in an open conflict. */
  flags: z.array(z.int()),
  /** The field-app shots that points of these lists belong to. */
  matches: z.array(z.object({ at: z.int(), app_shot: Uuid })),
  /** Lines from the codes' grammar, as places in these lists. */
  lines: z.array(z.object({ code: z.string(), points: z.array(z.int()), is_closed: z.boolean() })),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});
export type ProcessingPoints = z.infer<typeof ProcessingPoints>;

const Observation = z.object({
  control: z.object({
    id: z.string(),
    name: z.string(),
    easting: z.number(),
    northing: z.number(),
    elevation: z.number().nullable(),
    control_destroyed: z.boolean(),
  }),
  shot: Uuid,
  shot_name: z.string(),
  measured: z.object({ easting: z.number(), northing: z.number(), elevation: z.number().nullable() }),
  is_accepted: z.boolean(),
  base: z.string().nullable(),
});
export const SolvedLocalization = z.object({
  name: z.string(),
  fit: z.enum(['translation', 'rotation', 'similarity']),
  d_easting: z.number(),
  d_northing: z.number(),
  d_elevation: z.number(),
  scale: z.number(),
  rotation: z.number(),
  residuals: z.array(
    z.object({
      name: z.string(),
      uses_horizontal: z.boolean(),
      uses_vertical: z.boolean(),
      d_easting: z.number(),
      d_northing: z.number(),
      d_elevation: z.number().nullable(),
      horizontal: z.number(),
      is_beyond_tolerance: z.boolean(),
    }),
  ),
  suspects: z.array(z.string()),
  redundancy: z.int(),
});

/** What each shift would do, before one is chosen; for both sources of coordinates. */
export const ProcessingShifts = z.object({
  sources: z.array(
    z.object({
      source: z.enum(['points', 'raw']),
      /** Per base the shift by PPP, or why there is none. */
      hpn: z.array(z.object({ base: z.string().nullable(), shift: GridVector.nullable(), sentence: z.string().nullable() })),
      observations: z.array(Observation),
    }),
  ),
  localization: SolvedLocalization.nullable(),
  /** Why the localization cannot be solved. */
  localization_problem: z.string().nullable(),
  suggested: ShiftChoice,
});
export type ProcessingShifts = z.infer<typeof ProcessingShifts>;
