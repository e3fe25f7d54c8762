import { crc32, deflateSync } from 'node:zlib';
import type { Random } from './random.ts';

const [WIDTH, HEIGHT] = [480, 360];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A round lid in the asphalt, as a crew would photograph it: nobody's face, nobody's house. */
export function makePicture(random: Random): Buffer {
  const [cx, cy, radius] = [random.int(180, 300), random.int(140, 220), random.int(70, 120)];
  const [ground, lid] = [random.int(70, 120), random.int(40, 65)];
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const away = Math.hypot(x - cx, (y - cy) * 1.3);
      const isRib = Math.abs(x - cx) % 22 < 4 || Math.abs(y - cy) % 22 < 4;
      const shade = away > radius ? ground + random.int(-9, 9) : away > radius - 6 ? lid - 18 : lid + (isRib ? 22 : 0);
      rows.fill(Math.max(0, Math.min(255, shade)), y * (1 + WIDTH * 3) + 1 + x * 3, y * (1 + WIDTH * 3) + 4 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

export const PICTURE_SIZE = { width: WIDTH, height: HEIGHT };
