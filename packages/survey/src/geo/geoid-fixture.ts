import { deflateSync } from 'node:zlib';

/** A GeoTIFF small enough to read with the eye, for tests: one band and the tags PROJ's grids carry. */

export interface TestGrid {
  /** Of the first node, north-west. */
  readonly longitude: number;
  readonly latitude: number;
  readonly step: number;
  readonly width: number;
  readonly height: number;
  readonly value: (latitude: number, longitude: number) => number | null;
  readonly pixel_is?: 'point' | 'area';
  readonly description?: string;
  /** Integers of a thousandth, as the published grids; else 64-bit floats. */
  readonly integer_mm?: boolean;
  /** Deflated tiles whose rows hold differences, as the published grids; else one plain strip. Of integers only. */
  readonly is_tiled?: boolean;
}

const NO_DATA = 9999000;

export function writeTestGrid(grid: TestGrid): Uint8Array {
  const { width, height, step, pixel_is = 'point', description = 'geoid_undulation', integer_mm = true, is_tiled = false } = grid;
  const half = pixel_is === 'area' ? 0.5 : 0;
  const { parts, tags } = is_tiled ? packTiles(grid) : packStrip(grid);
  const scale = integer_mm ? '0.001' : '1';
  const about = `<GDALMetadata><Item name="TYPE">VERTICAL_OFFSET_GEOGRAPHIC_TO_VERTICAL</Item><Item name="target_crs_epsg_code">5713</Item><Item name="OFFSET" sample="0" role="offset">0</Item><Item name="SCALE" sample="0" role="scale">${scale}</Item><Item name="UNITTYPE" sample="0" role="unittype">metre</Item><Item name="DESCRIPTION" sample="0" role="description">${description}</Item></GDALMetadata>\0`;
  const keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, pixel_is === 'point' ? 2 : 1, 2048, 0, 1, 4617];
  const tie = [0, 0, 0, grid.longitude - half * step, grid.latitude + half * step, 0];
  const all: Tag[] = [
    ...tags,
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [integer_mm ? 32 : 64]],
    [262, SHORT, [1]],
    [270, ASCII, [...Buffer.from('a test grid\0')]],
    [277, SHORT, [1]],
    [339, SHORT, [integer_mm ? 2 : 3]],
    [33550, DOUBLE, [step, step, 0]],
    [33922, DOUBLE, tie],
    [34735, SHORT, keys],
    [42112, ASCII, [...Buffer.from(about)]],
    [42113, ASCII, [...Buffer.from(`${NO_DATA}\0`)]],
  ];
  return assemble(
    all.sort(([a], [b]) => a - b),
    Buffer.concat(parts),
  );
}

type Tag = [tag: number, type: number, values: number[]];
type Packed = { readonly parts: readonly Uint8Array[]; readonly tags: readonly Tag[] };

/** Where the picture begins in the file. */
const START = 8;
const PLAIN = 1;
const DEFLATE = 8;
const TILE = 16;

function valueAt({ latitude, longitude, step, value, integer_mm = true }: TestGrid, row: number, column: number): number {
  const found = value(latitude - row * step, longitude + column * step);
  return found === null ? NO_DATA : integer_mm ? Math.round(found * 1000) : found;
}

function packStrip(grid: TestGrid): Packed {
  const { width, height, integer_mm = true } = grid;
  const values = Array.from({ length: width * height }, (_, at) => valueAt(grid, Math.floor(at / width), at % width));
  const data = new Uint8Array((integer_mm ? Int32Array.from(values) : Float64Array.from(values)).buffer);
  return {
    parts: [data],
    tags: [
      [259, SHORT, [PLAIN]],
      [273, LONG, [START]],
      [278, LONG, [height]],
      [279, LONG, [data.length]],
    ],
  };
}

/** Tiles at the edge are whole; what lies outside the grid is zero. */
function packTiles(grid: TestGrid): Packed {
  const parts: Uint8Array[] = [];
  for (let top = 0; top < grid.height; top += TILE) {
    for (let left = 0; left < grid.width; left += TILE) {
      const tile = new Int32Array(TILE * TILE);
      for (let row = 0; row < TILE; row += 1) {
        let before = 0;
        for (let column = 0; column < TILE; column += 1) {
          const isInside = top + row < grid.height && left + column < grid.width;
          const value = isInside ? valueAt(grid, top + row, left + column) : 0;
          tile[row * TILE + column] = value - before;
          before = value;
        }
      }
      parts.push(deflateSync(new Uint8Array(tile.buffer)));
    }
  }
  const lengths = parts.map(({ length }) => length);
  const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, START));
  return {
    parts,
    tags: [
      [259, SHORT, [DEFLATE]],
      [317, SHORT, [2]],
      [322, SHORT, [TILE]],
      [323, SHORT, [TILE]],
      [324, LONG, starts],
      [325, LONG, lengths],
    ],
  };
}

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;
const BYTES: Record<number, number> = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 };

/** Header, image data, directory, then the values too long for the directory. */
function assemble(tags: readonly Tag[], image: Uint8Array): Uint8Array {
  const directory_at = START + image.length;
  let free = directory_at + 2 + tags.length * 12 + 4;
  const total = tags.reduce((sum, [, type, values]) => sum + values.length * BYTES[type]! + 8, free);
  const view = new DataView(new ArrayBuffer(total));
  view.setUint16(0, 0x4949, false);
  view.setUint16(2, 42, true);
  view.setUint32(4, directory_at, true);
  new Uint8Array(view.buffer).set(image, START);
  view.setUint16(directory_at, tags.length, true);
  tags.forEach(([tag, type, values], index) => {
    const entry = directory_at + 2 + index * 12;
    const size = values.length * BYTES[type]!;
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, type, true);
    view.setUint32(entry + 4, values.length, true);
    let at = entry + 8;
    if (size > 4) {
      view.setUint32(at, free, true);
      at = free;
      free += size + (size % 2);
    }
    for (const value of values) {
      if (type === ASCII) view.setUint8(at, value);
      else if (type === SHORT) view.setUint16(at, value, true);
      else if (type === LONG) view.setUint32(at, value, true);
      else view.setFloat64(at, value, true);
      at += BYTES[type]!;
    }
  });
  return new Uint8Array(view.buffer);
}
