import { SitesSettings } from '@dmse/contract/sites/settings';
import { surveyDefaults } from '@dmse/survey/survey-settings';

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
