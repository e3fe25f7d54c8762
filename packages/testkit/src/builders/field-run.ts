import type { FieldRun, FieldRunRow } from '@dmse/contract/sites/field-run';
import { CAPTURED, RUN } from './captured.ts';
import { STAMP } from './stamps.ts';

export function buildRunRow(change: Partial<FieldRunRow> = {}): FieldRunRow {
  return {
    ...{ id: RUN, name: 'Main St. topo', short_description: 'Curb to curb', job: null, job_num: '26-0123', state: 'Waiting' },
    ...{ started_on: null, started_by: null, imported_on: null, has_risk_assessment: false, why_not_start: null, is_deleted: false },
    ...{ version: 1, created_on: STAMP, updated_on: STAMP, ...change },
  };
}

export function buildRun(change: Partial<FieldRun> = {}): FieldRun {
  return {
    ...{ ...buildRunRow(), note: null, task: null, task_types: null, present_hazards: null, hazard_controls: null },
    ...{ personal_protective_equipment_used: null, crew: [], crew_members: [], equipment: null, finished_on: null, shifts: null },
    ...{ HPN_easting_shift: null, HPN_northing_shift: null, HPN_elevation_shift: null, raw: null, shot_count: 0, image_count: 0 },
    ...{ pipe_count: 0, layer_count: 0, conflict_count: 0, late_count: 0, start_number: null, can_edit: true, why_not_process: null },
    ...{ ...CAPTURED, ...change },
  };
}
