import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A plan of one's own size as a PNG of one bit: a frame and a line every so many pixels, so that no two plans are the same. */
export function drawPlan(width: number, height: number, step: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const row = Math.ceil(width / 8);
  const pixels = Buffer.alloc((row + 1) * height, 0xff);
  for (let y = 0; y < height; y += 1) {
    pixels[y * (row + 1)] = 0;
    if (y % step < 2) pixels.fill(0, y * (row + 1) + 1, (y + 1) * (row + 1));
    else pixels[y * (row + 1) + 1] = 0;
  }
  return pngOf(head, pixels);
}

function pngOf(head: Buffer, pixels: Buffer): Buffer {
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]);
}

/** A map tile of restless red: easy to find in a screenshot, and as long as a tile of an aerial picture. */
export function drawRedTile(): Buffer {
  const side = 256;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const row = 3 * side + 1;
  const pixels = randomBytes(row * side);
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = at % row === 0 ? 0 : (at % row) % 3 === 1 ? 200 + (pixels[at]! % 40) : pixels[at]! % 40;
  return pngOf(head, pixels);
}
