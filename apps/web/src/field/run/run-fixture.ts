import { SitesSettings } from '@dmse/contract/sites/settings';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import { sync } from '@dmse/sync/engine';
import { openRun } from '@dmse/sync/local/run';
import type { Fields } from '@dmse/sync/wire';
import { type Stage, stageDevice } from '../device/device-fixture.ts';
import { hush } from '../frame/field-note.ts';

/** The lists of the firm, as a visit online leaves them on a device. */
const SETTINGS: SitesSettings = SitesSettings.parse({
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

export type RunStage = Stage & {
  /** The device finds a position that is so many milliseconds old. */ tellPosition: (age: number, accuracy?: number) => void;
};

/** A device in the field: a run on it, the firm's lists, a position, and no network. */
export async function stageRun(): Promise<RunStage> {
  const stage = stageDevice();
  await openRun(stage.session, stage.run);
  await sync(stage.session);
  stage.setOnline(false);
  localStorage.setItem('sites.fieldrun.tutorial', 'completed');
  hush();
  await stage.session.store.safety(({ meta }) => meta.put({ id: 'sites_settings', value: { kept: SETTINGS } as unknown as Fields }));
  let take: (position: unknown) => void = () => {};
  const tellPosition = (age: number, accuracy = 3) =>
    take({ timestamp: Date.now() - age, coords: { longitude: -66.6, latitude: 45.9, altitude: 12, accuracy, heading: null } });
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      watchPosition: (onFix: (position: unknown) => void) => {
        take = onFix;
        tellPosition(0);
        return 1;
      },
      clearWatch: () => {},
    },
  });
  return Object.assign(stage, { tellPosition });
}
