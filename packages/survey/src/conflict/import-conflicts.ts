import type { NotImported } from '../assemble/assemble.ts';
import { nameKey, type Shot } from '../assemble/shot.ts';
import { listNames, metres } from '../assemble/wording.ts';
import { distance2d } from '../geo/plane.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** What raw file and points file say differently about which points there are and where. */
export function findImportConflicts(facts: RunFacts, settings: SurveySettings): Conflict[] {
  const measured = facts.shots.filter((shot) => shot.origin !== 'AVERAGE');
  return [
    ...measured.flatMap(findOverwritten),
    ...findEarlierImports(measured, facts),
    ...measured.flatMap((shot) => findEdited(shot, settings)),
    ...measured.flatMap(findPointsOnly),
    ...facts.raw_deleted.map(saidDeleted),
    ...facts.not_imported.map(sayNotImported),
  ];
}

function findOverwritten(shot: Shot): Conflict[] {
  if (!shot.was_overwritten) return [];
  const distances = shot.earlier.flatMap(({ easting, northing }) =>
    easting === null || northing === null ? [] : distance2d(shot, { easting, northing }),
  );
  const farthest = distances.length === 0 ? null : distances.reduce((most, distance) => Math.max(most, distance));
  const away = farthest === null ? '' : ` The earlier one lies ${metres(farthest)} away.`;
  return [
    makeConflict('DUP_PN', 'W', {
      shots: [shot],
      figures: { occurrences: shot.earlier.length + 1, distance: farthest },
      sentence: `${shot.name} was stored ${shot.earlier.length + 1} times; the last one counts.${away}`,
    }),
  ];
}

function findEarlierImports(shots: readonly Shot[], { earlier_imports }: RunFacts): Conflict[] {
  if (earlier_imports.length === 0) return [];
  const earlier = Map.groupBy(earlier_imports, (point) => nameKey(point.name));
  return shots.flatMap((shot) => {
    const [first] = earlier.get(nameKey(shot.name)) ?? [];
    if (!first) return [];
    const distance = distance2d(shot, first);
    return makeConflict('DUP_PN', 'W', {
      shots: [shot],
      reason: first.run,
      figures: { distance, run: first.run },
      sentence: `${shot.name} is also a point of ${first.run}, ${metres(distance)} away.`,
    });
  });
}

function findEdited(shot: Shot, { tolerances }: SurveySettings): Conflict[] {
  if (!shot.collected || shot.origin === 'RAW_DELETED') return [];
  const horizontal = distance2d(shot, shot.collected);
  const vertical = shot.elevation === null || shot.collected.elevation === null ? 0 : Math.abs(shot.elevation - shot.collected.elevation);
  if (horizontal <= tolerances.coordinate_edited && vertical <= tolerances.coordinate_edited) return [];
  return [
    makeConflict('COORD_EDITED', 'W', {
      shots: [shot],
      figures: { horizontal, vertical },
      sentence: `${shot.name} was changed in the points file: ${metres(horizontal)} horizontally and ${metres(vertical)} in height against the raw file.`,
    }),
  ];
}

function findPointsOnly(shot: Shot): Conflict[] {
  if (shot.renumbered_from !== null) {
    return [
      makeConflict('POINTS_ONLY', 'I', {
        shots: [shot],
        reason: 'renumbered',
        figures: { renumbered_from: shot.renumbered_from },
        sentence: `${shot.name} is not in the raw file under this number; it stands exactly where ${shot.renumbered_from} was measured and takes over its measurement.`,
      }),
    ];
  }
  if (shot.origin !== 'POINTS_ONLY') return [];
  if (shot.computed_from.length > 0) {
    const moves = shot.moves_with_run === false ? 'was decided to stay where it is' : 'moves with them';
    return [
      makeConflict('COMPUTED', 'I', {
        shots: [shot],
        sentence: `${titleOf(shot)} was computed by the collector from ${listNames(shot.computed_from)} and ${moves}.`,
      }),
    ];
  }
  const where = shot.collected ? 'is stored in the raw file as a computed or typed-in point' : 'is only in the points file';
  const moves = shot.moves_with_run ? ' It was decided that it moves with the run.' : '';
  return [
    makeConflict('POINTS_ONLY', 'I', {
      shots: [shot],
      sentence: `${titleOf(shot)} ${where}; it was not measured.${moves}`,
    }),
  ];
}

function saidDeleted(shot: Shot): Conflict {
  return makeConflict('RAW_DELETED', 'I', {
    shots: [shot],
    sentence: `${titleOf(shot)} is in the raw file and was deleted in the collector. It can be imported.`,
  });
}

function sayNotImported({ name, lines, reason, shot }: NotImported): Conflict {
  const at = lines[0] === undefined ? '' : ` (line ${lines[0]} of the raw file)`;
  return makeConflict('NOT_IMPORTED', 'W', {
    shots: shot ? [shot] : [],
    reason: `${name}:${lines[0] ?? ''}`,
    figures: { name, line: lines[0] ?? null, is_importable: shot ? 'yes' : 'no' },
    sentence: `${name}${at} is not among the shots. ${reason}${shot ? ' It can be imported by its latitude and longitude.' : ''}`,
  });
}

function titleOf({ name, description }: Shot): string {
  return description === '' ? name : `${name} (${description})`;
}
