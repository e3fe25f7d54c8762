import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEqual } from '../values/is-equal.ts';
import { mergeEdit, oldestBase } from './merge-edit.ts';

const row = { name: '5001', note: 'old', is_deleted: false };
const edit = (fields: object, base = 1, field_base = {}) => ({ fields: fields as Record<string, unknown>, base, field_base });

describe('merging an edit made on an older version', () => {
  it('two people change different fields, and both keep theirs', () => {
    const merged = mergeEdit({ ...row, note: 'by the office' }, edit({ name: '5002' }), [{ version: 2, fields: ['note'] }], 3);
    expect(merged).toEqual({ changed: { name: '5002' }, conflict: [] });
  });

  it('two people change the same field: the later push stands, the other value is kept', () => {
    const merged = mergeEdit({ ...row, note: 'by the office' }, edit({ note: 'by the crew' }), [{ version: 2, fields: ['note'] }], 3);
    expect(merged.changed).toEqual({ note: 'by the crew' });
    expect(merged.conflict).toEqual([{ field: 'note', kept: 'by the crew', other: 'by the office', version: 3 }]);
  });

  it('the same words from both are no disagreement', () => {
    expect(mergeEdit({ ...row, note: 'same' }, edit({ note: 'same' }), [{ version: 2, fields: ['note'] }], 3)).toEqual({
      changed: {},
      conflict: [],
    });
  });

  it('an overlap before the latest pull is seen through the base of the field', () => {
    const others = [{ version: 3, fields: ['note'] }];
    expect(mergeEdit(row, edit({ note: 'mine' }, 4), others, 5).conflict).toEqual([]);
    expect(mergeEdit(row, edit({ note: 'mine' }, 4, { note: 2 }), others, 5).conflict).toHaveLength(1);
    expect(oldestBase(edit({}, 4, { note: 2 }))).toBe(2);
  });

  it('deleting what another has worked on is flagged; so is working on what is deleted, which stays deleted', () => {
    expect(mergeEdit(row, edit({ is_deleted: true }), [{ version: 2, fields: ['name'] }], 3).conflict).toHaveLength(1);
    const merged = mergeEdit({ ...row, is_deleted: true }, edit({ note: 'new' }), [], 3);
    expect(merged).toEqual({ changed: { note: 'new' }, conflict: [{ field: 'is_deleted', kept: true, other: false, version: 3 }] });
    expect(mergeEdit({ ...row, is_deleted: true }, edit({ note: 'new', is_deleted: false }), [], 3).conflict).toEqual([]);
  });

  it('law: what was sent is what stands afterwards, and every value that gave way to it is named', () => {
    const value = fc.oneof(fc.constant(null), fc.string(), fc.integer(), fc.array(fc.integer()));
    const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value);
    fc.assert(
      fc.property(fields, fields, fc.subarray(['a', 'b', 'c', 'd']), (current, sent, touched) => {
        const { changed, conflict } = mergeEdit(current, edit(sent), [{ version: 2, fields: touched }], 3);
        const after: Record<string, unknown> = { ...current, ...changed };
        for (const field of Object.keys(sent)) {
          expect(isEqual(after[field], sent[field])).toBe(true);
          const gaveWay = touched.includes(field) && !isEqual(current[field], sent[field]);
          expect(conflict.some((one) => one.field === field)).toBe(gaveWay);
        }
        for (const field of Object.keys(current)) if (!(field in sent)) expect(after[field]).toEqual(current[field]);
      }),
      { seed: 20260304, numRuns: 500 },
    );
  });
});
