import { sayAccuracy, sayAge } from '@dmse/domain/sites/position-age';
import { blankItem, captureItem } from '@dmse/sync/rules/new-item';
import type { Fields } from '@dmse/sync/wire';
import { describe, expect, it } from 'vitest';
import type { Fix } from '../../../parts/map/own-position.ts';
import { pathOf, pipeLayer, pointLayer } from '../../map/map-records.ts';
import { fitWithin, stampLines } from '../photo/photo-stamp.ts';
import { pipeFields } from '../pipe/pipe-drawing.ts';
import { readPipe, readPoint } from './field-record.ts';
import { ageOf, isStaleFix, toneOfFix } from './fix-text.ts';
import { pressKey, readPad } from './number-pad.tsx';
import { changesOf, rebase, withCode } from './point-changes.ts';
import { EMPTY_CONNECTION, EMPTY_POINT, fieldsOf, nextConnection, valuesOf, withoutEmpty } from './point-values.ts';
import { type FieldCode, findCodes, offerCodes } from './recent-codes.ts';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const FIX: Fix = { longitude: -66.6, latitude: 45.9, altitude: null, accuracy: 3, heading: null, at: NOW };

function point(id: string, fields: Fields) {
  return readPoint(captureItem({ kind: 'point', id, field_run: 'r', fields, owner: 1, now: '2026-06-01T12:00:00.000Z' }));
}
function pipe(fields: Fields) {
  return readPipe(captureItem({ kind: 'pipe', id: 'p', field_run: 'r', fields, owner: 1, now: '2026-06-01T12:00:00.000Z' }));
}

const code = (name: string, meaning: string, structure: FieldCode['structure'] = null): FieldCode => ({
  code: name,
  meaning,
  kind: structure ? 'utility' : 'feature',
  structure,
});
const CODES = [
  code('TREE', 'tree'),
  code('AE', 'edge of asphalt'),
  code('SAMH', 'sanitary manhole', 'sanitary'),
  code('CBR', 'catch basin, round', 'storm'),
];

describe('a position', () => {
  it('is old after ten seconds, not at ten', () => {
    expect(isStaleFix(FIX, NOW + 10_999)).toBe(false);
    expect(isStaleFix(FIX, NOW + 11_000)).toBe(true);
    expect(ageOf(FIX, NOW - 5000)).toBe(0);
  });
  it('is green within half the gate, amber within it, red beyond it, when old, and when there is none', () => {
    const tones = [5, 5.1, 10, 10.1].map((accuracy) => toneOfFix({ ...FIX, accuracy }, NOW, 10));
    expect(tones).toEqual(['success', 'warning', 'warning', 'error']);
    expect(toneOfFix(FIX, NOW + 60_000, 10)).toBe('error');
    expect(toneOfFix(null, NOW, 10)).toBe('error');
  });
  it('is said with no more figures than it has', () => {
    expect([0.84, 12.3].map(sayAccuracy)).toEqual(['±0.8 m', '±12 m']);
    expect([9, 61, 7200].map(sayAge)).toEqual(['9 s', '1 min', '2 h']);
  });
});

describe('codes', () => {
  it('offers the last used first, each once, then structures, then the firm’s order', () => {
    expect(offerCodes(['AE', null, 'AE', 'GONE'], CODES).map((one) => one.code)).toEqual(['AE', 'SAMH', 'CBR', 'TREE']);
  });
  it('finds by code or meaning, every word', () => {
    expect(findCodes(CODES, 'round catch').map((one) => one.code)).toEqual(['CBR']);
    expect(findCodes(CODES, '')).toHaveLength(CODES.length);
  });
  it('says the rest of a structure when its code is chosen, and takes it back with another', () => {
    const basin = withCode(EMPTY_POINT, CODES[3]!);
    expect(basin).toMatchObject({ code: 'CBR', sub_category: 'Storm Structure', system: 'storm', kind: 'catch basin', shape: 'round' });
    expect(withCode(basin, CODES[0]!)).toMatchObject({ code: 'TREE', category: 'Topo', system: null, kind: null, shape: null });
  });
});

describe('the number pad', () => {
  it('reads what was typed, nothing as no number, and half a number as none yet', () => {
    expect(['', '1.85', '.5', '2.', '-3', '.', '-'].map(readPad)).toEqual([null, 1.85, 0.5, 2, -3, undefined, undefined]);
  });
  it('takes one point and as many digits as a number has', () => {
    const type = (keys: string) => [...keys].reduce(pressKey, '');
    expect(type('1.8.5')).toBe('1.85');
    expect(pressKey('1.85', 'back')).toBe('1.8');
    expect(type('1234567890123')).toHaveLength(12);
  });
});

describe('the form of a point', () => {
  const item = blankItem('point', 'a', 'r', '2026-06-01T12:00:00.000Z');
  const known = {
    ...item,
    fields: { name: '5001', code: 'SAMH', size: { diameter: 1200, depth: 3 }, connections: [{ bearing: 90, pipe: 'p', measure_down: 1 }] },
  } as typeof item;

  it('carries no empty fields into a new record', () => {
    expect(withoutEmpty(fieldsOf({ ...EMPTY_POINT, code: 'TREE' }))).toEqual({ code: 'TREE' });
  });
  it('sends only what was changed, with what it was', () => {
    const values = { ...valuesOf(readPoint(known)), note: 'wet', diameter: 1500 };
    expect(changesOf(known, values)).toEqual({
      fields: { note: 'wet', size: { diameter: 1500, depth: 3 } },
      seen: { note: null, size: { diameter: 1200, depth: 3 } },
    });
    expect(changesOf(known, valuesOf(readPoint(known)))).toEqual({ fields: {}, seen: {} });
  });
  it('keeps what it does not show of a connection', () => {
    const values = valuesOf(readPoint(known));
    const measured = { ...values, connections: values.connections.map((one) => ({ ...one, measure_down: 1.85 })) };
    expect(changesOf(known, measured).fields.connections).toEqual([
      { pipe: 'p', bearing: 90, direction: null, inside_diameter: null, material: null, measure_down: 1.85 },
    ]);
  });
  it('follows a newer record but for what was typed', () => {
    const latest = { ...known, fields: { ...known.fields, name: '5002', note: 'office' } } as typeof item;
    const typed = { ...valuesOf(readPoint(known)), note: 'crew' };
    expect(rebase(known, latest, typed)).toMatchObject({ name: '5002', note: 'crew' });
  });
  it('offers in before out, and the pipe of the connection before', () => {
    const first = nextConnection([], { ...EMPTY_CONNECTION, material: 'PVC', inside_diameter: 200 });
    expect(first).toMatchObject({ direction: 'in', material: 'PVC', inside_diameter: 200, measure_down: null });
    const second = nextConnection([{ ...first, material: 'CONC' }], null);
    expect(second).toMatchObject({ direction: 'out', material: 'CONC' });
    expect(nextConnection([first, second], null).direction).toBe('in');
  });
});

describe('a photo', () => {
  it('is made no larger than the setting, and never larger than it was', () => {
    expect(fitWithin(4000, 3000, 2560)).toEqual({ width: 2560, height: 1920 });
    expect(fitWithin(800, 600, 2560)).toEqual({ width: 800, height: 600 });
  });
  it('is stamped with what is known and nothing else', () => {
    const facts = {
      now: NOW,
      skew: 0,
      time_zone: 'America/Moncton',
      fix: { ...FIX, at: NOW - 20_000 },
      heading: 7.4,
      subject: '5001 SAMH',
    };
    const [first, second, third] = stampLines(facts);
    expect(first).toMatch(/^5001 SAMH · 2026-06-01.*09:00:00 America\/Moncton$/);
    expect(second).toBe('45.900000, -66.600000 ±3 m, 20 s old');
    expect(third).toBe('Heading 007°');
    expect(stampLines({ ...facts, fix: null, heading: null })).toHaveLength(1);
  });
});

describe('pipes on the map', () => {
  const a = point('a', {
    name: '1',
    system: 'storm',
    sub_category: 'Storm Structure',
    geometry: { type: 'Point', coordinates: [-66, 46] },
  });
  const b = point('b', { name: '2', sub_category: 'Storm Structure', geometry: { type: 'Point', coordinates: [-66.1, 46.1] } });

  it('are drawn from structure to structure through their bends', () => {
    const fields = pipeFields({ start: a, bends: [[-66.05, 46.02]] }, b, null, '2026-06-01T12:00:00.000Z');
    expect(fields).toMatchObject({
      name: '1-2',
      start_structure: 'a',
      end_structure: 'b',
      system: 'storm',
      vertices: [[-66.05, 46.02]],
      geometry: {
        type: 'LineString',
        coordinates: [
          [-66, 46],
          [-66.05, 46.02],
          [-66.1, 46.1],
        ],
      },
    });
  });
  it('may end in the open, where they were drawn to', () => {
    const fields = pipeFields({ start: a, bends: [[-66.05, 46.02]] }, null, null, '2026-06-01T12:00:00.000Z');
    expect(fields).not.toHaveProperty('end_structure');
    expect(fields).not.toHaveProperty('vertices');
    expect(fields.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [-66, 46],
        [-66.05, 46.02],
      ],
    });
  });
  it('follow their structures, and are dashed while an end is open', () => {
    const drawn = pipe({
      start_structure: 'a',
      end_structure: 'b',
      geometry: {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
    });
    expect(
      pathOf(
        drawn,
        new Map([
          [a.id, a],
          [b.id, b],
        ]),
      ),
    ).toEqual([
      [-66, 46],
      [-66.1, 46.1],
    ]);
    expect(pipeLayer([drawn], [a, b]).features[0]?.properties?.is_dashed).toBe(false);
    expect(
      pipeLayer(
        [
          pipe({
            start_structure: 'a',
            geometry: {
              type: 'LineString',
              coordinates: [
                [0, 0],
                [1, 1],
              ],
            },
          }),
        ],
        [a],
      ).features[0]?.properties?.is_dashed,
    ).toBe(true);
  });
  it('stand beside points, structures as squares; what has no position is not there', () => {
    const layer = pointLayer([a, point('c', { name: '3' })]);
    expect(layer.features).toHaveLength(1);
    expect(layer.features[0]?.properties).toMatchObject({ symbol: 'square', label: '1' });
  });
});
