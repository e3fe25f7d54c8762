import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { createThumbnailer } from './thumbnailer.ts';

const thumbnails = createThumbnailer();
afterAll(() => thumbnails.stop());

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#a40' } });
}

/** A picture that says it is huge and holds next to nothing. */
function boastingPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

/** The picture readers that this very process has started. */
function countProcesses(): number {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  const isMine = (pid: string) => read(pid, 'stat').split(') ').at(-1)?.split(' ')[1] === String(process.pid);
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isMine(pid) && read(pid, 'cmdline').includes('thumbnail-process'))
    .length;
}

describe('small pictures', () => {
  test.each(['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'] as const)('of a %s', async (format) => {
    const made = await thumbnails.make(await plain(1200, 600).toFormat(format).toBuffer());
    const small = await sharp(made!.picture).metadata();
    expect(made).toMatchObject({ width: 1200, height: 600 });
    expect(small).toMatchObject({ format: 'webp', width: 512, height: 256 });
  });

  test('as a JPEG for a document, on white where it can be seen through', async () => {
    const clear = sharp({ create: { width: 600, height: 600, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    const { picture } = (await thumbnails.make(await clear.webp().toBuffer(), 'jpeg'))!;
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 512 });
    expect((await sharp(picture).stats()).channels[0]!.min).toBeGreaterThan(250);
  });

  test('a small one is not made larger', async () => {
    const made = await thumbnails.make(await plain(40, 20).png().toBuffer());
    expect(await sharp(made!.picture).metadata()).toMatchObject({ width: 40, height: 20 });
  });

  test('SEC-S20 stands the way it was taken, and tells nothing of the camera', async () => {
    const taken = await plain(800, 400)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Secret Person', Orientation: '6' }, IFD3: { GPSLatitude: '45/1 57/1 0/1' } })
      .toBuffer();
    const turned = await sharp(taken).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const made = await thumbnails.make(turned);
    const { width, height, exif, orientation } = await sharp(made!.picture).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 256, height: 512, exif: undefined, orientation: undefined });
    expect(made).toMatchObject({ width: 400, height: 800 });
    expect(made!.picture.includes('Secret Person')).toBe(false);
  });

  test('SEC-S20 what cannot be read is nothing, and the next picture is none the worse', async () => {
    expect(await thumbnails.make(Buffer.from('no picture at all'))).toBeNull();
    expect(await thumbnails.make((await plain(500, 500).jpeg().toBuffer()).subarray(0, 200))).toBeNull();
    expect(await thumbnails.make(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'))).toBeNull();
    expect(await thumbnails.make(boastingPng(50_000, 50_000))).toBeNull();
    expect(await thumbnails.make(await plain(30, 30).png().toBuffer())).toMatchObject({ width: 30 });
  });

  test('SEC-S20 one that takes too long is given up, and its process ended', async () => {
    const hasty = createThumbnailer({ seconds: 0.001 });
    await expect(hasty.make(await plain(2000, 2000).png().toBuffer())).rejects.toThrow('too long');
    hasty.stop();
  });

  test('SEC-S20 a process that asks for too much memory does not get it', async () => {
    const poor = createThumbnailer({ memoryMb: 100 });
    await expect(poor.make(await plain(30, 30).png().toBuffer())).rejects.toThrow('too much memory');
    poor.stop();
  });

  test('a process of its own goes when it is no longer needed', async () => {
    const before = countProcesses();
    const brief = createThumbnailer({ idleSeconds: 0.3 });
    await brief.make(await plain(30, 30).png().toBuffer());
    expect(countProcesses()).toBe(before + 1);
    await until(() => countProcesses() === before);
    brief.stop();
  });
});
