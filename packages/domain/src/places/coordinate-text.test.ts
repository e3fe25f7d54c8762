import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPosition, readUtm } from './coordinate-text.ts';

const grid = (easting: number, northing: number) => ({ kind: 'grid', easting, northing, is_named: expect.any(Boolean) });

describe('a place as it is typed', () => {
  it.each([
    '2500000, 7500000',
    '2500000 7500000',
    '2500000;7500000',
    '2500000,7500000',
    '2 500 000, 7 500 000',
    '2,500,000 7,500,000',
    '2,500,000, 7,500,000',
    'E 2500000 N 7500000',
    'N 7500000, E 2500000',
    'N: 7500000, E: 2500000',
    '2500000 m E, 7500000 m N',
    '2500000E 7500000N',
    '2500000\t7500000',
  ])('%j is on the grid', (text) => expect(readPosition(text)).toEqual(grid(2500000, 7500000)));

  it('says whether letters name the order', () => {
    expect(readPosition('E 2500000 N 7500000')).toMatchObject({ is_named: true });
    expect(readPosition('2500000, 7500000')).toMatchObject({ is_named: false });
  });

  it('keeps the millimetres', () => {
    expect(readPosition('2488123.4567, 7440987.1234')).toEqual(grid(2488123.4567, 7440987.1234));
    expect(readPosition('2488123,4567; 7440987,1234')).toEqual(grid(2488123.4567, 7440987.1234));
  });

  it.each([
    ['46.1, -64.8', 46.1, -64.8],
    ['46.1 -64.8', 46.1, -64.8],
    ['46.1,-64.8', 46.1, -64.8],
    ['46.1N 64.8W', 46.1, -64.8],
    ['64.8 W, 46.1 N', 46.1, -64.8],
    ['N46.1 W64.8', 46.1, -64.8],
    ['46.1° N, 64.8° O', 46.1, -64.8],
    ['lat: 46.1, lon: -64.8', 46.1, -64.8],
    ['−64.8 W; 46.1 N', 46.1, -64.8],
    ['46,1; -64,8', 46.1, -64.8],
    ['-120.5, 50', 50, -120.5],
    ['-64.8 46.1', 46.1, -64.8],
    ['33.9 S 18.4 E', -33.9, 18.4],
    ['0, 0', 0, 0],
    ['46°06\'36"N 64°48\'00"W', 46.11, -64.8],
    ['46° 06′ 36″ N, 64° 48′ 00″ W', 46.11, -64.8],
    ['46 06 36 N, 64 48 00 W', 46.11, -64.8],
    ['46 06.6 N 64 48 W', 46.11, -64.8],
    ['46 06 36, -64 48 00', 46.11, -64.8],
    ['46 06 36 -64 48 00', 46.11, -64.8],
    ["46º06'36''N, 64º48'00''O", 46.11, -64.8],
    ['46d06m36s N 64d48m00s W', 46.11, -64.8],
    ['46 deg 06 min 36 sec N, 64 deg 48 min 0 sec W', 46.11, -64.8],
    ['46.11 degrees N, 64.8 degrees W', 46.11, -64.8],
    ['46:06:36N 64:48:00W', 46.11, -64.8],
    ['46:06.6, -64:48', 46.11, -64.8],
    ['46-06-36 N 64-48-00 W', 46.11, -64.8],
    ['N46-06-36.0, W64-48-00.0', 46.11, -64.8],
    ['460636N 0644800W', 46.11, -64.8],
    ['(46.11, -64.8)', 46.11, -64.8],
    ['[-64.8, 46.11]', 46.11, -64.8],
    ['+46.11 -64.8', 46.11, -64.8],
    ['46.11 North, 64.8 West', 46.11, -64.8],
    ['46° 6\' 36" Nord, 64° 48\' 0" Ouest', 46.11, -64.8],
    ['geo:46.11,-64.8;u=35', 46.11, -64.8],
    ['https://www.google.com/maps/@46.11,-64.8,15z', 46.11, -64.8],
    ['https://www.google.com/maps/place/Mill/@46.2,-64.9,17z?q=46.11,-64.8', 46.11, -64.8],
    [`https://www.google.com/maps/place/Mill/@46.11,-64.8,17z/data=${'!3m1'.repeat(100)}`, 46.11, -64.8],
    ['https://www.openstreetmap.org/#map=15/46.11/-64.8', 46.11, -64.8],
  ])('%j is on the earth', (text, lat, lon) => {
    const place = readPosition(text);
    expect(place).toMatchObject({ kind: 'lonlat', lat: expect.closeTo(lat, 9), lon: expect.closeTo(lon, 9) });
  });

  it.each([
    '',
    'Moncton',
    '46.1',
    '46.1, -64.8, 12',
    '2500000, 64.8',
    '95, 95',
    "46°61'N 64°W",
    '46N 64N',
    '46.5 30 N, 64 W',
    '2500000000000, 1e9',
    'NaN, NaN',
    '12 Main Street',
    `1${' '.repeat(100)}x`,
    `1${' '.repeat(5000)}x`,
    '46.1N 200W',
    'https://example.com/maps/15/46/64',
    '1987-06-12 26-0050',
    '12-34-56, 26-0050',
  ])('%j is answered with a sentence', (text) => expect(readPosition(text)).toEqual({ problem: expect.stringMatching(/\.$/) }));

  it.each([
    '19T 680000 5090000',
    '19 T 680000mE 5090000mN',
    'UTM 19N 680000 5090000',
    'UTM zone 19: 680000 E, 5090000 N',
    'utm 19 N 5090000, E 680000',
    '680000, 5090000 zone 19',
    '680 000, 5 090 000 UTM 19T',
    '680000E 5090000N 19T',
    '680000 5090000 (UTM 19)',
    '680000 E, 5090000 N, UTM Zone 19 North',
  ])('%j is in a UTM zone', (text) => expect(readUtm(text)).toEqual({ zone: 19, hemisphere: 'N', easting: 680000, northing: 5090000 }));

  it.each([
    '',
    '46N 64W',
    '46 06 36 N, 64 48 00 W',
    '2500000, 7500000',
    '680000 5090000',
    '61T 680000 5090000',
    '19T 68 50',
    '19T Main Street',
  ])('%j is in no UTM zone', (text) => expect(readUtm(text)).toBeNull());

  it('laws: what is printed reads back, and no text makes it fail', () => {
    const lat = fc.integer({ min: -899_999, max: 899_999 }).map((n) => n / 1e4);
    const lon = fc.integer({ min: -899_999, max: 899_999 }).map((n) => n / 1e4);
    const metres = fc.integer({ min: 100_000_0000, max: 9_999_999_9999 }).map((n) => n / 1e4);
    fc.assert(
      fc.property(lat, lon, metres, metres, (a, b, e, n) => {
        const isTurned = a < 0 && b > 0;
        expect(readPosition(`${a}, ${b}`)).toEqual({ kind: 'lonlat', lat: isTurned ? b : a, lon: isTurned ? a : b });
        expect(readPosition(`${e}, ${n}`)).toEqual(grid(e, n));
      }),
      { seed: 20260304 },
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,;-NSEWO°\'" ') }), (text) => {
        expect(Object.keys(readPosition(text)).length).toBeGreaterThan(0);
        expect(readUtm(`19T ${text}`)?.easting ?? 100_000).toBeGreaterThanOrEqual(100_000);
      }),
      { seed: 20260304, numRuns: 1000 },
    );
  });
});
