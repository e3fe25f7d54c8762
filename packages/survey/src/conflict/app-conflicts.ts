import { isControl, isMeasured } from '../assemble/shot.ts';
import { metres } from '../assemble/wording.ts';
import { distance2d } from '../geo/plane.ts';
import type { Projection } from '../geo/projection.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';
import { findCode } from '../read/points/description.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** What the crew's tablet and the collector say differently. Nothing to say for a run without the field app. */
export function findAppConflicts(
  { shots, app_shots }: RunFacts,
  finals: ReadonlyMap<string, FinalCoordinate>,
  projection: Projection,
  settings: SurveySettings,
): Conflict[] {
  if (!app_shots) return [];
  const present = app_shots.filter((app) => !app.is_deleted);
  const by_id = new Map(present.map((app) => [app.id, app]));
  const matched = new Set(shots.map((shot) => shot.extended_data_shot));
  const measured = shots.filter((shot) => isMeasured(shot) && !shot.is_dropped && shot.origin !== 'BASE');
  const structure_codes = settings.codes.filter((code) => code.structure !== null).map((code) => code.code);
  const found: Conflict[] = [];
  for (const shot of measured) {
    const app = shot.extended_data_shot === null ? null : by_id.get(shot.extended_data_shot);
    if (!app) {
      const is_important = isControl(shot, settings.control_codes) || findCode(shot.code, structure_codes) !== null;
      found.push(
        makeConflict('RAW_ONLY', is_important ? 'W' : 'I', {
          shots: [shot],
          sentence: `${shot.name} (${shot.full_code}) was measured but is not in the field app.`,
        }),
      );
      continue;
    }
    const place = app.position ? projection.toGrid(app.position) : null;
    const distance = place ? distance2d(place, finals.get(shot.id)!) : null;
    if (distance !== null && distance > settings.tolerances.same_name_far) {
      found.push(
        makeConflict('SAME_NAME_FAR', 'W', {
          shots: [shot],
          figures: { distance },
          sentence: `${shot.name} lies ${metres(distance)} from where the tablet was when it was entered.`,
        }),
      );
    }
    if (app.code !== null && app.code !== '' && app.code.toUpperCase() !== shot.code.toUpperCase()) {
      found.push(
        makeConflict('CODE_DIFF', 'W', {
          shots: [shot],
          figures: { raw: shot.code, app: app.code },
          sentence: `${shot.name} is ${shot.code || 'without a code'} in the collector and ${app.code} in the field app.`,
        }),
      );
    }
  }
  for (const app of present) {
    if (matched.has(app.id) || settings.categories_without_shot.includes(app.category)) continue;
    found.push(
      makeConflict('APP_ONLY', 'W', {
        reason: app.id,
        figures: { app_shot: app.id, name: app.name, category: app.category },
        sentence: `${app.name} (${app.category}) is in the field app and was not measured.`,
      }),
    );
  }
  return found;
}
