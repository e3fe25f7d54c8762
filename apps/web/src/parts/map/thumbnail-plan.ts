import type { Lonlat } from './map-layer.ts';

export const THUMBNAIL_WIDTH = 260;
export const THUMBNAIL_HEIGHT = 150;

export type PlaceShape =
  | { type: 'Point'; coordinates: readonly number[] }
  | { type: 'Polygon'; coordinates: readonly (readonly number[])[][] };

/** Metres of a degree of latitude. Good to a few parts in a thousand, which is less than a line is wide here. */
const DEGREE = 111_200;
/** What is shown around a point, in metres. */
const AROUND = 400;
const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

function cornersOf(shape: PlaceShape): Lonlat[] {
  const list = shape.type === 'Point' ? [shape.coordinates] : (shape.coordinates[0] ?? []);
  return list.map(([lon = 0, lat = 0]) => [lon, lat] as Lonlat);
}

function middleOf(corners: readonly Lonlat[]): Lonlat {
  const mid = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [mid(corners.map(([lon]) => lon)), mid(corners.map(([, lat]) => lat))];
}

type Named = { name: string; x: number; y: number };

/** Letters of the names are about so wide and high; a name that would lie over another is left out, its circle stays. */
const LETTER = 7;
const LINE = 14;

function keepApart(near: readonly Named[]): (Named & { isNamed: boolean })[] {
  const named: Named[] = [];
  return near.map((one) => {
    const isNamed = named.every(
      ({ name, x, y }) =>
        Math.abs(one.y - y) >= LINE || one.x >= x + 14 + LETTER * name.length || x >= one.x + 14 + LETTER * one.name.length,
    );
    if (isNamed) named.push(one);
    return { ...one, isNamed };
  });
}

/** Where everything stands in the drawing, in its own units, with the place in the middle. */
export function planThumbnail(shape: PlaceShape, others: readonly { name: string; shape: PlaceShape }[]) {
  const corners = cornersOf(shape);
  const [lon0, lat0] = middleOf(corners);
  const metres = ([lon, lat]: Lonlat) => ({ x: (lon - lon0) * DEGREE * Math.cos((lat0 * Math.PI) / 180), y: (lat - lat0) * DEGREE });
  const reach = Math.max(...corners.map(metres).flatMap(({ x, y }) => [Math.abs(x), (Math.abs(y) * THUMBNAIL_WIDTH) / THUMBNAIL_HEIGHT]));
  const span = Math.max(AROUND, 2.8 * reach);
  const factor = THUMBNAIL_WIDTH / span;
  const round = (n: number) => Math.round(n * 10) / 10;
  const place = (at: Lonlat) => {
    const { x, y } = metres(at);
    return { x: round(THUMBNAIL_WIDTH / 2 + x * factor), y: round(THUMBNAIL_HEIGHT / 2 - y * factor) };
  };
  const step = STEPS.findLast((metre) => metre <= span / 4) ?? STEPS[0]!;
  const isInside = ({ x, y }: { x: number; y: number }) => x > 5 && x < THUMBNAIL_WIDTH - 60 && y > 10 && y < THUMBNAIL_HEIGHT - 25;
  return {
    path:
      shape.type === 'Polygon'
        ? `M${corners
            .map(place)
            .map(({ x, y }) => `${x} ${y}`)
            .join('L')}Z`
        : null,
    dot: shape.type === 'Point' ? place(corners[0]!) : null,
    near: keepApart(
      others
        .map(({ name, shape: other }) => ({ name, ...place(middleOf(cornersOf(other))) }))
        .filter(isInside)
        .slice(0, 5),
    ),
    scale: { width: round(step * factor), name: step < 1000 ? `${step} m` : `${step / 1000} km` },
  };
}
