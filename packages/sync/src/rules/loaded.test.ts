import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Held, Item } from '../item.ts';
import { countMissing, forgetCursors, heldInProof, heldOf, isLoadedWhole, isNothing, readLoadedWhole, startAgain } from './loaded.ts';
import { blankItem, captureItem, EMPTY_RUN_PART } from './new-item.ts';

const NOW = '2026-05-04T12:00:00.000Z';
const HELD: Held = { seq: 20, point: 3, pipe: 0, image: 1, layer: 2 };

/** A record as the server answered it. */
function pulled(id: string, changes: Partial<Item> = {}): Item {
  const ack = { version: 1, seq: 4, epoch: 'e', sha256: null, is_deleted: false };
  return { ...blankItem('point', id, 'r', NOW), _base: 1, _shadow: { is_deleted: false }, _ack: ack, ...changes };
}
const captured = (id: string) => captureItem({ kind: 'point', id, field_run: 'r', fields: {}, owner: 1, now: NOW });

describe('run loaded whole', () => {
  it('run loaded whole: what the server holds and the device has not is counted by kind', () => {
    expect(countMissing(HELD, [pulled('a')])).toEqual({ point: 2, pipe: 0, image: 1 });
    expect(countMissing(HELD, [pulled('a'), pulled('b'), pulled('c'), pulled('i', { kind: 'image' })])).toEqual({
      point: 0,
      pipe: 0,
      image: 0,
    });
    expect(isNothing(countMissing(null, []))).toBe(true);
  });

  it('run loaded whole: what was captured here does not stand in for what was not loaded', () => {
    expect(countMissing(HELD, [captured('x'), captured('y'), captured('z')]).point).toBe(3);
  });

  it('run loaded whole: a record deleted since the server counted is not missing, one deleted before was not counted', () => {
    const deleted = (seq: number) => pulled('a', { _shadow: { is_deleted: true }, _ack: { ...pulled('a')._ack!, seq } });
    const two = [pulled('b'), pulled('c')];
    expect(countMissing(HELD, [...two, deleted(21)]).point).toBe(0);
    expect(countMissing(HELD, [...two, deleted(20)]).point).toBe(1);
  });

  it('run loaded whole: the counts are those of the run’s record, later those of the manifest', () => {
    const facts = { shot_count: 3, pipe_count: 0, image_count: 1, layer_count: 2 };
    expect(heldOf({ seq: 20, facts })).toEqual(HELD);
    expect(heldOf({ seq: 20, facts: { shot_count: 3 } })).toBeNull();
    const line = { id: 'a', kind: 'point', version: 1, is_deleted: false, sha256: null, known_version: 1 } as const;
    const rows = new Map([
      ['a', line],
      ['b', { ...line, id: 'b', is_deleted: true }],
      ['r', { ...line, id: 'r', kind: 'run' as const }],
    ]);
    expect(heldInProof({ epoch: 'e', seq: 25, rows }, HELD)).toEqual({ seq: 25, point: 1, pipe: 0, image: 0, layer: 2 });
  });

  it('run loaded whole: a run that lets go of records is not whole, one that gets some back may be', () => {
    const whole = { ...EMPTY_RUN_PART, held: HELD, loaded_whole: 1 as const, cursor: { point: 'e.1', pipe: null, image: null } };
    expect(startAgain(whole)).toMatchObject({ loaded_whole: 0, cursor: EMPTY_RUN_PART.cursor, held: HELD });
    expect(forgetCursors(whole)).toMatchObject({ loaded_whole: 1, cursor: EMPTY_RUN_PART.cursor });
  });

  it('run loaded whole: one begun here is, and so is one synced before there was the flag', () => {
    expect(isLoadedWhole(captureItem({ kind: 'run', id: 'r', field_run: 'r', fields: {}, owner: 1, now: NOW }))).toBe(true);
    expect(isLoadedWhole(blankItem('run', 'r', 'r', NOW))).toBe(false);
    expect([readLoadedWhole({ last_sync: NOW }), readLoadedWhole({ last_sync: null }), readLoadedWhole({ loaded_whole: 0 })]).toEqual([
      1, 0, 0,
    ]);
  });

  it('run loaded whole: loading a record never raises the number of the missing, and loading all of them makes it nothing', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.nat(5), (total, loaded, own) => {
        const held = { ...HELD, point: total, image: 0 };
        const items = [...Array(Math.min(total, loaded)).keys()].map((at) => pulled(`p${at}`));
        const mine = [...Array(own).keys()].map((at) => captured(`o${at}`));
        const missing = countMissing(held, [...items, ...mine]).point;
        expect(missing).toBe(total - items.length);
        expect(countMissing(held, [...items, ...mine, pulled('more')]).point).toBeLessThanOrEqual(missing);
      }),
      { seed: 20261116 },
    );
  });
});
