type Position = readonly [lon: number, lat: number, height?: number];
export type Corners = readonly [Position, Position, Position, Position];

/** A picture that covers more than this many degrees is no plan of a site. */
const WIDEST = 3;

/** Why these four corners hold no picture; null when they do. They go round: top left, top right, bottom right, bottom left. */
export function whyNotCorners(corners: Corners): string | null {
  const [west, south, east, north] = boundsOf(corners);
  if (east - west > WIDEST || north - south > WIDEST) return 'The corners lie further apart than a picture of a site can reach.';
  const turns = corners.map((corner, i) => turnAt(corner, corners[(i + 1) % 4]!, corners[(i + 2) % 4]!));
  if (turns.some((turn) => turn === 0)) return 'Three of the corners lie on one line.';
  if (!turns.every((turn) => turn < 0) && !turns.every((turn) => turn > 0))
    return 'The corners cross over. Give them in turn: top left, top right, bottom right, bottom left.';
  return null;
}

export function boundsOf(corners: Corners): [west: number, south: number, east: number, north: number] {
  const [lons, lats] = [corners.map(([lon]) => lon), corners.map(([, lat]) => lat)];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** Left or right, at the middle of three corners. */
function turnAt(a: Position, b: Position, c: Position): number {
  return Math.sign((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]));
}
