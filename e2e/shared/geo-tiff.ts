export type Grid = {
  /** Of the first node, north-west, in degrees. */
  longitude: number;
  latitude: number;
  step: number;
  width: number;
  height: number;
  value: (row: number, column: number) => number;
};

const [SHORT, LONG, DOUBLE] = [3, 4, 12];
const BYTES: Record<number, number> = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 };

/** A geoid grid as a GeoTIFF: one strip of floats on nodes of latitude and longitude, the fewest tags a reader can do with. */
export function writeGeoTiff({ longitude, latitude, step, width, height, value }: Grid): Buffer {
  const samples = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at++) samples.writeFloatLE(value(Math.floor(at / width), at % width), at * 4);
  const keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4617];
  const tags: [number, number, number[]][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [32]],
    [259, SHORT, [1]],
    [262, SHORT, [1]],
    [273, LONG, [8]],
    [277, SHORT, [1]],
    [278, LONG, [height]],
    [279, LONG, [samples.length]],
    [339, SHORT, [3]],
    [33550, DOUBLE, [step, step, 0]],
    [33922, DOUBLE, [0, 0, 0, longitude, latitude, 0]],
    [34735, SHORT, keys],
  ];
  const directory = 8 + samples.length;
  const head = Buffer.alloc(8);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(directory, 4);
  const entries = Buffer.alloc(2 + tags.length * 12 + 4);
  entries.writeUInt16LE(tags.length, 0);
  const further: Buffer[] = [];
  let end = directory + entries.length;
  for (const [at, [tag, type, values]] of tags.entries()) {
    const field = Buffer.alloc(Math.max(4, values.length * BYTES[type]!));
    for (const [index, one] of values.entries()) {
      if (type === DOUBLE) field.writeDoubleLE(one, index * 8);
      else if (type === LONG) field.writeUInt32LE(one, index * 4);
      else field.writeUInt16LE(one, index * 2);
    }
    const entry = 2 + at * 12;
    entries.writeUInt16LE(tag, entry);
    entries.writeUInt16LE(type, entry + 2);
    entries.writeUInt32LE(values.length, entry + 4);
    // What does not fit into four bytes stands after the directory.
    if (field.length === 4) field.copy(entries, entry + 8);
    else {
      entries.writeUInt32LE(end, entry + 8);
      further.push(field);
      end += field.length;
    }
  }
  return Buffer.concat([head, samples, entries, ...further]);
}
