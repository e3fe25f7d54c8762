/**
 * Map layers as people bring them: drawings, tracks, sheets from another office. Every reader makes the same of them, features in the
 * coordinates of the file, and is bounded: it stops with a sentence when a file asks for more than a tablet can carry.
 */

export type LayerPosition = readonly [x: number, y: number] | readonly [x: number, y: number, z: number];

export type LayerGeometry =
  | { readonly type: 'Point'; readonly coordinates: LayerPosition }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly LayerPosition[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly LayerPosition[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly LayerPosition[])[])[] };

export type LayerValue = string | number | boolean | null;
export type LayerFeature = { readonly geometry: LayerGeometry; readonly properties: Readonly<Record<string, LayerValue>> };

/** What a file says about where its coordinates live; null when it does not say. */
export type LayerFrame =
  | { readonly kind: 'lonlat' }
  | { readonly kind: 'wkt'; readonly wkt: string }
  | { readonly kind: 'epsg'; readonly epsg: number }
  | null;

export type ReadLayer = { readonly features: readonly LayerFeature[]; readonly frame: LayerFrame; readonly problems: readonly string[] };

/** The file cannot become a layer, in a sentence for the person who chose it. */
export class LayerRefusal extends Error {}

export const MOST_VERTICES = 500_000;
const MOST_FEATURES = 200_000;
const LONGEST_TEXT = 2000;
const MOST_PROPERTIES = 100;

/** Counts what a reader takes, and remembers what it had to leave out. */
export class LayerDesk {
  readonly features: LayerFeature[] = [];
  readonly #left_out = new Map<string, number>();
  #vertices = 0;

  /** To be told before positions are made, so that a bomb is noticed before it goes off. */
  count(vertices: number): void {
    this.#vertices += vertices;
    if (this.#vertices > MOST_VERTICES)
      throw new LayerRefusal(
        `This layer has more than ${MOST_VERTICES.toLocaleString('en-CA')} vertices. Simplify it, or cut out the part you need.`,
      );
  }

  add(geometry: LayerGeometry, properties: Readonly<Record<string, unknown>>): void {
    if (this.features.length >= MOST_FEATURES)
      throw new LayerRefusal(`This layer has more than ${MOST_FEATURES.toLocaleString('en-CA')} features. Cut out the part you need.`);
    this.features.push({ geometry, properties: plainProperties(properties) });
  }

  /** Something of this kind was not taken over; told once, with how often. */
  leaveOut(what: string): void {
    this.#left_out.set(what, (this.#left_out.get(what) ?? 0) + 1);
  }

  finish(frame: LayerFrame): ReadLayer {
    const problems = [...this.#left_out].map(([what, times]) => (times === 1 ? `${what}.` : `${what} (${times} times).`));
    return { features: this.features, frame, problems };
  }
}

/** Plain values only: a layer is to look at, and what is deeper than that is said as text. */
function plainProperties(properties: Readonly<Record<string, unknown>>): Record<string, LayerValue> {
  const plain: [string, LayerValue][] = [];
  for (const [name, value] of Object.entries(properties).slice(0, MOST_PROPERTIES)) {
    if (value === undefined || name === '__proto__') continue;
    plain.push([name.slice(0, 100), plainValue(value)]);
  }
  return Object.fromEntries(plain);
}

function plainValue(value: unknown): LayerValue {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replaceAll('\0', '').slice(0, LONGEST_TEXT);
}

/** Closes a ring that was left open; null when it has no area to speak of. */
export function closeRing(ring: readonly LayerPosition[]): readonly LayerPosition[] | null {
  const [first] = ring;
  const last = ring.at(-1);
  if (!first || !last) return null;
  const closed = first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first];
  return closed.length >= 4 ? closed : null;
}
