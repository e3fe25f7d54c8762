import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOf, type Geometry, middleOf, whyNotPlace } from './geometry.ts';
import { readPlaceHeader, readPlaceRow } from './place-file.ts';
import { sayPlace } from './place-text.ts';

const point: Geometry = { type: 'Point', coordinates: [-66.64, 45.96] };
const area: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-66.8, 45.9],
      [-66.6, 45.9],
      [-66.6, 46.1],
      [-66.8, 45.9],
    ],
  ],
};

describe('geometry', () => {
  it('every corner lies in the box, and the middle too', () => {
    const corner = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }));
    fc.assert(
      fc.property(fc.array(corner, { minLength: 4, maxLength: 30 }), (ring) => {
        const geometry: Geometry = { type: 'Polygon', coordinates: [ring] };
        const { min_lon, min_lat, max_lon, max_lat } = boxOf(geometry);
        const inside = ([lon, lat]: readonly [number, number]) => lon >= min_lon && lon <= max_lon && lat >= min_lat && lat <= max_lat;
        const { lon, lat } = middleOf(geometry);
        return ring.every(inside) && inside([lon, lat]);
      }),
      { seed: 20260304 },
    );
  });

  it('a ring ends where it began and has three corners', () => {
    expect(whyNotPlace(point)).toBeNull();
    expect(whyNotPlace(area)).toBeNull();
    expect(whyNotPlace({ type: 'Polygon', coordinates: [[...area.coordinates[0]!.slice(0, 3)]] })).toBe('A polygon ends where it began.');
    const flat = [-66, 45] as const;
    expect(whyNotPlace({ type: 'Polygon', coordinates: [[flat, [-65, 45], flat, flat]] })).toBe('A polygon needs at least three corners.');
  });

  it('a place in words: address, parcel, description, position', () => {
    expect(sayPlace({ address: '7 Main St', pid: '75', geometry: point })).toBe('7 Main St');
    expect(sayPlace({ address: '', pid: '75', geometry: point })).toBe('PID 75');
    expect(sayPlace({ legal_description: 'Lot 7' })).toBe('Lot 7');
    expect(sayPlace({ geometry: point })).toBe('45.96000, -66.64000');
    expect(sayPlace({ geometry: area })).toBe('an area at 46.00000, -66.70000');
    expect(sayPlace({ geometry: null })).toBeNull();
  });
});

describe('a file of addresses or parcels', () => {
  const columns = (...titles: string[]) => titles.map((title, at) => ({ title, at }));
  const nowhere = () => null;

  it('columns are known by their names, in either language and however they are written', () => {
    expect(readPlaceHeader(columns('PID', 'LAT', 'Long'))).toEqual({ value: { label: [0], x: 2, y: 1, is_grid: false } });
    expect(readPlaceHeader(columns('Adresse', 'Est', 'Nord'))).toEqual({ value: { label: [0], x: 1, y: 2, is_grid: true } });
    expect(readPlaceHeader(columns('CIVIC_NUM', 'Street Name', 'Community', 'x', 'y'))).toEqual({
      value: { label: [0, 1, 2], x: 3, y: 4, is_grid: false },
    });
    expect(readPlaceHeader(columns('x', 'y'))).toHaveProperty('problem');
    expect(readPlaceHeader(columns('pid', 'x'))).toHaveProperty('problem');
  });

  it('rows that are no place are told, whatever stands in them', () => {
    const at = { label: [0], x: 1, y: 2, is_grid: false };
    expect(readPlaceRow(['7  Main', '-66,5', '45.25'], at, nowhere)).toEqual({ value: { label: '7 Main', lon: -66.5, lat: 45.25 } });
    for (const cells of [['', '1', '2'], ['a', '', '2'], ['a', '1e5', '2'], ['a', '181', '2'], ['a', '1', '91'], ['a']])
      expect(readPlaceRow(cells, at, nowhere), cells.join()).toHaveProperty('problem');
    expect(readPlaceRow(['a', '2500000', '7500000'], { ...at, is_grid: true }, () => ({ lon: -66.5, lat: 46.5 }))).toHaveProperty('value');
    expect(readPlaceRow(['a', '2500000', '7500000'], { ...at, is_grid: true }, nowhere)).toHaveProperty('problem');
  });
});
