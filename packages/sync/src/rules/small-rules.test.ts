import type { ManifestRow } from '@dmse/contract/sites/sync';
import { isEqual } from '@dmse/domain/values/is-equal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../item.ts';
import type { Kind } from '../wire.ts';
import { cascadeDelete, cascadeRestore } from './cascade.ts';
import { countItems } from './counts.ts';
import { offerAgain, settleEpoch } from './epoch.ts';
import { isEcho, isSound } from './fields.ts';
import { compareManifest, isGreen } from './manifest.ts';
import { blankItem, captureItem } from './new-item.ts';
import { nextPointNumber } from './numbering.ts';
import { hashText } from './op-id.ts';

const NOW = '2026-05-04T12:00:00.000Z';

function captured(kind: Kind, id: string, changes: Partial<Item> = {}): Item {
  return { ...captureItem({ kind, id, field_run: kind === 'run' ? id : 'r', fields: {}, owner: null, now: NOW }), ...changes };
}

function settled(id: string, changes: Partial<Item> = {}): Item {
  const ack = { version: 2, seq: 4, epoch: 'e', sha256: null, is_deleted: false };
  return { ...blankItem('point', id, 'r', NOW), _ack: ack, _base: 2, _shadow: { is_deleted: false }, _epoch: 'e', ...changes };
}

function line(id: string, changes: Partial<ManifestRow> = {}): [string, ManifestRow] {
  return [id, { id, kind: 'point', version: 2, is_deleted: false, sha256: null, known_version: 2, ...changes }];
}

describe('values', () => {
  const json = fc.jsonValue() as fc.Arbitrary<never>;

  it('are the same as themselves after a trip through JSON', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(isEqual(value, JSON.parse(JSON.stringify(value)))).toBe(true);
        expect(isEcho(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
      { seed: 20260508 },
    );
  });

  it('that are not numbers are refused before JSON makes them null (SYNC-B10)', () => {
    expect(isSound({ type: 'Point', coordinates: [1, Number.NaN] })).toBe(false);
    expect(isSound([Number.POSITIVE_INFINITY])).toBe(false);
    expect(isSound({ a: [0, -0, 1.5e-12, null, ''] })).toBe(true);
  });

  it('an absent value is an empty one; coordinates are compared to the last digit', () => {
    expect(isEqual(undefined, null)).toBe(true);
    expect(isEqual({ a: null }, {})).toBe(true);
    expect(isEqual([-66.643], [-66.6430000001])).toBe(false);
    expect(isEqual('', null)).toBe(false);
  });

  it('a changed claim has another hash', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(hashText(a) === hashText(b)).toBe(a === b);
      }),
      { seed: 20260509 },
    );
  });
});

describe('deleting a shot', () => {
  it('takes its images and pipes along and brings back the same ones (P6)', () => {
    const before = captured('image', 'old', { is_deleted: 1 });
    const all = cascadeDelete(captured('point', 'p'), [captured('image', 'i'), before], [captured('pipe', 'q')], NOW, null);
    expect(all.map(({ id, is_deleted, _rev }) => [id, is_deleted, _rev])).toEqual([
      ['p', 1, 2],
      ['i', 1, 2],
      ['q', 1, 2],
    ]);
    const [point, image, pipe] = all as [Item, Item, Item];
    const back = cascadeRestore(point, [image, before], [pipe], NOW, null);
    expect(back.map(({ id, is_deleted }) => [id, is_deleted])).toEqual([
      ['p', 0],
      ['i', 0],
      ['q', 0],
    ]);
  });
});

describe('a restored server (SYNC-D9)', () => {
  it('gets back what it forgot, as a new revision', () => {
    expect(settleEpoch(settled('p', { _rev: 4 }), undefined, 'e-2')).toMatchObject({
      new: 1,
      dirty: 1,
      _rev: 5,
      _base: 0,
      _ack: null,
      _epoch: null,
    });
    expect(settleEpoch(settled('p'), line('p', { version: 9, known_version: 1 })[1], 'e-2')).toMatchObject({
      new: 0,
      dirty: 1,
      _base: 1,
      _epoch: 'e-2',
    });
  });

  it('that still knows what we know is simply the new epoch', () => {
    expect(settleEpoch(settled('p'), line('p')[1], 'e-2')).toMatchObject({
      new: 0,
      dirty: 0,
      _epoch: 'e-2',
      _ack: { version: 2, epoch: 'e-2' },
    });
  });

  it('changes nothing on a record that has never met a server', () => {
    const item = captured('point', 'p');
    expect(settleEpoch(item, undefined, 'e-2')).toEqual(item);
  });

  it('makes a run forget its cursors', () => {
    const run = {
      ...settled('r'),
      kind: 'run' as const,
      run: { ...captured('run', 'r').run, cursor: { point: 'e.4', pipe: 'e.4', image: 'e.4' } } as Item['run'],
    };
    expect(settleEpoch(run, line('r', { kind: 'run' })[1], 'e-2').run?.cursor).toEqual({ point: null, pipe: null, image: null });
  });

  it('a photo whose bytes are gone here says so instead of pretending', () => {
    const photo = { ...settled('i'), kind: 'image' as const };
    expect(offerAgain(photo)).toMatchObject({ new: 0, dirty: 0, _ack: null, error_status_code: 404 });
    expect(offerAgain({ ...photo, file: new Uint8Array(2) })).toMatchObject({ new: 1, dirty: 1 });
  });
});

describe('the manifest', () => {
  const proof = (...rows: [string, ManifestRow][]) => ({ epoch: 'e', seq: 9, rows: new Map(rows) });

  it('that names everything of ours matches', () => {
    const seen = compareManifest([settled('a'), settled('b'), captured('point', 'c')], proof(line('a'), line('b', { version: 5 })));
    expect(seen).toMatchObject({ matched: 2, total: 2, missing_there: [], missing_here: ['b'] });
  });

  it('that lacks something sends it again, unless it came after the list was made', () => {
    expect(compareManifest([settled('a')], proof()).missing_there).toEqual(['a']);
    const later = settled('a', { _ack: { version: 2, seq: 10, epoch: 'e', sha256: null, is_deleted: false } });
    expect(compareManifest([later], proof())).toMatchObject({ missing_there: [], matched: 0, total: 1 });
  });

  it('tells what is missing here, not what is deleted there', () => {
    expect(compareManifest([], proof(line('a'), line('b', { is_deleted: true }))).missing_here).toEqual(['a']);
  });

  it('green needs nothing waiting, nothing failed and every manifest whole (SYNC-C11)', () => {
    const whole = compareManifest([settled('a')], proof(line('a')));
    expect(isGreen({ waiting: 0, failed: 0, comparisons: [whole] })).toBe(true);
    expect(isGreen({ waiting: 1, failed: 0, comparisons: [whole] })).toBe(false);
    expect(isGreen({ waiting: 0, failed: 1, comparisons: [whole] })).toBe(false);
    expect(isGreen({ waiting: 0, failed: 0, comparisons: [whole, null] })).toBe(false);
    expect(isGreen({ waiting: 0, failed: 0, comparisons: [{ ...whole, matched: 0 }] })).toBe(false);
  });
});

describe('numbers', () => {
  it('the badge counts waiting, failed and conflicts apart', () => {
    const conflict = [{ field: 'note', kept: 'a', other: 'b', version: 2 }];
    const items = [
      captured('point', 'a'),
      captured('point', 'b', { error_status_code: 400 }),
      settled('c', { _conflict: conflict }),
      settled('d'),
    ];
    expect(countItems(items)).toEqual({ waiting: 1, failed: 1, conflicts: 1, oldest_unsynced: NOW });
    expect(countItems([settled('d')]).oldest_unsynced).toBeNull();
  });

  it('points go on from the highest in the device’s own block, deleted ones included', () => {
    const named = (...names: (string | null)[]) => names.map((name, i) => settled(`p${i}`, { fields: { name } }));
    expect(nextPointNumber([], 6000)).toBe(6000);
    expect(nextPointNumber([], null)).toBe(5000);
    expect(nextPointNumber(named('6000', '6001', '5004', 'CP1', null, '6002A'), 6000)).toBe(6002);
    expect(nextPointNumber(named('7010'), 6000)).toBe(6000);
    expect(nextPointNumber([...named('6000'), settled('x', { is_deleted: 1, fields: { name: '6007' } })], 6000)).toBe(6008);
    expect(nextPointNumber(named('6999', '7003'), 6000)).toBe(7004);
  });
});
