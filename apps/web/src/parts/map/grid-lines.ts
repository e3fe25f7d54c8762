import type { Projection } from '@dmse/survey/geo/projection';
import type { Bounds, Lonlat, MapFeature } from './map-layer.ts';

/** Pixels between two lines, about. */
const SPACING = 140;
/** Coarser than this the grid would say nothing a surveyor reads. */
const COARSEST = 5000;
/** A grid line is all but straight on the screen; a few points follow its bend. */
const PIECES = 8;

/** The next of 1, 2, 5, 10, … metres that leaves room between the lines; null above street scale. */
export function gridStep(metresPerPixel: number): number | null {
  const wanted = metresPerPixel * SPACING;
  if (!(wanted > 0)) return null;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((times) => times * power).find((candidate) => candidate >= wanted) ?? 10 * power;
  return step > COARSEST ? null : Math.max(step, 1);
}

/** "2 485 500" beside its letter: the way figures stand on a plan. */
function sayFigure(letter: 'E' | 'N', metres: number): string {
  return `${letter} ${String(Math.round(metres)).replace(/\B(?=(\d{3})+$)/g, '\u202f')}`;
}

/** Lines of equal easting and northing across what is seen, each with its figure. */
export function gridLines(bounds: Bounds, step: number, projection: Projection): MapFeature[] {
  const [west, south, east, north] = bounds;
  const corners = [
    [west, south],
    [west, north],
    [east, south],
    [east, north],
  ].flatMap(([longitude, latitude]) => projection.toGrid({ longitude: longitude!, latitude: latitude! }) ?? []);
  if (corners.length < 4) return [];
  const e = corners.map(({ easting }) => easting);
  const n = corners.map(({ northing }) => northing);
  const box = [Math.min(...e), Math.min(...n), Math.max(...e), Math.max(...n)] as const;
  const features: MapFeature[] = [];
  const add = (letter: 'E' | 'N', at: number, from: number, to: number) => {
    const coordinates: Lonlat[] = [];
    for (let piece = 0; piece <= PIECES; piece += 1) {
      const along = from + ((to - from) * piece) / PIECES;
      const place = projection.toGeographic(letter === 'E' ? { easting: at, northing: along } : { easting: along, northing: at });
      if (place) coordinates.push([place.longitude, place.latitude]);
    }
    if (coordinates.length > 1)
      features.push({
        type: 'Feature',
        id: `${letter}${at}`,
        geometry: { type: 'LineString', coordinates },
        properties: { label: sayFigure(letter, at) },
      });
  };
  for (let at = Math.ceil(box[0] / step) * step; at <= box[2]; at += step) add('E', at, box[1], box[3]);
  for (let at = Math.ceil(box[1] / step) * step; at <= box[3]; at += step) add('N', at, box[0], box[2]);
  return features;
}
