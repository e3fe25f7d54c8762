import type { Shot } from '../assemble/shot.ts';
import type { FileNote } from '../convert/convert-files.ts';
import { KNOWN_CRS } from '../geo/known-crs.ts';
import { distance2d } from '../geo/plane.ts';
import { makeProjection, type Projection } from '../geo/projection.ts';
import { isLocalized } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** Whether the files speak of the same grid and the same units. */
export function findFrameConflicts(facts: RunFacts, projection: Projection, settings: SurveySettings): Conflict[] {
  return [...facts.file_notes.map(sayNote), ...findUnits(facts, settings), ...findOtherGrid(facts, projection, settings)];
}

function sayNote({ what, reason, figures, sentence }: FileNote): Conflict {
  const id = what === 'unit' || what === 'scale' ? 'CONVERTED' : 'SAME_FILE';
  return makeConflict(id, 'I', { reason: reason === undefined ? what : `${what} ${reason}`, figures, sentence });
}

function findUnits({ raw, shots, plan }: RunFacts, { tolerances }: SurveySettings): Conflict[] {
  if (!raw) return [];
  const found: Conflict[] = [];
  if (raw.unit === null && raw.records.length > 0) {
    found.push(
      makeConflict('FRAME', 'B', {
        reason: 'unit',
        figures: { unit: null },
        sentence: 'The raw file does not say its unit: metres were assumed.',
        remedies: ['give_raw'],
      }),
    );
  }
  const on_ground = raw.setups.filter((setup) => setup.gps_scale !== null && Math.abs(setup.gps_scale - 1) > tolerances.scale_factor);
  const [scaled] = on_ground;
  if (scaled && shots.length > 0 && !plan?.recompute) {
    found.push(
      makeConflict('FRAME', 'B', {
        reason: 'scale',
        figures: { gps_scale: scaled.gps_scale },
        sentence: `The collector worked with a GPS scale of ${scaled.gps_scale} that does not explain its coordinates: the job is on the ground, not on the grid.`,
        remedies: ['recompute'],
      }),
    );
  }
  return found;
}

/** Far more than any localization of one mark hides, far less than two grids lie apart. */
const OTHER_GRID = 1;

/**
 * A shot that is not localized carries both its latitude and longitude and the collector's own grid coordinate. Where these
 * do not belong together in the office grid, the collector worked on another one.
 */
function findOtherGrid({ shots, raw, plan }: RunFacts, projection: Projection, { tolerances }: SurveySettings): Conflict[] {
  const on_grid = raw?.setups.every(({ gps_scale }) => gps_scale === null || Math.abs(gps_scale - 1) <= tolerances.scale_factor) ?? false;
  const placed = shots.filter((shot) => shot.gnss && shot.collected && !isLocalized(shot) && !shot.is_dropped);
  if (!on_grid || plan?.recompute) return [];
  if (placed.length === 0) return findOtherName({ shots, raw }, projection);
  const away = placed.filter((shot) => !isOnGrid(shot, projection));
  if (away.length * 2 <= placed.length) return [];
  const stated = raw?.setups.find((setup) => setup.projection !== null)?.projection ?? null;
  const other = KNOWN_CRS.find((crs) => away.every((shot) => isOnGrid(shot, makeProjection(crs))));
  const named = other ? `on ${other.name}` : stated ? `on "${stated}"` : 'on another grid';
  return [
    makeConflict('PROJECTION', 'B', {
      shots: away,
      figures: { stated, found: other?.name ?? null, office: projection.crs.name, shots: away.length },
      sentence: `The collector worked ${named}, the office on ${projection.crs.name}: ${away.length} ${away.length === 1 ? 'shot has to be' : 'shots have to be'} computed again from latitude and longitude.`,
    }),
  ];
}

/** Localized coordinates do not tell their grid: there the name that the collector printed counts, where it can be compared. */
function findOtherName({ shots, raw }: Pick<RunFacts, 'shots' | 'raw'>, { crs }: Projection): Conflict[] {
  const measured = shots.filter((shot) => shot.gnss && !shot.is_dropped);
  const stated = raw?.setups.map((setup) => setup.projection).find((name) => name !== null && isOtherGrid(name, crs.name)) ?? null;
  if (measured.length === 0 || stated === null) return [];
  return [
    makeConflict('PROJECTION', 'B', {
      shots: measured,
      figures: { stated, found: null, office: crs.name, shots: measured.length },
      sentence: `The collector says that it worked on "${stated}", the office works on ${crs.name}: compute the shots again from latitude and longitude.`,
    }),
  ];
}

function isOtherGrid(stated: string, office: string): boolean {
  const [one, other] = [gridOf(stated), gridOf(office)];
  return one !== null && other !== null && one !== other;
}

/** "utm 19", "mtm 5", "new brunswick": what names of one grid have in common; null where a name says nothing of the kind. */
function gridOf(name: string): string | null {
  const province = /new brunswick|prince edward/i.exec(name)?.[0];
  const family = /\b[um]tm/i.exec(name)?.[0];
  const zone = (/zone\D*(\d{1,2})/i.exec(name) ?? /[um]tm\D*(\d{1,2})(?!\d)/i.exec(name))?.[1];
  if (!family) return province?.toLowerCase() ?? null;
  return zone ? `${family.toLowerCase()} ${Number(zone)}` : null;
}

function isOnGrid({ gnss, collected }: Shot, projection: Projection): boolean {
  const grid = gnss ? projection.toGrid(gnss) : null;
  return grid !== null && collected !== null && distance2d(grid, collected) <= OTHER_GRID;
}
