/** A GeoTIFF small enough to read with the eye, for tests: one band, one strip, uncompressed, the tags PROJ's grids carry. */

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
}

const NO_DATA = 9999000;

export function writeTestGrid(grid: TestGrid): Uint8Array {
  const { width, height, step, pixel_is = 'point', description = 'geoid_undulation', integer_mm = true } = grid;
  const half = pixel_is === 'area' ? 0.5 : 0;
  const sample_bytes = integer_mm ? 4 : 8;
  const data = new DataView(new ArrayBuffer(width * height * sample_bytes));
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const value = grid.value(grid.latitude - row * step, grid.longitude + column * step);
      const at = (row * width + column) * sample_bytes;
      if (integer_mm) data.setInt32(at, value === null ? NO_DATA : Math.round(value * 1000), true);
      else data.setFloat64(at, value ?? NO_DATA, true);
    }
  }
  const scale = integer_mm ? '0.001' : '1';
  const about = `<GDALMetadata><Item name="TYPE">VERTICAL_OFFSET_GEOGRAPHIC_TO_VERTICAL</Item><Item name="target_crs_epsg_code">5713</Item><Item name="OFFSET" sample="0" role="offset">0</Item><Item name="SCALE" sample="0" role="scale">${scale}</Item><Item name="UNITTYPE" sample="0" role="unittype">metre</Item><Item name="DESCRIPTION" sample="0" role="description">${description}</Item></GDALMetadata>\0`;
  const keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, pixel_is === 'point' ? 2 : 1, 2048, 0, 1, 4617];
  const tie = [0, 0, 0, grid.longitude - half * step, grid.latitude + half * step, 0];
  return assemble(
    [
      [256, LONG, [width]],
      [257, LONG, [height]],
      [258, SHORT, [sample_bytes * 8]],
      [259, SHORT, [1]],
      [262, SHORT, [1]],
      [270, ASCII, [...Buffer.from('a test grid\0')]],
      [273, LONG, [8]],
      [277, SHORT, [1]],
      [278, LONG, [height]],
      [279, LONG, [data.byteLength]],
      [339, SHORT, [integer_mm ? 2 : 3]],
      [33550, DOUBLE, [step, step, 0]],
      [33922, DOUBLE, tie],
      [34735, SHORT, keys],
      [42112, ASCII, [...Buffer.from(about)]],
      [42113, ASCII, [...Buffer.from(`${NO_DATA}\0`)]],
    ],
    new Uint8Array(data.buffer),
  );
}

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;
const BYTES: Record<number, number> = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 };

/** Header, image data, directory, then the values too long for the directory. */
function assemble(tags: readonly (readonly [number, number, readonly number[]])[], image: Uint8Array): Uint8Array {
  const directory_at = 8 + image.length;
  let free = directory_at + 2 + tags.length * 12 + 4;
  const total = tags.reduce((sum, [, type, values]) => sum + values.length * BYTES[type]! + 8, free);
  const view = new DataView(new ArrayBuffer(total));
  view.setUint16(0, 0x4949, false);
  view.setUint16(2, 42, true);
  view.setUint32(4, directory_at, true);
  new Uint8Array(view.buffer).set(image, 8);
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
