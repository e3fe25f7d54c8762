import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipLine, clipRing } from './clip.ts';
import { clusterTile } from './cluster.ts';
import { isInside } from './inside.ts';
import { boxAround, toLonLat, toWorld, WORLD, type WorldBox } from './mercator.ts';
import type { MapFeature } from './point-columns.ts';
import { PointIndex } from './point-index.ts';
import { cutPieces, indexPiece, isWholePiece, type PlacedTile, tileId, tileRange, writePiece } from './tile-piece.ts';

const SHAPE = { ids: 'number', facets: ['state', 'type'] } as const;

function feature(id: number, lon: number, lat: number, more: Partial<MapFeature> = {}): MapFeature {
  return { id: String(id), lon, lat, label: `P ${id}`, facets: ['OPEN', ['Legal', 'Topo']], stamp: '', ...more };
}

function indexOf(features: readonly MapFeature[], isOrdered = true, ids: 'number' | 'uuid' = 'number'): PointIndex {
  const index = new PointIndex({ ...SHAPE, ids });
  for (const one of features) index.add(one);
  if (isOrdered) for (const _ of index.order());
  return index;
}

function idsIn(index: PointIndex, box: WorldBox, filter = {}): string[] {
  const ids: string[] = [];
  index.visit(box, index.filterOf(filter), (columns, at) => ids.push(columns.idOf(at)));
  return ids.sort();
}

const WHOLE: WorldBox = [0, 0, WORLD, WORLD];
const lon = fc.double({ min: -180, max: 180, noNaN: true });
const lat = fc.double({ min: -85, max: 85, noNaN: true });
// Most of a firm's features lie close together.
const near = fc.tuple(fc.double({ min: -66.7, max: -66.5, noNaN: true }), fc.double({ min: 45.9, max: 46, noNaN: true }));
const places = fc.array(fc.oneof(near, fc.tuple(lon, lat)), { maxLength: 60 });
const state = fc.constantFrom('OPEN', 'CLOSED');

describe('points of the map', () => {
  it('the world is a square, and places read back to a centimetre', () => {
    expect(toWorld(0, 0)).toEqual([WORLD / 2, WORLD / 2]);
    fc.assert(
      fc.property(lon, lat, (a, b) => {
        const [x, y] = toLonLat(...toWorld(a, b));
        expect(Math.abs(x - a) + Math.abs(y - b)).toBeLessThan(2e-7);
      }),
    );
  });

  it('law: at each zoom every feature is in exactly one tile, by itself or counted in one cluster, with any filter', () => {
    const zoom = fc.integer({ min: 0, max: 3 });
    fc.assert(
      fc.property(places, fc.array(state, { minLength: 60, maxLength: 60 }), zoom, fc.boolean(), (all, states, z, isOrdered) => {
        const index = indexOf(
          all.map(([x, y], id) => feature(id, x, y, { facets: [states[id]!, []] })),
          isOrdered,
        );
        const filter = { state: ['OPEN'] };
        const wanted = states.slice(0, all.length).filter((one) => one === 'OPEN').length;
        const seen: string[] = [];
        let count = 0;
        for (let x = 0; x < 2 ** z; x += 1)
          for (let y = 0; y < 2 ** z; y += 1)
            for (const point of clusterTile(index, [z, x, y], index.filterOf(filter))) {
              expect([point.x, point.y].every((at) => at >= 0 && at < 4096)).toBe(true);
              count += point.count;
              if ('columns' in point) seen.push(point.columns.idOf(point.at));
            }
        expect(count).toBe(wanted);
        expect(new Set(seen).size).toBe(seen.length);
        expect(index.countWith(index.filterOf(filter)).count).toBe(wanted);
      }),
      { numRuns: 60 },
    );
  });

  it('law: seen from afar no two circles of a tile lie over each other, and a joined one spans what is in it', () => {
    fc.assert(
      fc.property(fc.array(near, { minLength: 2, maxLength: 200 }), fc.integer({ min: 8, max: 12 }), (all, z) => {
        const index = indexOf(all.map(([x, y], id) => feature(id, x, y)));
        const tiles = new Set(
          all.map(([x, y]) =>
            toWorld(x, y)
              .map((at) => Math.floor(at / 2 ** (32 - z)))
              .join(),
          ),
        );
        for (const tile of tiles) {
          const [x, y] = tile.split(',').map(Number) as [number, number];
          const circles = clusterTile(index, [z, x, y], null).filter((point) => 'bounds' in point);
          for (const [at, one] of circles.entries()) {
            for (const other of circles.slice(at + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(240);
            const [west, south, east, north] = one.bounds;
            expect(idsIn(index, boxAround([west - 1e-6, south - 1e-6, east + 1e-6, north + 1e-6])).length).toBeGreaterThanOrEqual(
              one.count,
            );
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('law: a box finds what lies in it, ordered or loose, and so does what was removed and added since', () => {
    fc.assert(
      fc.property(places, places, near, fc.double({ min: 0.0001, max: 90, noNaN: true }), (first, later, [west, south], size) => {
        const all = first.map(([x, y], id) => feature(id, x, y));
        const index = indexOf(all);
        const gone = all.filter((_, id) => id % 3 === 0).map(({ id }) => id);
        index.remove({ ids: gone });
        const added = later.map(([x, y], id) => feature(id + 1000, x, y));
        for (const one of added) index.add(one);
        const left = [...all.filter(({ id }) => !gone.includes(id)), ...added];
        const box = boxAround([west, south, Math.min(180, west + size), Math.min(85, south + size)]);
        const inside = ({ lon: a, lat: b }: MapFeature) => {
          const [x, y] = toWorld(a, b).map(Math.floor) as [number, number];
          return x >= box[0] && x < box[2] && y >= box[1] && y < box[3];
        };
        const expected = left
          .filter(inside)
          .map(({ id }) => id)
          .sort();
        expect(idsIn(index, box)).toEqual(expected);
        const version = index.version;
        for (const _ of index.order());
        expect(idsIn(index, box)).toEqual(expected);
        // The same features have the same version, however they came to be there.
        expect([index.version, indexOf(left, false).version]).toEqual([version, version]);
      }),
      { numRuns: 100 },
    );
  });

  it('many features are added up by blocks to the same clusters as one by one', () => {
    const all = Array.from({ length: 5000 }, (_, id) => feature(id, -66.6 + Math.sin(id) / 20, 45.9 + Math.cos(id * 1.3) / 20));
    const index = indexOf(all);
    // A filter that all pass has them counted one by one.
    const filter = index.filterOf({ state: ['OPEN'] });
    const ids = all.filter((_, id) => id % 100 < 3).map(({ id }) => id);
    for (const tile of [
      [0, 0, 0],
      [10, 322, 364],
      [11, 645, 729],
    ] as const) {
      const said = (codes: typeof filter) =>
        clusterTile(index, tile, codes)
          .sort((a, b) => a.x - b.x || a.y - b.y)
          .map((point) => ('bounds' in point ? point : point.columns.idOf(point.at)));
      expect(said(null).length).toBeGreaterThan(0);
      expect(said(null)).toEqual(said(filter));
      index.remove({ ids });
      expect(said(null)).toEqual(said(filter));
    }
  });

  it('a version changes with what is drawn, and comes back with it', () => {
    const index = indexOf([feature(1, 10, 20), feature(2, 11, 21)]);
    const { version } = index;
    const changed = (more: Partial<MapFeature>) => {
      index.remove({ ids: ['1'] });
      index.add(feature(1, 10, 20, more));
      return index.version !== version;
    };
    const changes: Partial<MapFeature>[] = [{ lon: 10.000001 }, { label: 'Q' }, { facets: ['CLOSED', []] }, { stamp: 'x' }];
    expect(changes.map(changed)).toEqual([true, true, true, true]);
    expect(changed({})).toBe(false);
  });

  it('a feature with several values is found by each; values are counted', () => {
    const index = indexOf([
      feature(1, 10, 20),
      feature(2, 10, 21, { facets: ['CLOSED', ['Topo']] }),
      feature(3, 10, 22, { facets: ['', []] }),
    ]);
    expect(idsIn(index, WHOLE, { type: ['Legal'] })).toEqual(['1']);
    expect(idsIn(index, WHOLE, { type: ['Topo'], state: ['CLOSED', 'OPEN'] })).toEqual(['1', '2']);
    expect(idsIn(index, WHOLE, { type: ['Nothing'] })).toEqual([]);
    expect(index.summary().facets[1]).toEqual({
      facet: 'type',
      values: [
        { value: 'Legal', count: 1 },
        { value: 'Topo', count: 2 },
      ],
    });
    expect(index.isWanted({ type: ['Topo'] }, ['', ['Legal', 'Topo']])).toBe(true);
    expect(index.isWanted({ state: ['OPEN'] }, ['CLOSED', []])).toBe(false);
  });

  it('UUIDs read back, and points of a group go together', () => {
    const uuid = '0b1c2d3e-4f50-4617-8829-3a4b5c6d7e8f';
    const index = indexOf(
      [feature(0, 1, 1, { id: uuid }), feature(0, 1, 1, { id: '7.P1', label: 'P1' }), feature(0, 1, 1, { id: '8.Été', label: 'Été' })],
      true,
      'uuid',
    );
    expect(idsIn(index, WHOLE)).toEqual([uuid, '7.P1', '8.Été'].sort());
    index.remove({ ids: [], groups: [7] });
    expect(idsIn(index, WHOLE)).toEqual([uuid, '8.Été'].sort());
    index.remove({ ids: ['8.Été', uuid] });
    expect(index.count).toBe(0);
  });
});

describe('lines and outlines at the edge of a tile', () => {
  const box: WorldBox = [0, 0, 10, 10];

  it('an outline around the tile fills it; one beside it is gone', () => {
    const ring = (a: number, b: number): [number, number][] => [
      [a, a],
      [b, a],
      [b, b],
      [a, b],
    ];
    expect(new Set(clipRing(ring(-5, 20), box).map(String))).toEqual(new Set(['0,0', '10,0', '10,10', '0,10']));
    expect(clipRing(ring(11, 20), box)).toEqual([]);
  });

  it('a line that leaves and comes back has two parts', () => {
    const line: [number, number][] = [
      [-5, 5],
      [5, 5],
      [5, 20],
      [8, 20],
      [8, 5],
    ];
    expect(clipLine(line, box)).toEqual([
      [
        [0, 5],
        [5, 5],
        [5, 10],
      ],
      [
        [8, 10],
        [8, 5],
      ],
    ]);
  });

  it('law: no part leaves the box, and what is inside stays', () => {
    const place = fc.tuple(fc.integer({ min: -30, max: 40 }), fc.integer({ min: -30, max: 40 }));
    fc.assert(
      fc.property(fc.array(place, { minLength: 3, maxLength: 12 }), (line) => {
        const inBox = ([x, y]: readonly number[]) => x! >= -1e-9 && x! <= 10 + 1e-9 && y! >= -1e-9 && y! <= 10 + 1e-9;
        const parts = clipLine(line, box);
        expect([...parts.flat(), ...clipRing(line, box)].every(inBox)).toBe(true);
        const isThere = ([x, y]: readonly number[]) => parts.flat().some(([a, b]) => Math.abs(a - x!) + Math.abs(b - y!) < 1e-6);
        expect(line.filter(inBox).every(isThere)).toBe(true);
      }),
    );
  });

  it('a place is inside a ring, or not', () => {
    const ring: [number, number][] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [5, 2],
      [0, 10],
    ];
    expect([isInside(ring, 1, 1), isInside(ring, 5, 5), isInside(ring, 9, 8), isInside(ring, 11, 1)]).toEqual([true, false, true, false]);
  });
});

describe('pieces of a base map', () => {
  it('the curve passes every tile of a zoom once, from neighbour to neighbour', () => {
    expect([tileId(0, 0, 0), tileId(1, 0, 0), tileId(1, 0, 1), tileId(1, 1, 1), tileId(1, 1, 0), tileId(2, 0, 0)]).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    const side = 2 ** 5;
    const places = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)] as const);
    const sorted = places.map(([x, y]) => ({ x, y, id: tileId(5, x, y) })).sort((a, b) => a.id - b.id);
    expect(sorted.map(({ id }) => id)).toEqual(places.map((_, at) => 341 + at));
    for (const [at, { x, y }] of sorted.entries()) {
      const before = sorted[at - 1];
      if (before) expect(Math.abs(before.x - x) + Math.abs(before.y - y)).toBe(1);
    }
  });

  it('hold every tile, are as long as was said before, and what is cut short is not whole', () => {
    expect(tileRange([-180, -85, 180, 85], 2)).toEqual({ x0: 0, y0: 0, x1: 3, y1: 3 });
    const tile = fc.record({ zoom: fc.constantFrom(3, 4), x: fc.nat(7), y: fc.nat(7), at: fc.nat(20) });
    fc.assert(
      fc.property(fc.uniqueArray(tile, { selector: ({ zoom, x, y }) => `${zoom}/${x}/${y}`, minLength: 1, maxLength: 60 }), (made) => {
        const tiles: PlacedTile[] = made
          .map(({ zoom, x, y, at }) => ({ zoom, x, y, id: tileId(zoom, x, y), offset: at * 100, length: 10 + at }))
          .sort((a, b) => a.id - b.id);
        const bytesOf = (offset: number) => new Uint8Array(10 + offset / 100).fill(offset / 100);
        const found = new Map<string, Uint8Array>();
        for (const piece of cutPieces(tiles, 300)) {
          const own = tiles.filter(({ id }) => id >= piece.from && id <= piece.to);
          const bytes = writePiece(piece.zoom, own, (at) => bytesOf(own[at]!.offset));
          expect(isWholePiece(bytes, piece)).toBe(true);
          expect(isWholePiece(bytes.subarray(0, -1), piece)).toBe(false);
          for (const [place, one] of indexPiece(bytes)) found.set(`${piece.zoom}/${place}`, one);
        }
        expect(found.size).toBe(tiles.length);
        for (const { zoom, x, y, offset } of tiles) expect(found.get(`${zoom}/${x}/${y}`)).toEqual(bytesOf(offset));
      }),
      { numRuns: 50 },
    );
  });
});
