import type { GeoidModelSetting } from '../survey-settings.ts';
import type { Geographic } from './projection.ts';

/** One rectangle of nodes. Row 0 is the first row of the file; `step_latitude` is negative when the file starts in the north. */
export interface GridLayer {
  readonly width: number;
  readonly height: number;
  /** Of the first node. */
  readonly longitude: number;
  readonly latitude: number;
  readonly step_longitude: number;
  readonly step_latitude: number;
  readonly values: ArrayLike<number>;
  readonly scale: number;
  readonly offset: number;
  readonly no_data: number | null;
}

export interface GeoidGrid {
  readonly name: string;
  readonly description: string;
  /** undulation: N of one vertical system · offset: what must be added to N to come to another. */
  readonly kind: 'undulation' | 'offset';
  readonly target_epsg: number | null;
  /** Finest first. */
  readonly layers: readonly GridLayer[];
}

/** A geoid as the engine uses it: a name to print and N anywhere, null outside. */
export interface Geoid {
  readonly name: string;
  readonly vertical_system: string;
  undulationAt(point: Geographic): number | null;
}

/** `offset` turns one model into another: N(CGG2013a) = N(HT2) + D. */
export function makeGeoid(vertical_system: string, undulation: GeoidGrid, offset: GeoidGrid | null = null): Geoid {
  return {
    name: offset ? `${undulation.name} + ${offset.name}` : undulation.name,
    vertical_system,
    undulationAt(point) {
      const n = sampleGrid(undulation, point);
      if (n === null || offset === null) return n;
      const d = sampleGrid(offset, point);
      return d === null ? null : n + d;
    },
  };
}

/** Bilinear between the four nodes around the point; null outside the grid or beside a node without a value. */
export function sampleGrid(grid: GeoidGrid, point: Geographic): number | null {
  for (const layer of grid.layers) {
    const value = sampleLayer(layer, point);
    if (value !== null) return value;
  }
  return null;
}

/** Rounding of a coordinate printed on the very edge of a grid. */
const EDGE = 1e-9;

function sampleLayer(layer: GridLayer, { latitude, longitude }: Geographic): number | null {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  const row = (latitude - layer.latitude) / layer.step_latitude;
  const is_global = layer.width * layer.step_longitude > 360 - layer.step_longitude / 2;
  const turned = (((longitude - layer.longitude) % 360) + 360) % 360;
  // A point a hair west of the first column turns up at 360.
  const column = (360 - turned < EDGE && !is_global ? 0 : turned) / layer.step_longitude;
  const last_column = is_global ? layer.width : layer.width - 1;
  if (row < -EDGE || row > layer.height - 1 + EDGE || column > last_column + EDGE) return null;
  const top = clamp(Math.floor(row), 0, layer.height - 2);
  const left = clamp(Math.floor(column), 0, last_column - 1);
  const down = clamp(row - top, 0, 1);
  const right = clamp(column - left, 0, 1);
  let sum = 0;
  for (const [node_row, node_column, weight] of [
    [top, left, (1 - down) * (1 - right)],
    [top, left + 1, (1 - down) * right],
    [top + 1, left, down * (1 - right)],
    [top + 1, left + 1, down * right],
  ] as const) {
    if (weight === 0) continue;
    const raw = layer.values[node_row * layer.width + (node_column % layer.width)];
    if (raw === undefined || !Number.isFinite(raw) || raw === layer.no_data) return null;
    sum += weight * (raw * layer.scale + layer.offset);
  }
  return sum;
}

export function extentOf(grid: GeoidGrid) {
  const lats = grid.layers.flatMap((l) => [l.latitude, l.latitude + l.step_latitude * (l.height - 1)]);
  const lons = grid.layers.flatMap((l) => [l.longitude, l.longitude + l.step_longitude * (l.width - 1)]);
  return { south: Math.min(...lats), north: Math.max(...lats), west: Math.min(...lons), east: Math.max(...lons) };
}

/** Which vertical system a model or file name belongs to; null when no setting knows it. The first entry that fits wins. */
export function verticalSystemOf(name: string, models: readonly GeoidModelSetting[]): string | null {
  const wanted = name.toUpperCase();
  return models.find(({ names }) => names.some((part) => wanted.includes(part.toUpperCase())))?.vertical_system ?? null;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
