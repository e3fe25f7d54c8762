import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { countTiles, TILE_SIDE, tileLevels } from '@dmse/domain/historicals/page-tiles';
import type { Sharp } from 'sharp';

const OFFSET_BYTES = 4;

/**
 * Every tile of a page in one file: at its head where each tile begins and where the last one ends (unsigned 32-bit, little end first),
 * then the tiles in the order of `tileLevels`. The picture is read once, in strips. Line work is kept exactly, and is small that way.
 */
export async function writeTilePack(
  picture: Sharp,
  isLineWork: boolean,
  folder: string,
): Promise<{ path: string; width: number; height: number }> {
  const { width, height } = await picture
    .webp(isLineWork ? { lossless: true, effort: 0 } : { quality: 80, effort: 0 })
    .tile({ size: TILE_SIDE, overlap: 0, depth: 'onetile', layout: 'dz' })
    .toFile(join(folder, 'page.dz'));
  const path = join(folder, 'tiles');
  const levels = tileLevels(width, height);
  const offsets = Buffer.alloc((countTiles(levels) + 1) * OFFSET_BYTES);
  const pack = await open(path, 'w');
  try {
    let end = offsets.length;
    let number = 0;
    for (const [level, { columns, rows }] of levels.entries()) {
      for (let at = 0; at < columns * rows; at += 1) {
        const tile = await readFile(join(folder, 'page_files', String(level), `${at % columns}_${Math.floor(at / columns)}.webp`));
        await pack.write(tile, 0, tile.length, end);
        offsets.writeUInt32LE(end, number * OFFSET_BYTES);
        end += tile.length;
        number += 1;
      }
    }
    offsets.writeUInt32LE(end, number * OFFSET_BYTES);
    await pack.write(offsets, 0, offsets.length, 0);
  } finally {
    await pack.close();
  }
  await rm(join(folder, 'page_files'), { recursive: true });
  return { path, width, height };
}

/** Where in the pack a tile stands, read from its head. Both ends are included. */
export async function findTile(
  openRange: (range: { start: number; end: number }) => Readable,
  number: number,
): Promise<{ start: number; end: number }> {
  const start = number * OFFSET_BYTES;
  const head = await buffer(openRange({ start, end: start + 2 * OFFSET_BYTES - 1 }));
  return { start: head.readUInt32LE(0), end: head.readUInt32LE(OFFSET_BYTES) - 1 };
}
