import type { ManifestRow } from '@dmse/contract/sites/sync';
import { describe, expect, it } from 'vitest';
import type { Item } from '../item.ts';
import { rememberClock, trustClock } from './clock-trust.ts';
import { blankItem } from './new-item.ts';
import { isOld, type Proof, whichRunsToWipe, whyNotErase, whyNotPurge } from './retention.ts';

const NOW = '2026-05-04T12:00:00.000Z';
const HOUR = 3_600_000;

function row(changes: Partial<ManifestRow> = {}): ManifestRow {
  return { id: 'x', kind: 'image', version: 2, is_deleted: false, sha256: 'h', known_version: 2, ...changes };
}

function proof(changes: Partial<ManifestRow> | null = {}, epoch = 'e'): Proof {
  return { epoch, seq: 9, rows: changes === null ? new Map() : new Map([['x', row(changes)]]) };
}

/** A photo the server holds. */
function safe(changes: Partial<Item> = {}): Item {
  const ack = { version: 2, seq: 5, epoch: 'e', sha256: 'h', is_deleted: false };
  return { ...blankItem('image', 'x', 'r', NOW), _ack: ack, _sha256: 'h', _base: 2, _epoch: 'e', file: new Uint8Array(1), ...changes };
}

const SENT = { rev: 1, op: 'o', at: NOW, body_hash: '', patch: {}, is_deleted: 0 } as const;

describe('what may be erased (L2)', () => {
  it('a record that the server holds by receipt, by hash and by manifest', () => {
    expect(whyNotErase(safe(), proof())).toBeNull();
    expect(whyNotErase(safe(), proof({ version: 7, sha256: 'replaced by the office' }))).toBeNull();
  });

  it.each<[string, Item, Proof | null]>([
    ['UNSENT', safe({ dirty: 1 }), proof()],
    ['UNSENT', safe({ new: 1 }), proof()],
    ['UNSENT', safe({ _sent: SENT }), proof()],
    ['FAILED', safe({ error_status_code: 400 }), proof()],
    ['NOT_ACKNOWLEDGED', safe({ _ack: null }), proof()],
    ['FILE_NOT_CONFIRMED', safe({ _sha256: 'other' }), proof()],
    ['FILE_NOT_CONFIRMED', safe(), proof({ sha256: null })],
    ['NOT_IN_MANIFEST', safe(), null],
    ['NOT_IN_MANIFEST', safe(), proof(null)],
    ['NOT_IN_MANIFEST', safe(), proof({ version: 1 })],
    ['OTHER_EPOCH', safe(), proof({}, 'e-2')],
  ])('%s stands in the way', (why, item, seen) => {
    expect(whyNotErase(item, seen)).toBe(why);
  });

  it('a deletion is purged only when the server itself says "deleted" (SYNC-A6, A11)', () => {
    const deleted = safe({ is_deleted: 1 });
    const confirmed = safe({ is_deleted: 1, _ack: { version: 2, seq: 5, epoch: 'e', sha256: 'h', is_deleted: true } });
    expect(whyNotPurge(safe(), proof())).toBe('NOT_DELETED');
    expect(whyNotPurge(deleted, proof({ is_deleted: true }))).toBe('NOT_ACKNOWLEDGED');
    expect(whyNotPurge(confirmed, proof())).toBe('NOT_ACKNOWLEDGED');
    expect(whyNotPurge(confirmed, proof({ is_deleted: true }))).toBeNull();
  });

  it('a deleted record with a conflict stays until somebody has looked', () => {
    const item = safe({
      is_deleted: 1,
      _ack: { version: 2, seq: 5, epoch: 'e', sha256: 'h', is_deleted: true },
      _conflict: [{ field: 'note', kept: 'a', other: 'b', version: 2 }],
    });
    expect(whyNotPurge(item, proof({ is_deleted: true }))).toBe('CONFLICT_UNSEEN');
  });
});

describe('how many runs stay (P11)', () => {
  const run = (id: string, hours: number) => ({
    ...blankItem('run', id, id, NOW),
    stored_on: new Date(Date.parse(NOW) + hours * HOUR).toISOString(),
  });
  const runs = [run('a', 4), run('b', 1), run('c', 3), run('d', 2)];

  it('at most three, the oldest by stored_on goes', () => {
    expect(whichRunsToWipe(runs.slice(0, 3), new Set())).toEqual([]);
    expect(whichRunsToWipe(runs, new Set())).toEqual(['b']);
    expect(whichRunsToWipe([...runs, run('e', 5)], new Set())).toEqual(['b', 'd']);
  });

  it('a run open in any tab is no candidate (SYNC-A2)', () => {
    expect(whichRunsToWipe(runs, new Set(['b']))).toEqual(['d']);
    expect(whichRunsToWipe(runs, new Set(['a', 'b', 'c', 'd']))).toEqual([]);
  });

  it('old means not stored in the last four days (P12)', () => {
    const item = run('a', 0);
    const after = (hours: number, steady_since = 0) => ({ now: Date.parse(NOW) + hours * HOUR, steady_since });
    expect(isOld(item, after(96))).toBe(false);
    expect(isOld(item, after(96.01))).toBe(true);
    const stamped = { ...item, stored_on: '1970-01-01T00:10:00.000Z' };
    expect(isOld({ ...stamped, created_on: NOW }, after(96))).toBe(false);
    expect(isOld({ ...stamped, created_on: '1970-01-01T00:10:00.000Z' }, after(96, Date.parse(NOW)))).toBe(false);
    expect(isOld({ ...stamped, created_on: '1970-01-01T00:10:00.000Z' }, after(96.01, Date.parse(NOW)))).toBe(true);
  });
});

describe('the clock (SYNC-A4)', () => {
  it('is not trusted for cleaning before the server has told the time once', () => {
    expect(trustClock(1000, null)).toEqual({ now: 1000, may_clean: false, steady_since: 1000 });
  });

  it('is corrected by the server’s', () => {
    const memory = rememberClock(1000, 5000, null);
    expect(trustClock(2000, memory)).toEqual({ now: 6000, may_clean: true, steady_since: 5000 });
    expect(rememberClock(2000, null, memory)).toEqual({ last_seen: 2000, offset: 4000, steady_since: 5000 });
  });

  it('that was set to another time is steady only from then on; a night in the drawer is no such thing', () => {
    const memory = rememberClock(100 * HOUR, 100 * HOUR, null);
    expect(rememberClock(150 * HOUR, 150 * HOUR, memory).steady_since).toBe(100 * HOUR);
    expect(rememberClock(0, 150 * HOUR, memory).steady_since).toBe(150 * HOUR);
  });

  it('that has jumped more than twelve hours either way turns cleaning off', () => {
    const memory = rememberClock(100 * HOUR, 100 * HOUR, null);
    expect(trustClock(112 * HOUR, memory).may_clean).toBe(true);
    expect(trustClock(113 * HOUR, memory).may_clean).toBe(false);
    expect(trustClock(87 * HOUR, memory).may_clean).toBe(false);
    expect(trustClock(90 * HOUR, memory).now).toBe(100 * HOUR);
  });
});
