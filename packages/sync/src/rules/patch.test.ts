import { describe, expect, it } from 'vitest';
import type { Item } from '../item.ts';
import type { Fields } from '../wire.ts';
import { captureItem, editItem } from './new-item.ts';
import { claimOf, createBody, updateBody } from './patch.ts';

const NOW = '2026-05-04T12:00:00.000Z';

function create(fields: Fields): Item {
  return captureItem({ kind: 'run', id: 'x', field_run: 'x', fields, owner: null, now: NOW });
}

function settled(fields: Fields, changes: Partial<Item> = {}): Item {
  return { ...create(fields), new: 0, dirty: 0, _base: 3, _shadow: { ...fields, is_deleted: false }, _epoch: 'e', ...changes };
}

function edit(item: Item, change: Parameters<typeof editItem>[1]): Item {
  return editItem(item, change, NOW, null);
}

describe('what is sent', () => {
  it('a create sends what is defined and omits null dates (P19)', () => {
    const item = create({ name: 'Run', note: null, started_on: null });
    expect(createBody(item, claimOf(item))).toEqual({ id: 'x', name: 'Run', note: null });
  });

  it('an update sends only what changed, an emptied value as null and a date also by name (SYNC-C25)', () => {
    const item = edit(settled({ name: 'Run', note: 'n', started_on: NOW, state: 'Active' }), { fields: { note: null, started_on: null } });
    expect(updateBody(item, claimOf(item))).toEqual({ note: null, started_on: null, cleared: ['started_on'] });
  });

  it('an update names the older version of a field that was edited before the last pull', () => {
    const item = edit(settled({ note: 'n', name: 'Run' }, { _field_base: { note: 1 } }), { fields: { note: 'm', name: 'R' } });
    expect(updateBody(item, claimOf(item))).toEqual({ note: 'm', name: 'R', field_base: { note: 1 } });
  });

  it('an edit taken back before it was sent is an empty update', () => {
    const back = edit(edit(settled({ note: 'n' }), { fields: { note: 'm' } }), { fields: { note: 'n' } });
    expect(back).toMatchObject({ dirty: 1, _rev: 3 });
    expect(updateBody(back, claimOf(back))).toEqual({});
  });

  it('an edit that changes nothing is no edit', () => {
    const item = settled({ note: 'n' });
    expect(edit(item, { fields: { note: 'n' } })).toBe(item);
  });

  it('a deletion is sent by an update, never by a create (SYNC-A10)', () => {
    const known = edit(settled({}), { is_deleted: 1 });
    expect(claimOf(known)).toEqual({ is_deleted: true });
    const unknown = edit(create({ name: 'Run' }), { is_deleted: 1 });
    expect(createBody(unknown, claimOf(unknown))).toEqual({ id: 'x', name: 'Run' });
  });

  it('"not deleted" is only sent by who took a deletion back, never by who has not heard of it', () => {
    const unaware = edit(settled({ note: 'n' }, { _shadow: { note: 'n', is_deleted: true } }), { fields: { note: 'm' } });
    expect(claimOf(unaware)).toEqual({ note: 'm' });
    const aware = edit(settled({ note: 'n' }, { is_deleted: 1, _shadow: { note: 'n', is_deleted: true } }), { is_deleted: 0 });
    expect(claimOf(aware)).toEqual({ is_deleted: false });
    const neverSent = edit(edit(settled({ note: 'n' }), { is_deleted: 1 }), { is_deleted: 0 });
    expect(neverSent._undelete).toBe(0);
  });

  it('after a failed update the create carries the whole record (P5)', () => {
    const item = { ...edit(settled({ name: 'Run', note: 'n' }), { fields: { note: 'm' } }), new: 1 as const };
    expect(createBody(item, { note: 'm' })).toEqual({ id: 'x', name: 'Run', note: 'm' });
  });

  it('to a server that was set back: what the record holds and what was emptied, not what it never held', () => {
    const before = edit(settled({ name: 'Run', note: 'n', state: null }), { fields: { note: null } });
    expect(before._emptied).toEqual(['note']);
    expect(claimOf({ ...before, _shadow: {} })).toEqual({ name: 'Run', note: null });
  });
});
