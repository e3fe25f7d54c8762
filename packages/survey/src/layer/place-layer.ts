import type { CrsSetting } from '../survey-settings.ts';
import { type LayerFeature, type LayerGeometry, type LayerPosition, LayerRefusal, type ReadLayer } from './layer.ts';
import { crsOf, type LayerCrs } from './layer-crs.ts';

export type Bounds = readonly [west: number, south: number, east: number, north: number];

export type PlaceOptions = {
  readonly office_crs: CrsSetting;
  /** What the person says the coordinates are; null when nothing was said. */
  readonly crs: string | null;
  /** Where the firm works, longitude and latitude, as far as its control points tell. */
  readonly known_area: Bounds | null;
  readonly most_bytes: number;
};

export type PlacedLayer = {
  /** A FeatureCollection in longitude and latitude. */
  readonly geojson: string;
  readonly features: number;
  readonly vertices: number;
  readonly bounds: Bounds;
  readonly crs: string;
  readonly problems: readonly string[];
};

/** Degrees a grid reaches from its home, and the firm from its control: beyond that a drawing is somewhere else. */
const FAR = 12;

/** Brings what was read to longitude and latitude, as text for a tablet. A drawing that falls absurdly outside its system is refused. */
export function placeLayer(read: ReadLayer, options: PlaceOptions): PlacedLayer {
  const crs = crsOf(read.frame, options.crs, options.office_crs);
  const writer = new LayerWriter(crs, options);
  for (const feature of read.features) writer.take(feature);
  return writer.finish(read);
}

class LayerWriter {
  readonly #crs: LayerCrs;
  readonly #options: PlaceOptions;
  readonly #texts: string[] = [];
  #size = 0;
  #vertices = 0;
  #far: LayerFeature[] = [];
  #bounds: [number, number, number, number] = [180, 90, -180, -90];

  constructor(crs: LayerCrs, options: PlaceOptions) {
    this.#crs = crs;
    this.#options = options;
  }

  take(feature: LayerFeature): void {
    const placed: LayerPosition[] = [];
    const geometry = mapGeometry(feature.geometry, (position) => {
      const at = this.#place(position);
      if (at) placed.push(at);
      return at;
    });
    if (!geometry) {
      this.#far.push(feature);
      return;
    }
    const text = JSON.stringify({ type: 'Feature', properties: feature.properties, geometry });
    this.#size += text.length + 1;
    if (this.#size > this.#options.most_bytes)
      throw new LayerRefusal(
        `This layer would weigh more than ${Math.floor(this.#options.most_bytes / 1_000_000)} MB on a tablet. Cut out the part you need.`,
      );
    this.#texts.push(text);
    this.#vertices += placed.length;
    for (const [lon, lat] of placed) this.#stretch(lon, lat);
  }

  #place([x, y, z]: LayerPosition): LayerPosition | null {
    const found = this.#crs.toLonLat(x, y);
    if (!found || !this.#isPlausible(found)) return null;
    const [lon, lat] = [round(found[0], 8), round(found[1], 8)];
    return z === undefined ? [lon, lat] : [lon, lat, round(z, 3)];
  }

  #isPlausible([lon, lat]: readonly [number, number]): boolean {
    if (Math.abs(lon) > 180 || Math.abs(lat) > 90) return false;
    const { home } = this.#crs;
    if (home === null) return true;
    if (home.latitude !== null) return Math.abs(lon - home.longitude) <= FAR && Math.abs(lat - home.latitude) <= FAR;
    const known = this.#options.known_area;
    if (!known) return Math.abs(lon - home.longitude) <= FAR;
    const [west, south, east, north] = known;
    return lon >= west - FAR && lon <= east + FAR && lat >= south - FAR && lat <= north + FAR;
  }

  #stretch(lon: number, lat: number): void {
    const [west, south, east, north] = this.#bounds;
    this.#bounds = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)];
  }

  finish(read: ReadLayer): PlacedLayer {
    if (this.#texts.length <= this.#far.length) throw new LayerRefusal(this.#sayFar(read));
    const strays = this.#far.length;
    const problems = strays > 0 ? [...read.problems, `${strays} of its features lie far outside and were left out.`] : read.problems;
    return {
      geojson: `{"type":"FeatureCollection","features":[${this.#texts.join(',')}]}`,
      features: this.#texts.length,
      vertices: this.#vertices,
      bounds: this.#bounds,
      crs: this.#crs.name,
      problems,
    };
  }

  #sayFar(read: ReadLayer): string {
    if (this.#far.length === 0) return 'There is nothing to draw in this file.';
    const [minX, minY, maxX, maxY] = extentOf(read);
    const figures = `x from ${round(minX, 1)} to ${round(maxX, 1)}, y from ${round(minY, 1)} to ${round(maxY, 1)}`;
    if (this.#crs.home === null)
      return `The coordinates are not longitude and latitude (${figures}). Say which coordinate system they are in.`;
    return `The coordinates (${figures}) do not lie on ${this.#crs.name}. Choose the system the drawing is in, or move it to real coordinates and export it again.`;
  }
}

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

function extentOf(read: ReadLayer): [number, number, number, number] {
  let [minX, minY, maxX, maxY] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { geometry } of read.features) {
    allPositions(geometry, ([x, y]) => {
      [minX, minY, maxX, maxY] = [Math.min(minX, x), Math.min(minY, y), Math.max(maxX, x), Math.max(maxY, y)];
      return true;
    });
  }
  return [minX, minY, maxX, maxY];
}

type Nested = LayerPosition | readonly Nested[];

function isPosition(value: Nested): value is LayerPosition {
  return typeof value[0] === 'number';
}

function allPositions(geometry: LayerGeometry, holds: (position: LayerPosition) => boolean): boolean {
  const look = (value: Nested): boolean => (isPosition(value) ? holds(value) : value.every(look));
  return look(geometry.coordinates);
}

/** Null when one of its positions has no place. */
function mapGeometry(geometry: LayerGeometry, place: (position: LayerPosition) => LayerPosition | null): LayerGeometry | null {
  let isWhole = true;
  const move = (value: Nested): Nested => {
    if (!isPosition(value)) return value.map(move);
    const at = isWhole ? place(value) : null;
    if (!at) isWhole = false;
    return at ?? value;
  };
  const coordinates = move(geometry.coordinates);
  return isWhole ? ({ type: geometry.type, coordinates } as LayerGeometry) : null;
}
