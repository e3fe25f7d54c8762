import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeProjection } from '@dmse/survey/geo/projection';
import { VectorTile } from '@mapbox/vector-tile';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import { DEEPEST, groundTile } from './base/ground-tiles.ts';
import { gridLines, gridStep } from './grid-lines.ts';
import { groundLine, sayBearing, sayDistance } from './ground-line.ts';
import { boundsOf, boundsOfLayers } from './map-bounds.ts';
import type { MapLayer } from './map-layer.ts';
import { asData, baseStyle, featureStyle, MAP_ID } from './map-style.ts';
import { measureFeatures, positionFeatures, selectionFeatures } from './over-features.ts';
import { CEILING, GRID, withOwn } from './own-style.ts';
import { tileStyle } from './tile-style.ts';

const NB = makeProjection({
  name: 'NAD83(CSRS) / New Brunswick Stereographic',
  epsg: 2953,
  proj: '+proj=sterea +lat_0=46.5 +lon_0=-66.5 +k=0.999912 +x_0=2500000 +y_0=7500000 +ellps=GRS80 +units=m +no_defs',
});
const FREDERICTON = [-66.643, 45.964] as const;

describe('the grid', () => {
  it.each([
    [0.01, 2],
    [0.1, 20],
    [0.36, 100],
    [3, 500],
    [30, 5000],
  ])('at %d metres to the pixel has lines every %d metres', (scale, step) => {
    expect(gridStep(scale)).toBe(step);
  });

  it('is left out where it would say nothing', () => {
    expect(gridStep(100)).toBeNull();
    expect(gridStep(0)).toBeNull();
    expect(gridStep(Number.NaN)).toBeNull();
  });

  it('draws lines on whole eastings and northings, with their figures', () => {
    const lines = gridLines([-66.65, 45.96, -66.64, 45.965], 100, NB);
    const labels = lines.map(({ properties }) => properties?.label ?? '');
    expect(labels.every((label) => /^[EN] \d/.test(label) && label.endsWith('00'))).toBe(true);
    expect(labels.some((label) => label.startsWith('E'))).toBe(true);
    expect(labels.some((label) => label.startsWith('N'))).toBe(true);
    for (const { geometry, id } of lines) {
      if (geometry?.type !== 'LineString') throw new Error('A grid line is a line.');
      for (const [longitude, latitude] of geometry.coordinates) {
        const place = NB.toGrid({ longitude, latitude });
        const along = String(id).startsWith('E') ? place?.easting : place?.northing;
        expect(along).toBeCloseTo(Number(String(id).slice(1)), 3);
      }
    }
  });
});

describe('a line on the ground', () => {
  it('is measured on the grid where there is one, and much the same on the sphere', () => {
    const to = [-66.642, 45.964] as const;
    const grid = groundLine(FREDERICTON, to, NB);
    const sphere = groundLine(FREDERICTON, to, null);
    expect(grid.distance).toBeCloseTo(77.5, 0);
    expect(Math.abs(grid.distance - sphere.distance)).toBeLessThan(0.5);
    expect(Math.abs((grid.bearing ?? 0) - 90)).toBeLessThan(0.5);
    expect(sphere.bearing).toBeCloseTo(90, 1);
  });

  it('has no bearing between equal places', () => {
    expect(groundLine(FREDERICTON, FREDERICTON, NB)).toEqual({ distance: 0, bearing: null });
    expect(groundLine(FREDERICTON, FREDERICTON, null).bearing).toBeNull();
  });

  it('is said as exactly as it can be walked', () => {
    expect([0.844, 12.44, 860.4, 12_345].map(sayDistance)).toEqual(['0.84 m', '12.4 m', '860 m', '12.3 km']);
    expect([0, 72.4, 359.6, 225].map(sayBearing)).toEqual(['000° N', '072° E', '000° N', '225° SW']);
  });
});

describe('bounds', () => {
  it('hold everything that is drawn, pictures too, and are null around nothing', () => {
    const layers: MapLayer[] = [
      { id: 'a', kind: 'features', features: [{ type: 'Feature', id: 1, geometry: { type: 'Point', coordinates: [-66, 46] } }] },
      { id: 'b', kind: 'features', features: [{ type: 'Feature', id: 2, geometry: null }] },
      {
        id: 'c',
        kind: 'image',
        url: '',
        corners: [
          [-67, 47],
          [-65, 47],
          [-65, 45],
          [-67, 45],
        ],
      },
    ];
    expect(boundsOfLayers(layers)).toEqual([-67, 45, -65, 47]);
    expect(boundsOfLayers([])).toBeNull();
    expect(boundsOf([[Number.NaN, 1]])).toBeNull();
  });
});

describe('what the pane itself draws', () => {
  it('marks the selected feature once more on top', () => {
    const layers: MapLayer[] = [
      { id: 'a', kind: 'features', features: [{ type: 'Feature', id: 'x', geometry: { type: 'Point', coordinates: [-66, 46] } }] },
    ];
    expect(selectionFeatures(layers, 'x')[0]?.geometry).toEqual({ type: 'Point', coordinates: [-66, 46] });
    expect(selectionFeatures(layers, 'y')).toEqual([]);
  });

  it('shows how well the position is known as a circle of that size', () => {
    const [area] = positionFeatures({ longitude: -66, latitude: 46, altitude: null, accuracy: 5, heading: null, at: 0 });
    if (area?.geometry?.type !== 'Polygon') throw new Error('The accuracy is an area.');
    for (const place of area.geometry.coordinates[0]!) expect(groundLine([-66, 46], place, NB).distance).toBeCloseTo(5, 1);
  });

  it('draws the measured line from the second place on', () => {
    expect(measureFeatures([[-66, 46]])).toHaveLength(1);
    expect(
      measureFeatures([
        [-66, 46],
        [-66, 47],
      ]).map(({ geometry }) => geometry?.type),
    ).toEqual(['LineString', 'Point', 'Point']);
  });
});

describe('the shipped style', () => {
  it('needs no network: no address stands in it', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const style = baseStyle(scheme);
      expect(JSON.stringify(style)).not.toMatch(/https?:|mapbox:|"glyphs"|"sprite"/);
      // Printed with the map.
      expect(style.sources.land).toMatchObject({ attribution: expect.stringContaining('GSHHG') });
      expect(style.layers.every((layer) => layer.type === 'background' || Object.keys(style.sources).includes(layer.source))).toBe(true);
    }
  });

  it.each(['light', 'dark'] as const)(
    'is whole and right with all that a screen lays over it, %s: the map itself does not look',
    (scheme) => {
      const own: MapLayer[] = [
        { id: 'job', kind: 'tiles', url: '/{z}/{x}/{y}', symbol: 'dot', tone: 'success', tones: { CLOSED: 'muted' }, line_zoom: 12 },
        { id: 'shots', kind: 'features', features: [{ type: 'Feature', id: 1, geometry: { type: 'Point', coordinates: [-66, 46] } }] },
        {
          id: 'plan',
          kind: 'image',
          url: '/plan.png',
          corners: [
            [-66, 46],
            [-65, 46],
            [-65, 45],
            [-66, 45],
          ],
        },
      ];
      const style = withOwn(baseStyle(scheme), own, scheme);
      expect(validateStyleMin(style as never)).toEqual([]);
      expect(validateStyleMin({ ...style, layers: [{ id: 'wrong', type: 'fill', source: 'nowhere' }] } as never)).not.toEqual([]);
      const ids = style.layers.map(({ id }) => id);
      const order = ['sea', 'towns', GRID, 'job/area', 'shots/point', CEILING].map((id) => ids.indexOf(id));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(order).not.toContain(-1);
      expect(ids.some((id) => id.startsWith('plan'))).toBe(false);
    },
  );

  const fileOf = (zoom: number) => new Uint8Array(readFileSync(join(import.meta.dirname, `base/ground/${zoom}.bin`))).buffer;

  /** The tile over a place, and where in it the place lies. */
  const tileOver = (zoom: number, [longitude, latitude]: readonly [number, number]) => {
    const side = 2 ** zoom;
    const sine = Math.sin((latitude * Math.PI) / 180);
    const [x, y] = [((longitude + 180) / 360) * side, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side];
    const tile = new VectorTile(new PbfReader(groundTile(fileOf(zoom), zoom, Math.floor(x), Math.floor(y))!));
    return { layers: tile.layers, x: x % 1, y: y % 1 };
  };

  it.each([3, 5, 6, DEEPEST])('knows where land is, at zoom %d', (zoom) => {
    const isIn = (kind: string, place: readonly [number, number]) => {
      const { layers, x, y } = tileOver(zoom, place);
      const layer = layers[kind];
      if (!layer) return false;
      const at = { x: x * layer.extent, y: y * layer.extent };
      const rings = layer.feature(0).loadGeometry();
      return rings.reduce((isInside, ring) => {
        expect(ring[0]).toEqual(ring.at(-1));
        return ring.reduce((isOdd, one, place) => {
          const two = ring.at(place - 1)!;
          return one.y > at.y !== two.y > at.y && at.x < ((two.x - one.x) * (at.y - one.y)) / (two.y - one.y) + one.x ? !isOdd : isOdd;
        }, isInside);
      }, false);
    };
    for (const dry of [FREDERICTON, [-63.62, 44.66], [-63.13, 46.26], [-73.6, 45.52]] as const)
      expect(isIn('land', dry), `${dry}`).toBe(true);
    for (const wet of [
      [-65.5, 45.0],
      [-63.5, 46.1],
      [-62, 48],
      [-60, 43],
    ] as const)
      expect(isIn('land', wet), `${wet}`).toBe(false);
    if (zoom >= 5) expect(isIn('lake', [-66.02, 45.98])).toBe(true);
    expect(isIn('far', [-100, 50])).toBe(true);
    // Nothing coarse lies below what is drawn finely.
    if (zoom >= 6) expect(isIn('far', FREDERICTON) || isIn('sea', FREDERICTON)).toBe(false);
  });

  it('names the larger towns from afar and all of them from near', () => {
    const namesAt = (zoom: number) => {
      const { town } = tileOver(zoom, FREDERICTON).layers;
      return Array.from({ length: town!.length }, (_, at) => String(town!.feature(at).properties.label));
    };
    expect(namesAt(5)).toEqual(expect.arrayContaining(['Fredericton', 'Miramichi']));
    expect(namesAt(5)).not.toContain('Oromocto');
    expect(namesAt(DEEPEST)).toEqual(expect.arrayContaining(['Fredericton', 'Oromocto']));
  });

  it('has no tile where nothing is drawn', () => {
    expect(groundTile(fileOf(DEEPEST), DEEPEST, 0, 0)).toBeNull();
    expect(groundTile(fileOf(0), 0, 0, 0)?.length).toBeGreaterThan(1000);
  });

  it('carries a feature’s own id through the map, and leaves out what has no shape', () => {
    const data = asData([
      { type: 'Feature', id: 'uuid', geometry: { type: 'Point', coordinates: [-66, 46] } },
      { type: 'Feature', id: 2, geometry: null },
    ]) as { features: { properties: Record<string, unknown> }[] };
    expect(data.features.map(({ properties }) => properties[MAP_ID])).toEqual(['uuid']);
    expect(featureStyle({ id: 'a', kind: 'features', features: [] }, 'light').every(({ id }) => id.startsWith('a/'))).toBe(true);
  });
});

describe('parcels', () => {
  it('are named in their middle, without a symbol once their outlines are drawn', () => {
    const style = tileStyle(
      { id: 'p', kind: 'tiles', url: '', symbol: 'square', tone: 'muted', line_zoom: 15, is_named_inside: true },
      'light',
    );
    const named = style.find(({ id }) => id === 'p/name');
    expect(named).toMatchObject({ layout: expect.not.objectContaining({ 'text-offset': expect.anything() }) });
    expect(style.find(({ id }) => id === 'p/point')).toMatchObject({ maxzoom: 15 });
  });
});
