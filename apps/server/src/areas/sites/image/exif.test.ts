import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { EXIF_LOOK_BYTES, readExif } from './exif.ts';

const EXIF = {
  IFD0: { Make: 'Acme', Model: 'T1' },
  IFD2: { DateTimeOriginal: '2026:03:04 10:30:00', OffsetTimeOriginal: '-04:00' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '45/1 30/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '66/1 0/1 0/1',
    GPSAltitude: '5/2',
  },
};
const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'grey' } })
  .jpeg()
  .withExif(EXIF)
  .toBuffer();

it('EXIF: the camera, the instant with its offset, and the place with its signs', () => {
  const facts = { taken_at: '2026-03-04T10:30:00-04:00', lat: -45.5, lon: 66, altitude: 2.5, direction: null, camera: 'Acme T1' };
  expect(readExif(photo)).toEqual(facts);
});

it('EXIF: changed bytes are read or passed over, and never fail', () => {
  const change = fc.tuple(fc.nat(photo.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const bytes = Buffer.from(photo);
      for (const [at, value] of changes) bytes[at] = value;
      for (const number of Object.values(readExif(bytes) ?? {})) expect(number).not.toBeNaN();
    }),
    { seed: 11, numRuns: 3000 },
  );
});

it('EXIF: entries that each claim the whole picture cost nothing', () => {
  const bytes = Buffer.alloc(EXIF_LOOK_BYTES);
  bytes.write('Exif\0\0II*\0\x08\0\0\0', 'latin1');
  bytes.writeUInt16LE(500, 14);
  for (let i = 0; i < 500; i += 1) {
    bytes.writeUInt16LE(0xa000 + i, 16 + i * 12);
    bytes.writeUInt16LE(1, 18 + i * 12);
    bytes.writeUInt32LE(0xffffffff, 20 + i * 12);
  }
  const before = process.cpuUsage();
  expect(readExif(bytes)).toBeNull();
  expect(process.cpuUsage(before).user).toBeLessThan(100_000);
});
