import { compareNames, isControl, isMeasured, nameKey, type Shot } from '../assemble/shot.ts';
import { indexPoints } from '../geo/near.ts';
import { distance2d, type GridPosition } from '../geo/plane.ts';
import type { GridPoint, Projection } from '../geo/projection.ts';
import type { ControlPoint } from '../shift/control-shift.ts';
import type { SurveySettings } from '../survey-settings.ts';
import type { AppShot } from './app-shot.ts';

export interface Candidate {
  readonly id: string;
  readonly name: string;
  /** On the grid; null when one of both has no position. */
  readonly distance: number | null;
}

/** What a person is asked: this shot, these possible partners, nearest first. */
export interface MatchQuestion {
  readonly shot: string;
  readonly shot_name: string;
  readonly why: 'SAME_NAME_TWICE' | 'CONTROL_NEARBY';
  readonly candidates: readonly Candidate[];
}

export interface Matching {
  /** With `extended_data_shot` filled in where the name left no doubt. Choices made before are kept. */
  readonly shots: readonly Shot[];
  readonly questions: readonly MatchQuestion[];
}

type Codes = Pick<SurveySettings, 'control_codes' | 'tolerances'>;
type PositionOf = (shot: Shot) => GridPosition;

/** Attaches processed shots to their field-app shots: by equal name; for control codes else by nearness, and then a person picks. */
export function matchAppShots(
  shots: readonly Shot[],
  app_shots: readonly AppShot[],
  positionOf: PositionOf,
  projection: Projection,
  settings: Codes,
): Matching {
  const present = app_shots.filter((app) => !app.is_deleted);
  const by_name = Map.groupBy(present, (app) => nameKey(app.name));
  const places = new Map(present.map((app) => [app.id, app.position ? projection.toGrid(app.position) : null]));
  const taken = new Set(shots.map((shot) => shot.extended_data_shot).filter((id) => id !== null));
  const questions: MatchQuestion[] = [];
  const named = shots.map((shot) => {
    if (shot.extended_data_shot !== null || !isMeasured(shot)) return shot;
    const same = (by_name.get(nameKey(shot.name)) ?? []).filter((app) => !taken.has(app.id));
    const [only] = same;
    if (!only) return shot;
    if (same.length > 1) {
      questions.push({ shot: shot.id, shot_name: shot.name, why: 'SAME_NAME_TWICE', candidates: rank(same, places, positionOf(shot)) });
      return shot;
    }
    taken.add(only.id);
    return { ...shot, extended_data_shot: only.id };
  });
  const near = findNear(
    present.filter((app) => !taken.has(app.id)),
    places,
  );
  const asked = new Set(questions.map((question) => question.shot));
  for (const shot of named) {
    if (shot.extended_data_shot !== null || !isMeasured(shot) || asked.has(shot.id) || !isControl(shot, settings.control_codes)) continue;
    const candidates = rank(near(positionOf(shot), settings.tolerances.control_search), places, positionOf(shot));
    if (candidates.length > 0) questions.push({ shot: shot.id, shot_name: shot.name, why: 'CONTROL_NEARBY', candidates });
  }
  return { shots: named, questions: questions.sort((a, b) => compareNames(a.shot_name, b.shot_name)) };
}

/** Published controls around every shot of a control code, nearest first; destroyed ones too, since somebody just shot them. */
export function findControls(
  shots: readonly Shot[],
  controls: readonly ControlPoint[],
  positionOf: PositionOf,
  settings: Codes,
): Map<string, Candidate[]> {
  const index = indexPoints(controls);
  const found = new Map<string, Candidate[]>();
  for (const shot of shots) {
    if (!isControl(shot, settings.control_codes)) continue;
    const at = positionOf(shot);
    const near = index.within(at, settings.tolerances.control_search).map((place) => controls[place]!);
    found.set(
      shot.id,
      near
        .map((control) => ({ id: control.id, name: control.name, distance: distance2d(control, at) }))
        .sort((a, b) => a.distance - b.distance || compareNames(a.name, b.name)),
    );
  }
  return found;
}

function findNear(
  app_shots: readonly AppShot[],
  places: ReadonlyMap<string, GridPoint | null>,
): (at: GridPoint, radius: number) => AppShot[] {
  const placed = app_shots.filter((app) => places.get(app.id));
  const index = indexPoints(placed.map((app) => places.get(app.id)!));
  return (at, radius) => index.within(at, radius).map((place) => placed[place]!);
}

function rank(app_shots: readonly AppShot[], places: ReadonlyMap<string, GridPoint | null>, at: GridPoint): Candidate[] {
  return app_shots
    .map((app) => {
      const place = places.get(app.id);
      return { id: app.id, name: app.name, distance: place ? distance2d(place, at) : null };
    })
    .sort((a, b) => (a.distance ?? Number.POSITIVE_INFINITY) - (b.distance ?? Number.POSITIVE_INFINITY) || compareNames(a.name, b.name));
}
