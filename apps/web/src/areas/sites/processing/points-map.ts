import type { ProcessingPoints } from '@dmse/contract/sites/processing/result';
import type { SitesSettings } from '@dmse/contract/sites/settings';
import type { Lonlat, MapFeature, MapLayer, MapSymbol, MapTone } from '../../../parts/map/map-layer.ts';

/** Bits of a point's flags, as the contract lists them. */
export const POINT_FLAGS = { dropped: 1, not_final: 2, control: 4, bad_description: 8, quality: 16, matched: 32, conflict: 64 } as const;

export const hasFlag = (flags: number, flag: keyof typeof POINT_FLAGS) => (flags & POINT_FLAGS[flag]) !== 0;

/** A point that stands for itself: not left out, and not gone into an average. */
export const isStanding = ({ parents, flags }: ProcessingPoints, at: number) => parents[at] === -1 && !hasFlag(flags[at]!, 'dropped');

/** So many names are only drawn close up. */
const MANY = 2000;

type Code = SitesSettings['codes'][number];

const LOOKS: Record<Code['kind'], { symbol: MapSymbol; tone: MapTone }> = {
  control: { symbol: 'triangle', tone: 'primary' },
  legal: { symbol: 'diamond', tone: 'success' },
  utility: { symbol: 'square', tone: 'info' },
  feature: { symbol: 'dot', tone: 'secondary' },
};

export function lonlatOf({ longitudes, latitudes }: ProcessingPoints, at: number): Lonlat | null {
  const [longitude, latitude] = [longitudes[at], latitudes[at]];
  return longitude === null || longitude === undefined || latitude === null || latitude === undefined ? null : [longitude, latitude];
}

/** Points by the kind of their code, and the lines their codes draw. Made once per revision: a selection changes nothing of it. */
export function pointLayers(points: ProcessingPoints, codes: readonly Code[]): MapLayer[] {
  const kinds = new Map(codes.map(({ code, kind }) => [code.toUpperCase(), kind]));
  // A code may carry a number of its own: AE1 is the first edge of asphalt.
  const kindOf = (code: string) => kinds.get(code.toUpperCase()) ?? kinds.get(code.toUpperCase().replace(/\d+$/, ''));
  const shown: MapFeature[] = [];
  const aside: MapFeature[] = [];
  points.ids.forEach((id, at) => {
    const coordinates = lonlatOf(points, at);
    if (!coordinates) return;
    const flags = points.flags[at]!;
    const kind = hasFlag(flags, 'control') ? 'control' : kindOf(points.codes[at]!);
    const look = kind ? LOOKS[kind] : ({ symbol: 'dot', tone: 'secondary' } as const);
    const isAside = !isStanding(points, at);
    const tone = isAside ? 'muted' : look.tone;
    (isAside ? aside : shown).push({
      type: 'Feature',
      id,
      geometry: { type: 'Point', coordinates },
      properties: { label: isAside ? undefined : points.names[at], symbol: isAside ? 'ring' : look.symbol, tone },
    });
  });
  const lines = points.lines.flatMap(({ points: places, is_closed }, at): MapFeature[] => {
    const coordinates = places.map((place) => lonlatOf(points, place)).filter((place) => place !== null);
    if (is_closed && coordinates[0]) coordinates.push(coordinates[0]);
    return coordinates.length < 2 ? [] : [{ type: 'Feature', id: `line-${at}`, geometry: { type: 'LineString', coordinates } }];
  });
  return [
    { id: 'linework', kind: 'features', features: lines, tone: 'secondary', is_background: true },
    { id: 'aside', kind: 'features', features: aside, tone: 'muted' },
    { id: 'points', kind: 'features', features: shown, tone: 'secondary', label_zoom: shown.length > MANY ? 18 : 12 },
  ];
}
