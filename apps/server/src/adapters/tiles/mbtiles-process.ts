import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { Compression, TileType } from 'pmtiles';
import { createArchiveWriter } from './archive-writer.ts';
import type { MbtilesAnswer, MbtilesQuestion } from './mbtiles-converter.ts';
import { TileRefusal } from './tile-archive.ts';

const MAX_TILE_BYTES = 8 * 1024 * 1024;
const MAX_TILES = 5_000_000;
const MAX_ZOOM = 24;

function typeOf(bytes: Buffer): TileType {
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return TileType.Png;
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return TileType.Jpeg;
  if (bytes.subarray(8, 12).toString('latin1') === 'WEBP') return TileType.Webp;
  if (bytes.subarray(4, 12).toString('latin1') === 'ftypavif') return TileType.Avif;
  return TileType.Mvt;
}
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

const lonOf = (x: number, z: number) => (x / 2 ** z) * 360 - 180;
const latOf = (y: number, z: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;

/** What the file says it covers; where it does not say so, what its nearest tiles cover. */
function boundsOf(text: string | undefined, [left, top, right, bottom]: readonly number[], z: number): [number, number, number, number] {
  const said = (text ?? '').split(',').map(Number);
  const [west, south, east, north] = said;
  const isBox = said.length === 4 && said.every(Number.isFinite) && west! < east! && south! < north!;
  if (isBox && west! >= -180 && east! <= 180 && south! >= -90 && north! <= 90) return said as [number, number, number, number];
  return [lonOf(left!, z), latOf(bottom! + 1, z), lonOf(right! + 1, z), latOf(top!, z)];
}

function layersOf(json: string | undefined): unknown[] {
  try {
    const { vector_layers } = JSON.parse(json ?? '{}') as { vector_layers?: unknown };
    return Array.isArray(vector_layers) ? vector_layers.slice(0, 200) : [];
  } catch {
    return [];
  }
}

type TileRow = { z: number; x: number; y: number; data: Uint8Array | null };

async function convert({ from, to }: MbtilesQuestion): Promise<MbtilesAnswer> {
  const database = new DatabaseSync(from, { readOnly: true, allowExtension: false });
  database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0');
  const tables = database.prepare(`select name from sqlite_schema where type in ('table', 'view') and name in ('tiles', 'metadata')`).all();
  if (!tables.some(({ name }) => name === 'tiles'))
    throw new TileRefusal('This is a database, but not one of map tiles: it has no table named tiles.');
  const pairs = tables.length > 1 ? database.prepare('select name, value from metadata limit 1000').all() : [];
  const said = new Map(pairs.map(({ name, value }) => [String(name), String(value)]));
  const writer = await createArchiveWriter(to);
  const rows = database.prepare(
    `select zoom_level z, tile_column x, tile_row y, case when length(tile_data) between 1 and ${MAX_TILE_BYTES} then cast(tile_data as blob) end data from tiles`,
  );
  let [type, nearest, box]: [TileType | null, number, number[]] = [null, -1, []];
  for (const row of rows.iterate() as Iterable<TileRow>) {
    const { z, x, y: fromSouth } = row;
    const isPlace =
      [z, x, fromSouth].every(Number.isInteger) && z >= 0 && z <= MAX_ZOOM && x >= 0 && x < 2 ** z && fromSouth >= 0 && fromSouth < 2 ** z;
    if (!isPlace) throw new TileRefusal(`This MBTiles file has a tile at a place that is none: zoom ${z}, column ${x}, row ${fromSouth}.`);
    if (row.data === null) throw new TileRefusal(`A tile of this MBTiles file is empty or larger than ${MAX_TILE_BYTES / 1024 / 1024} MB.`);
    if (writer.count() >= MAX_TILES)
      throw new TileRefusal(`This MBTiles file holds more than ${MAX_TILES / 1e6} million tiles. Cut out the part you need.`);
    const bytes = Buffer.from(row.data);
    type ??= typeOf(bytes);
    // Rows are counted from the south here, and from the north everywhere else.
    const y = 2 ** z - 1 - fromSouth;
    if (z > nearest) [nearest, box] = [z, [x, y, x, y]];
    else if (z === nearest) box = [Math.min(box[0]!, x), Math.min(box[1]!, y), Math.max(box[2]!, x), Math.max(box[3]!, y)];
    await writer.add(z, x, y, type === TileType.Mvt && !isGzip(bytes) ? gzipSync(bytes) : bytes);
  }
  if (type === null) throw new TileRefusal('There is no tile in this MBTiles file.');
  await writer.finish({
    tile_type: type,
    tile_compression: type === TileType.Mvt ? Compression.Gzip : Compression.None,
    bounds: boundsOf(said.get('bounds'), box, nearest),
    metadata: { attribution: said.get('attribution') ?? '', vector_layers: layersOf(said.get('json')) },
  });
  return { kind: 'made' };
}

process.on('message', async (question: MbtilesQuestion) => {
  const told = await convert(question).catch((error: unknown): MbtilesAnswer => {
    if (error instanceof TileRefusal) return { kind: 'refused', sentence: error.message };
    return { kind: 'refused', sentence: 'This MBTiles file is damaged or cut short.' };
  });
  process.send?.(told);
});
// The server that asked is gone.
process.on('disconnect', () => process.exit());
