import { describe, expect, it } from 'vitest';
import type { Item, Sent } from '../item.ts';
import type { Fields, Kind, WireAnswer } from '../wire.ts';
import { readAnswer } from './answer.ts';
import { type FoldFacts, foldAnswer } from './fold.ts';
import { captureItem, editItem } from './new-item.ts';
import { freezeClaim } from './next-step.ts';

const NOW = '2026-05-04T12:00:00.000Z';
const HEADERS = { 'x-app': 'dmse', 'x-dataset-epoch': 'e-1' };

function sentItem(kind: Kind, fields: Fields, changes: Partial<Item> = {}): { item: Item; sent: Sent } {
  const item = { ...captureItem({ kind, id: 'x', field_run: kind === 'run' ? 'x' : 'r', fields, owner: null, now: NOW }), ...changes };
  const sent = freezeClaim(item, (it, rev) => `${it.id}:${rev}:d`, NOW);
  return { item: { ...item, _sent: sent }, sent };
}

/** A record the server has at version 1, edited once since. */
function editedItem(kind: Kind, before: Fields, after: Fields): { item: Item; sent: Sent } {
  const shadow = { ...before, is_deleted: false };
  return sentItem(kind, { ...before, ...after }, { new: 0, _rev: 2, _base: 1, _shadow: shadow, _epoch: 'e-1' });
}

function feature(fields: Fields, version = 1, more: Fields = {}): unknown {
  const { geometry = null, ...rest } = fields;
  const columns = { field_run: 'r', is_deleted: false, version, seq: version, created_on: NOW, updated_on: NOW, ...more };
  return { type: 'Feature', id: 'x', geometry, properties: { ...rest, ...columns } };
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): ReturnType<typeof readAnswer> {
  return readAnswer({ status, headers: { ...HEADERS, ...headers }, body } satisfies WireAnswer);
}

const FACTS: FoldFacts = { method: 'create', now: 0, chance: 0.5, may_flip: true };
const UPDATE: FoldFacts = { ...FACTS, method: 'update' };

describe('what an answer does to an item', () => {
  it('a successful push of a new item clears both flags (P2)', () => {
    const { item, sent } = sentItem('point', { note: 'a' });
    const { item: after, verdict } = foldAnswer(item, sent, answer(201, feature({ note: 'a' })), FACTS);
    expect(verdict).toBe('acked');
    expect(after).toMatchObject({ new: 0, dirty: 0, _sent: null, _base: 1, _tries: 0, _ack: { version: 1, epoch: 'e-1' } });
  });

  it('an edit made while the push was under way stays dirty (SYNC-C6, L3)', () => {
    const { item, sent } = sentItem('point', { note: 'a' });
    const edited = editItem(item, { fields: { note: 'b' } }, NOW, null);
    const { item: after } = foldAnswer(edited, sent, answer(201, feature({ note: 'a' })), FACTS);
    expect(after).toMatchObject({ new: 0, dirty: 1, fields: { note: 'b' }, _shadow: { note: 'a' } });
  });

  it('ALREADY_UPLOADED makes it not new but dirty, to be updated instead (P3)', () => {
    const { item, sent } = sentItem('pipe', { note: 'a' });
    const folded = foldAnswer(item, sent, answer(409, { code: 'ALREADY_UPLOADED', version: 3, is_deleted: false }), FACTS);
    expect(folded.verdict).toBe('again');
    expect(folded.item).toMatchObject({ new: 0, dirty: 1, _sent: null, error_status_code: null });
  });

  it('ALREADY_UPLOADED without our bytes sends the bytes again (SYNC-C19)', () => {
    const { item, sent } = sentItem('image', {}, { _sha256: 'mine', file: new Uint8Array(1) });
    const without = foldAnswer(item, sent, answer(409, { code: 'ALREADY_UPLOADED', version: 1, sha256: null }), FACTS);
    expect(without.item._resend_file).toBe(1);
    const equal = foldAnswer(item, sent, answer(409, { code: 'ALREADY_UPLOADED', version: 1, sha256: 'mine' }), FACTS);
    expect(equal.item._resend_file).toBe(0);
  });

  it('a point whose update fails is flagged new, once per pass (P5, SYNC-C3)', () => {
    const { item, sent } = editedItem('point', { note: 'a' }, { note: 'b' });
    for (const failing of [answer(422, {}), answer(503, {}), readAnswer(null)]) {
      const folded = foldAnswer(item, sent, failing, UPDATE);
      expect(folded).toMatchObject({ flipped: true, item: { new: 1, dirty: 1 } });
      expect(foldAnswer(item, sent, failing, { ...UPDATE, may_flip: false })).toMatchObject({ flipped: false, item: { new: 0, dirty: 1 } });
    }
  });

  it('a pipe whose update fails is not, unless the server has never heard of it', () => {
    const { item, sent } = editedItem('pipe', { note: 'a' }, { note: 'b' });
    expect(foldAnswer(item, sent, answer(422, {}), UPDATE).item.new).toBe(0);
    expect(foldAnswer(item, sent, answer(404, {}), UPDATE).item.new).toBe(1);
  });

  it('a failed push records reason and status and touches neither flag (P9, SYNC-A6)', () => {
    const { item, sent } = sentItem('point', { note: 'a' });
    const { item: after } = foldAnswer(item, sent, answer(400, { note: ['Too long.'] }), FACTS);
    expect(after).toMatchObject({
      new: 1,
      dirty: 1,
      error_status_code: 400,
      error_reason: 'note: Too long.',
      _sent: null,
      _tries: 1,
      _refusals: 1,
    });
    expect(after._next).toBeGreaterThan(0);
  });

  it('5xx and silence settle nothing: the claim stays frozen (504 after commit)', () => {
    const { item, sent } = sentItem('point', { note: 'a' });
    expect(foldAnswer(item, sent, answer(504, {}), FACTS).item).toMatchObject({ _sent: sent, error_status_code: 504 });
    expect(foldAnswer(item, sent, answer(507, { detail: 'Disk full.' }), FACTS).item).toMatchObject({
      _sent: sent,
      error_reason: 'Disk full.',
    });
    expect(foldAnswer(item, sent, readAnswer(null), FACTS).item).toMatchObject({ _sent: sent, error_status_code: null });
  });

  it('the session, the token and the speed limit are not the item’s fault (SYNC-C13, C14)', () => {
    const { item, sent } = editedItem('point', { note: 'a' }, { note: 'b' });
    expect(foldAnswer(item, sent, answer(401, {}), UPDATE)).toEqual({ item, verdict: 'signed_out', flipped: false });
    expect(foldAnswer(item, sent, answer(403, { code: 'CSRF' }), UPDATE)).toEqual({ item, verdict: 'csrf', flipped: false });
    const limited = foldAnswer(item, sent, answer(429, {}, { 'retry-after': '7' }), UPDATE);
    expect(limited).toMatchObject({ verdict: 'limited', flipped: false, item: { new: 0, error_status_code: null, _next: 7000 } });
  });

  it('a server that says to come back tomorrow is asked again after five minutes', () => {
    const { item, sent } = sentItem('point', {});
    const limited = foldAnswer(item, sent, answer(429, {}, { 'retry-after': '86400' }), { ...FACTS, now: 1000 });
    expect(limited.item._next).toBe(1000 + 5 * 60_000);
  });

  it('LATE is told apart from other refusals (SYNC-C15)', () => {
    const { item, sent } = sentItem('point', {});
    expect(foldAnswer(item, sent, answer(403, { code: 'LATE' }), FACTS)).toMatchObject({
      verdict: 'late',
      item: { error_status_code: 403 },
    });
    expect(foldAnswer(item, sent, answer(403, {}), FACTS).verdict).toBe('refused');
  });

  it('413, even from a proxy, sends the photo in pieces next time (SYNC-C16)', () => {
    const { item, sent } = sentItem('image', {}, { _sha256: 'h', file: new Uint8Array(3) });
    const proxy = readAnswer({ status: 413, headers: {}, body: null });
    expect(foldAnswer(item, sent, proxy, FACTS).item).toMatchObject({ _in_pieces: 1, error_status_code: 413 });
  });

  it('a deletion that the receipt does not repeat is not acknowledged (SYNC-A11)', () => {
    const { item, sent } = sentItem(
      'point',
      {},
      { new: 0, is_deleted: 1, _rev: 2, _base: 1, _shadow: { is_deleted: false }, _epoch: 'e-1' },
    );
    expect(sent.patch).toEqual({ is_deleted: true });
    const deaf = foldAnswer(item, sent, answer(200, feature({}, 2)), UPDATE);
    expect(deaf).toMatchObject({
      verdict: 'refused',
      item: { dirty: 1, _rev: 3, error_reason: 'The server did not confirm the deletion.' },
    });
    const heard = foldAnswer(item, sent, answer(200, feature({}, 2, { is_deleted: true })), UPDATE);
    expect(heard).toMatchObject({ verdict: 'acked', item: { dirty: 0, is_deleted: 1, _ack: { is_deleted: true } } });
  });

  it('a value that the receipt does not repeat is not acknowledged, give or take a blank', () => {
    const { item, sent } = sentItem('point', { note: ' a ', accuracy: 0.1 + 0.2 });
    expect(foldAnswer(item, sent, answer(201, feature({ note: 'a', accuracy: 0.3 })), FACTS).verdict).toBe('acked');
    expect(foldAnswer(item, sent, answer(201, feature({ note: null, accuracy: 0.3 })), FACTS).item.error_reason).toBe(
      'The server did not store: note.',
    );
  });

  it('a photo is acknowledged by its hash (SYNC-C18)', () => {
    const { item, sent } = sentItem('image', {}, { _sha256: 'mine', file: new Uint8Array(1) });
    expect(foldAnswer(item, sent, answer(201, feature({}, 1, { sha256: 'mine' })), FACTS).verdict).toBe('acked');
    const other = foldAnswer(item, sent, answer(201, feature({}, 1, { sha256: 'cut' })), FACTS);
    expect(other).toMatchObject({ verdict: 'refused', item: { dirty: 1, new: 0, _resend_file: 1 } });
  });

  it('a receipt older than what a pull has shown already does not turn time back', () => {
    const { item, sent } = editedItem('point', { note: 'a', code: 'c' }, { note: 'b' });
    const pulled: Item = {
      ...item,
      fields: { note: 'b', code: 'theirs' },
      _base: 5,
      _shadow: { note: 'z', code: 'theirs', is_deleted: false },
    };
    const { item: after } = foldAnswer(pulled, sent, answer(200, feature({ note: 'b', code: 'c' }, 2)), UPDATE);
    expect(after).toMatchObject({ dirty: 0, _base: 5, fields: { note: 'z', code: 'theirs' } });
  });

  it('what another device changed comes along with the receipt, what is edited since stays', () => {
    const { item, sent } = editedItem('point', { note: 'a', code: 'c', description: 'd' }, { note: 'b' });
    const edited = editItem(item, { fields: { description: 'mine' } }, NOW, null);
    const receipt = answer(200, feature({ note: 'b', code: 'theirs', description: 'theirs' }, 3));
    const { item: after } = foldAnswer(edited, sent, receipt, UPDATE);
    expect(after).toMatchObject({ dirty: 1, fields: { note: 'b', code: 'theirs', description: 'mine' }, _field_base: { description: 1 } });
  });

  it('a record deleted before its create was answered is created first and stays dirty for the deletion (SYNC-A10)', () => {
    const { item, sent } = sentItem('point', { note: 'a' }, { is_deleted: 1, _tries: 1 });
    expect(sent.patch).toEqual({ note: 'a' });
    const { item: after } = foldAnswer(item, sent, answer(201, feature({ note: 'a' })), FACTS);
    expect(after).toMatchObject({ new: 0, dirty: 1, is_deleted: 1, _rev: 2 });
  });

  it('an answer from a restored server is not folded before that is settled (SYNC-D9)', () => {
    const { item, sent } = editedItem('point', { note: 'a' }, { note: 'b' });
    const other = answer(200, feature({ note: 'b' }, 2), { 'x-dataset-epoch': 'e-2' });
    expect(foldAnswer(item, sent, other, UPDATE)).toEqual({ item, verdict: 'epoch', flipped: false });
  });

  it('a run another crew has started keeps the server’s state, and ours beside it (SYNC-C22)', () => {
    const { item, sent } = editedItem('run', { state: 'Waiting', note: null }, { state: 'Active', note: 'mine' });
    const current = { id: 'x', state: 'Active', note: null, is_deleted: false, version: 2, seq: 2, created_on: NOW, updated_on: NOW };
    const processing = { ...current, state: 'Processing' };
    const folded = foldAnswer(item, sent, answer(409, { code: 'CONFLICT', detail: 'Failed to start run.', current: processing }), UPDATE);
    expect(folded).toMatchObject({ verdict: 'again', item: { dirty: 1, fields: { state: 'Processing', note: 'mine' }, _base: 2 } });
    expect(folded.item._conflict).toEqual([{ field: 'state', kept: 'Processing', other: 'Active', version: 2, local: true }]);
  });

  it('a captive portal is no answer (SYNC-E4)', () => {
    const { item, sent } = sentItem('point', {});
    const portal = readAnswer({ status: 200, headers: {}, body: null });
    expect(foldAnswer(item, sent, portal, FACTS)).toMatchObject({ verdict: 'unknown', item: { new: 1, dirty: 1, _sent: sent } });
  });

  it('a half receipt is no answer', () => {
    const { item, sent } = sentItem('point', {});
    expect(foldAnswer(item, sent, answer(201, { type: 'Feature', id: 'x' }), FACTS).verdict).toBe('unknown');
    expect(foldAnswer(item, sent, answer(201, feature({}, 1)), FACTS).verdict).toBe('acked');
    expect(foldAnswer(item, sent, answer(201, { ...(feature({}) as object), id: 'y' }), FACTS).verdict).toBe('unknown');
  });
});
