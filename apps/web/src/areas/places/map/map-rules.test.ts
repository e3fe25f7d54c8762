import { MAP_LAYER_NAMES, MAP_LAYERS } from '@dmse/domain/places/map-layers';
import { makeProjection } from '@dmse/survey/geo/projection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../../app/routes/search-string.ts';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { measurePath, sayArea, sayExactArea } from '../../../parts/map/measure-values.ts';
import { tileStyle } from '../../../parts/map/tile-style.ts';
import { geometryOf, readPlaces, writePlaces } from '../location/place-words.ts';
import { LAYER_LOOKS, legendKeys, lookOf, tileLayersOf } from '../map-layers/map-look.ts';
import { barLength, type MapSheet, mapPdf } from '../map-print/map-pdf.ts';
import { readMapAddress, writeMapAddress } from './map-address.ts';

const NB = makeProjection({
  name: 'NB',
  epsg: null,
  proj: '+proj=sterea +lat_0=46.5 +lon_0=-66.5 +k=0.999912 +x_0=2500000 +y_0=7500000 +ellps=GRS80 +units=m +no_defs',
});

describe('the address of the map', () => {
  const place = fc.tuple(fc.integer({ min: -1_800_000, max: 1_800_000 }), fc.integer({ min: -900_000, max: 900_000 }));
  const lonlat = place.map(([longitude, latitude]): Lonlat => [longitude / 1e4, latitude / 1e4]);

  it('says everything that is seen, and is read as it was written', () => {
    const address = fc.record({
      view: fc.record({ center: lonlat, zoom: fc.integer({ min: 0, max: 2400 }).map((zoom) => zoom / 100) }),
      layers: fc.subarray(['job', 'control', 'historical', 'parcel'] as const),
      filters: fc.record({
        job: fc.record({ state: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 3 }) }),
        control: fc.record({ hpn: fc.constant(['HPN']) }),
      }),
      pick: fc.option(fc.record({ layer: fc.constantFrom('job', 'shot'), id: fc.uuid() })),
      mark: fc.option(lonlat),
      base: fc.option(fc.nat(1000)),
      area: fc.array(lonlat, { minLength: 3, maxLength: 8 }),
      corners: fc.option(fc.array(lonlat, { maxLength: 5 })),
      measured: fc.option(fc.record({ path: fc.array(lonlat, { maxLength: 5 }), isArea: fc.boolean() })),
      tab: fc.option(fc.constantFrom('layers', 'list')),
      drawn: fc.array(fc.nat(1000).map(String), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(address, (seen) => {
        const text = stringifySearch(writeMapAddress(seen as never));
        expect(readMapAddress(parseSearch(text))).toEqual(seen);
      }),
    );
  });

  it('leaves out what is no place, no layer and no filter of the layer', () => {
    const read = readMapAddress({
      at: '30_95_0',
      layer: ['job', 'nothing'],
      'pipe.manager': 'x',
      pick: 'nothing_1',
      mark: '1',
      area: ['1_2', '3_4'],
      drawn: 'x',
      measure: 'volume',
      path: '-66_46',
      tab: 'nothing',
    });
    const nothing = {
      view: null,
      filters: {},
      pick: null,
      mark: null,
      base: null,
      area: [],
      corners: null,
      measured: null,
      tab: null,
      drawn: [],
    };
    expect(read).toEqual({ ...nothing, layers: ['job'] });
    expect(readMapAddress({ layer: 'none' }).layers).toEqual([]);
  });

  it('names a point or an area for a new job', () => {
    expect(geometryOf(readPlaces('-66.5_46.5'))).toEqual({ type: 'Point', coordinates: [-66.5, 46.5] });
    const corners = writePlaces([
      [-66, 46],
      [-66, 47],
      [-65, 47],
    ]);
    expect(geometryOf(readPlaces(corners))?.coordinates).toHaveLength(1);
    expect(geometryOf(readPlaces(['-66_46', '-66_47']))).toBeNull();
    expect(readPlaces('-66_91')).toEqual([]);
  });
});

describe('measuring', () => {
  it('tells the grid from the ground: by the scale factor, and the bearing by the convergence', () => {
    const corner = (easting: number, northing: number): Lonlat => {
      const at = NB.toGeographic({ easting, northing })!;
      return [at.longitude, at.latitude];
    };
    const { grid, ground } = measurePath([corner(2_500_000, 7_500_000), corner(2_500_000, 7_501_000), corner(2_501_000, 7_501_000)], NB);
    expect(grid!.distance).toBeCloseTo(2000, 3);
    expect(grid!.area).toBeCloseTo(500_000, 1);
    expect(grid!.bearing).toBeCloseTo(90, 6);
    expect(ground.distance).toBeCloseTo(2000 / 0.999912, 2);
    expect(ground.area).toBeCloseTo(500_000 / 0.999912 ** 2, 0);
    // Fifty kilometres east of the central meridian the grid's north leans east of the meridian's.
    const far = measurePath([corner(2_550_000, 7_500_000), corner(2_550_000, 7_501_000)], NB);
    expect(far.ground.bearing! - far.grid!.bearing!).toBeCloseTo(0.47, 1);
    expect(measurePath([[-66, 46]], null).grid).toBeNull();
    expect([sayArea(12.345), sayArea(860), sayArea(42_000), sayArea(2e7)]).toEqual(['12.35 m²', '860 m²', '4.20 ha', '20.0 km²']);
    expect([sayExactArea(860.42), sayExactArea(42_000.5), sayExactArea(2.5e6)]).toEqual(['860.42 m²', '42000.5 m²', '250.0000 ha']);
  });
});

describe('the look of the layers', () => {
  it('asks for tiles of the version and filter, the outlines under the symbols', () => {
    const layers = tileLayersOf(
      [
        { layer: 'job', version: '7' },
        { layer: 'parcel', version: '1' },
      ],
      { job: { state: ['IN PROGRESS'] } },
    );
    expect(layers.map(({ id }) => id)).toEqual(['parcel', 'job']);
    expect(layers[1]!.url).toMatch(/^https?:.*\/api\/map\/tile\/job\/\{z\}\/\{x\}\/\{y\}\/\?state=IN\+PROGRESS&version=7$/);
    for (const layer of layers) for (const { id } of tileStyle(layer, 'dark')) expect(id.startsWith(`${layer.id}/`)).toBe(true);
  });

  it('tells HPN and destroyed control points apart, and states as their chips', () => {
    expect(legendKeys('control').map(({ symbol, tone }) => `${symbol}/${tone}`)).toEqual([
      'triangle/primary',
      'diamond/primary',
      'triangle/muted',
    ]);
    expect(lookOf('control', null, ['hpn'])).toEqual({ symbol: 'diamond', tone: 'primary' });
    expect(lookOf('control', null, ['hpn', 'destroyed'])).toEqual({ symbol: 'diamond', tone: 'muted' });
    expect(lookOf('job', 'CLOSED', [])).toEqual({ symbol: 'dot', tone: 'muted' });
    expect(LAYER_LOOKS.job.tones).toEqual({ 'IN PROGRESS': 'success', CLOSED: 'muted', CANCELLED: 'error' });
  });
});

describe('the sheet', () => {
  it('is a PDF whose table of contents points at its objects, with the words and the picture in it', () => {
    const jpeg = Uint8Array.of(0xff, 0xd8, 1, 2, 3, 0xff, 0xd9);
    const bytes = mapPdf({
      title: 'Levé (1)',
      subtitle: 'Firm',
      jpeg,
      width: 800,
      height: 600,
      metresPerPixel: 1,
      legend: [{ label: 'Jobs', symbol: 'dot', colour: '#2E7D4F' }],
      marks: [[10, 10]],
      attribution: ['Grid: NB'],
    });
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    const starts = [...text.matchAll(/^(\d{10}) 00000 n /gm)].map(([, start]) => Number(start));
    expect(starts).toHaveLength(8);
    for (const [at, start] of starts.entries()) expect(text.slice(start, start + 7)).toBe(`${at + 1} 0 obj`);
    expect(Number(/startxref\n(\d+)/.exec(text)?.[1])).toBe(text.indexOf('xref\n0 9'));
    expect(text).toContain('(Lev\\351 \\0501\\051) Tj');
    expect(text).toContain(String.fromCharCode(...jpeg));
    const legend = MAP_LAYER_NAMES.flatMap((name): MapSheet['legend'][number][] => [
      { label: MAP_LAYERS[name].label, symbol: LAYER_LOOKS[name].symbol, colour: '#000000' },
      ...legendKeys(name).map(({ label, symbol }) => ({ label, symbol, colour: '#000000', isUnder: true })),
    ]);
    const sheet = { title: '', subtitle: '', jpeg, width: 800, height: 600, metresPerPixel: 1, marks: [], attribution: [] };
    // The last of the legend, with everything switched on.
    expect(String.fromCharCode(...mapPdf({ ...sheet, legend }))).toContain('(Parcels) Tj');
    expect([barLength(1, 110), barLength(0.3, 100), barLength(45, 100)]).toEqual([100, 20, 2000]);
  });
});
