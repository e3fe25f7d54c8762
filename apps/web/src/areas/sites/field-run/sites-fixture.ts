import type { ControlPoint, ControlPointRow } from '@dmse/contract/sites/control-point';
import type { FieldRun, FieldRunRow } from '@dmse/contract/sites/field-run';
import type { Image } from '@dmse/contract/sites/image';
import type { Pipe } from '@dmse/contract/sites/pipe';
import { SitesSettings } from '@dmse/contract/sites/settings';
import type { Shot } from '@dmse/contract/sites/shot';
import { surveyDefaults } from '@dmse/survey/survey-settings';

/** Records of field work for screen tests; a story says only what it is about. */
export const STAMP = '2026-03-04T12:00:00.000Z';

export const RUN = '019d6ddf-1874-7914-82e3-64b3fce9feee';
export function uuid(n: number): string {
  return `019d6ddf-1874-7914-82e3-${String(n).padStart(12, '0')}`;
}

export function buildRunRow(change: Partial<FieldRunRow> = {}): FieldRunRow {
  return {
    id: RUN,
    name: 'Main St. topo',
    short_description: 'Curb to curb',
    job: null,
    job_num: '26-0123',
    state: 'Waiting',
    started_on: null,
    started_by: null,
    imported_on: null,
    has_risk_assessment: false,
    why_not_start: null,
    is_deleted: false,
    version: 1,
    created_on: STAMP,
    updated_on: STAMP,
    ...change,
  };
}

const CAPTURED = {
  is_deleted: false,
  version: 3,
  seq: 1,
  created_on: STAMP,
  created_by: null,
  updated_on: STAMP,
  updated_by: { id: 4, full_name: 'Fern Francoeur' },
  received_at: STAMP,
  captured_by: { id: 4, full_name: 'Fern Francoeur' },
  device: null,
  conflict: [],
  late: false,
};

export function buildRun(change: Partial<FieldRun> = {}): FieldRun {
  return {
    ...buildRunRow(),
    note: null,
    task: null,
    task_types: null,
    present_hazards: null,
    hazard_controls: null,
    personal_protective_equipment_used: null,
    crew: [],
    crew_members: [],
    equipment: null,
    finished_on: null,
    shifts: null,
    HPN_easting_shift: null,
    HPN_northing_shift: null,
    HPN_elevation_shift: null,
    raw: null,
    shot_count: 0,
    image_count: 0,
    pipe_count: 0,
    layer_count: 0,
    conflict_count: 0,
    late_count: 0,
    start_number: null,
    can_edit: true,
    why_not_process: null,
    ...CAPTURED,
    ...change,
  };
}

export function buildShot(n: number, change: Partial<Shot['properties']> = {}): Shot {
  return {
    type: 'Feature',
    id: uuid(n),
    geometry: { type: 'Point', coordinates: [-64.8, 46.1] },
    properties: {
      field_run: RUN,
      name: String(5000 + n),
      code: 'STMH',
      description: null,
      category: 'Infrastructure',
      sub_category: 'Storm Structure',
      system: 'storm',
      kind: null,
      shape: null,
      size: null,
      cover: null,
      condition: null,
      connections: null,
      note: null,
      accuracy: null,
      position_age: null,
      control_point: null,
      captured_at: STAMP,
      captured_at_device: null,
      easting: 2_500_000,
      northing: 7_400_000,
      elevation: 20,
      processed_on: STAMP,
      image_count: 0,
      moved_to: null,
      ...CAPTURED,
      ...change,
    },
  };
}

export function buildPipe(n: number, start: string, end: string, change: Partial<Pipe['properties']> = {}): Pipe {
  return {
    type: 'Feature',
    id: uuid(n),
    geometry: null,
    properties: {
      field_run: RUN,
      name: null,
      start_structure: start,
      end_structure: end,
      system: 'storm',
      material: 'PVC',
      inside_diameter: 300,
      shape: null,
      status: null,
      open_end: null,
      quality_level: null,
      note: null,
      vertices: null,
      captured_at: STAMP,
      captured_at_device: null,
      start_invert: 18,
      end_invert: 17.5,
      length_2d: 25,
      length_3d: 25.005,
      slope_percent: 2,
      parent_pending: false,
      moved_to: null,
      ...CAPTURED,
      ...change,
    },
  };
}

export function buildImage(n: number, change: Partial<Image['properties']> = {}): Image {
  return {
    type: 'Feature',
    id: uuid(n),
    geometry: null,
    properties: {
      field_run: RUN,
      name: `Photo ${n}`,
      note: null,
      fieldrun_shot: null,
      control_point: null,
      captured_at: STAMP,
      captured_at_device: null,
      file: `/api/core/upload/${n}/`,
      thumbnail_url: `/api/core/upload/${n}/thumbnail/`,
      mime_type: 'image/jpeg',
      sha256: 'a'.repeat(64),
      bytes: 1000,
      width: 10,
      height: 10,
      exif: null,
      is_unreadable: false,
      parent_pending: false,
      moved_to: null,
      ...CAPTURED,
      ...change,
    },
  };
}

export function buildControlRow(id: number, change: Partial<ControlPointRow> = {}): ControlPointRow {
  return {
    id,
    name: `${1000 + id}HPN`,
    easting: 2_578_542.7687,
    northing: 7_411_158.8621,
    elevation: 24.9924,
    note: '',
    control_destroyed: false,
    is_hpn: true,
    ...change,
  };
}

export function buildControl(id: number, change: Partial<ControlPoint> = {}): ControlPoint {
  return {
    ...buildControlRow(id),
    datum: 'NAD83(CSRS)',
    epoch: 1997,
    elevation_system: 'CGVD28',
    sketch: null,
    images: [],
    check_count: 0,
    can_edit: true,
    version: 2,
    created_on: STAMP,
    created_by: null,
    updated_on: STAMP,
    updated_by: null,
    ...change,
  };
}

/** A page of a list of features. */
export function pageOf<Row>(...results: Row[]): { count: number; results: Row[]; cursor: null } {
  return { count: results.length, results, cursor: null };
}

/** The lists of the firm, as a visit online leaves them on a device. */
export const SITES_SETTINGS: SitesSettings = SitesSettings.parse({
  codes: surveyDefaults.codes.filter(({ code }) => ['SAMH', 'TREE'].includes(code)),
  control_codes: [],
  tolerances: surveyDefaults.tolerances,
  office_crs: surveyDefaults.office_crs,
  frame: surveyDefaults.frame,
  geoid_models: [],
  elevation_systems: [],
  undulation_grid: null,
  offset_grid: null,
  shift_keyed_in: false,
  refraction: 0.13,
  risk_lists: { task_types: ['Levelling'], hazards: ['Live traffic'], controls: ['Spotter'], personal_protective_equipment: ['Hard hat'] },
  accuracy_gate: 10,
  photo_max_px: 2560,
  photo_quality: 0.82,
  image_max_bytes: 40_000_000,
  form_bytes: 4_000_000,
  piece_bytes: 500_000,
  first_point_number: 5000,
  point_block: 1000,
  categories: [],
  geoid_grids: [],
  max_upload_bytes: 100_000_000,
  time_zone: 'America/Moncton',
});
