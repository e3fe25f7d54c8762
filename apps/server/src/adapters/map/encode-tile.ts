import { PbfWriter } from 'pbf';

export const TILE_EXTENT = 4096;
type Value = string | number | boolean;
type Place = readonly number[];

/** Positions in units of the tile. Rings are closed by themselves. */
export type TileFeature = { properties: Readonly<Record<string, Value>> } & (
  | { kind: 'point'; x: number; y: number }
  | { kind: 'line'; parts: readonly (readonly Place[])[] }
  | { kind: 'outline'; parts: readonly (readonly Place[])[] }
);

const KINDS = { point: 1, line: 2, outline: 3 } as const;
const [MOVE, LINE, CLOSE] = [1, 2, 7];

/** A Mapbox vector tile, version 2.1 of its specification. Layers without a feature are left out. */
export function encodeTile(layers: Readonly<Record<string, readonly TileFeature[]>>): Buffer {
  const writer = new PbfWriter();
  for (const [name, features] of Object.entries(layers)) if (features.length > 0) writer.writeMessage(3, writeLayer, { name, features });
  return Buffer.from(writer.finish());
}

function writeLayer({ name, features }: { name: string; features: readonly TileFeature[] }, writer: PbfWriter): void {
  const keys = new Map<string, number>();
  const values = new Map<Value, number>();
  const place = <K>(places: Map<K, number>, key: K) => {
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, places.size);
    return places.size - 1;
  };
  writer.writeVarintField(15, 2);
  writer.writeStringField(1, name);
  for (const feature of features) {
    const tags = Object.entries(feature.properties).flatMap(([key, value]) => [place(keys, key), place(values, value)]);
    writer.writeMessage(2, writeFeature, { feature, tags });
  }
  for (const key of keys.keys()) writer.writeStringField(3, key);
  for (const value of values.keys()) writer.writeMessage(4, writeValue, value);
  writer.writeVarintField(5, TILE_EXTENT);
}

function writeFeature({ feature, tags }: { feature: TileFeature; tags: number[] }, writer: PbfWriter): void {
  writer.writePackedVarint(2, tags);
  writer.writeVarintField(3, KINDS[feature.kind]);
  writer.writePackedVarint(4, commandsOf(feature));
}

function writeValue(value: Value, writer: PbfWriter): void {
  if (typeof value === 'string') writer.writeStringField(1, value);
  else if (typeof value === 'boolean') writer.writeBooleanField(7, value);
  else if (Number.isSafeInteger(value) && value >= 0) writer.writeVarintField(5, value);
  else writer.writeDoubleField(3, value);
}

function zigzag(step: number): number {
  return step < 0 ? -step * 2 - 1 : step * 2;
}

function commandsOf(feature: TileFeature): number[] {
  if (feature.kind === 'point') return [MOVE + 8, zigzag(feature.x), zigzag(feature.y)];
  const commands: number[] = [];
  let [atX, atY] = [0, 0];
  for (const part of feature.parts) {
    for (const [place, [x, y]] of part.entries()) {
      if (place === 0) commands.push(MOVE + 8);
      else if (place === 1) commands.push(LINE + 8 * (part.length - 1));
      commands.push(zigzag(x! - atX), zigzag(y! - atY));
      [atX, atY] = [x!, y!];
    }
    if (feature.kind === 'outline') commands.push(CLOSE + 8);
  }
  return commands;
}
