import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, line } from '../common/fields.ts';

/** The sections about field work. Their defaults are those of the firm's province; nothing of it is written in code. */
const metres = (most: number) => z.number().min(0, 'Use 0 or more.').max(most, `Use at most ${most}.`);

const Code = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,19}$/, 'A code is a letter, then letters, digits, - or _.');
export const FieldCode = z.strictObject({
  code: Code,
  meaning: line(120),
  kind: z.enum(['control', 'legal', 'utility', 'feature']),
  /** The system of pipes that may start or end at it. */
  structure: z.enum(['storm', 'sanitary', 'combined']).nullable(),
});

function isUnique(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

export const FieldCodes = z.strictObject({
  codes: field(
    z
      .array(FieldCode)
      .min(1, 'Keep at least one code.')
      .max(2000)
      .refine((codes) => isUnique(codes.map(({ code }) => code)), 'Each code may stand only once.'),
    'Codes',
  ),
  /** Codes of shots on control. */
  control_codes: field(z.array(Code).max(100), 'Control codes'),
});

export const FieldTolerances = z.strictObject({
  hrms: metres(10),
  vrms: metres(10),
  pdop: metres(100),
  min_satellites: z.int().min(0).max(100),
  age_of_corrections: metres(3600),
  same_point: metres(100),
  same_place_other_code: metres(100),
  control_search: metres(1000),
  repeat_horizontal: metres(10),
  repeat_vertical: metres(10),
  check_horizontal: metres(10),
  check_vertical: metres(10),
  control_reject_horizontal: metres(10),
  control_reject_vertical: metres(10),
  ppp_sigma_horizontal: metres(10),
  ppp_sigma_vertical: metres(10),
  ppp_epoch_years: metres(100),
  ppp_place_horizontal: metres(10_000),
  ppp_place_vertical: metres(10_000),
  antenna_height: metres(10),
  resection_distance: metres(10),
  resection_elevation: metres(10),
  resection_angle_seconds: metres(3600),
  coordinate_edited: metres(10),
  renumbered: metres(10),
  not_explained: metres(10),
  same_name_far: metres(10_000),
  clock_gap_seconds: metres(86_400),
  rod_match: metres(10),
  geoid_jump: metres(10),
  geoid_tilt_per_km: metres(10),
  geoid_fallback_distance: metres(100_000),
  ref_other_base: metres(100_000),
  ref_base: metres(10),
  scale_factor: metres(1),
  pipe_max_slope_percent: metres(1000),
  pipe_max_length: metres(100_000),
  pipe_bearing: metres(180),
});

export const Coordinates = z.strictObject({
  office_crs: field(
    z.strictObject({
      name: line(120),
      epsg: z.int().positive().nullable(),
      /** A PROJ definition in metres. */
      proj: line(500).regex(/^\+proj=/, 'Use a PROJ definition, beginning with +proj=.'),
    }),
    'Office coordinate system',
  ),
  frame: field(z.strictObject({ name: line(40), epoch: z.number().min(1980).max(2200) }), 'Reference frame'),
  geoid_models: field(
    z.array(z.strictObject({ names: z.array(line(40)).min(1).max(20), vertical_system: line(40) })).max(50),
    'Geoid models',
  ),
  /** The first is the office's own; a raw file in another has to be computed again. */
  elevation_systems: field(z.array(line(60)).max(50), 'Elevation systems'),
  /** The grids in force: the undulation, and where it is given against another, the difference. */
  undulation_grid: field(Id.nullable(), 'Geoid grid in force', { text: () => 'a grid' }),
  offset_grid: field(Id.nullable(), 'Offset grid in force', { text: () => 'a grid' }),
  shift_keyed_in: field(z.boolean(), 'Shift points that were keyed in'),
  refraction: field(z.number().min(0).max(1), 'Refraction coefficient'),
});

const choices = z.array(line(120)).max(200).refine(isUnique, 'Each choice may stand only once.');
export const RiskLists = z.strictObject({
  task_types: field(choices, 'Task types'),
  hazards: field(choices, 'Hazards'),
  controls: field(choices, 'Hazard controls'),
  personal_protective_equipment: field(choices, 'Personal protective equipment'),
});

export const FieldNumbers = z.strictObject({
  /** Metres; a coarser position warns and never blocks. */
  accuracy_gate: field(metres(1000), 'Accuracy gate', { unit: 'm' }),
  photo_max_px: field(z.int().min(320).max(20_000), 'Photo size in pixels'),
  photo_quality: field(z.number().min(0.1).max(1), 'JPEG quality'),
  image_max_bytes: field(z.int().min(1_000_000).max(1_000_000_000), 'Most bytes of an image'),
  /** A file up to this size travels with its record as one form; larger ones go up in pieces. */
  form_bytes: field(z.int().min(100_000).max(50_000_000), 'Most bytes sent as one form'),
  piece_bytes: field(
    z
      .int()
      .min(16_384)
      .max(8 * 1024 * 1024),
    'Bytes of a piece',
  ),
  first_point_number: field(z.int().min(1).max(1_000_000), 'First point number'),
  point_block: field(z.int().min(10).max(1_000_000), 'Numbers per device'),
});

export const FIELD_SECTIONS = {
  field_codes: FieldCodes,
  field_tolerances: FieldTolerances,
  coordinates: Coordinates,
  risk_lists: RiskLists,
  field_numbers: FieldNumbers,
} as const;
