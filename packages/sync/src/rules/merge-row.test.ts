import { isEqual } from '@dmse/domain/values/is-equal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../item.ts';
import type { Fields } from '../wire.ts';
import { contentOf, mergeThreeWays } from './fields.ts';
import { joinCopies } from './join-copies.ts';
import { mergeRow } from './merge-row.ts';
import { blankItem, captureItem, editItem } from './new-item.ts';
import type { ServerRow } from './server-row.ts';

const NOW = '2026-05-04T12:00:00.000Z';
const FACTS = { epoch: 'e-1', now: NOW, rev: 0 };

function row(content: Fields, version: number, more: Partial<ServerRow> = {}): ServerRow {
  const rest = {
    facts: {},
    seq: version,
    sha256: null,
    created_on: NOW,
    updated_on: NOW,
    conflict: [],
    moved_to: null,
    start_number: null,
  };
  return { kind: 'point', id: 'x', field_run: 'r', content: { is_deleted: false, ...content }, version, ...rest, ...more };
}

function pulled(content: Fields, version = 1): Item {
  return mergeRow(undefined, row(content, version), FACTS) as Item;
}

function edit(item: Item, fields: Fields): Item {
  return editItem(item, { fields }, NOW, null);
}

describe('a pulled row', () => {
  it('becomes a settled record that the server has confirmed', () => {
    expect(pulled({ note: 'a' })).toMatchObject({ new: 0, dirty: 0, fields: { note: 'a' }, _base: 1, _ack: { version: 1, epoch: 'e-1' } });
  });

  it('that is deleted does not come to a device that never had it', () => {
    expect(mergeRow(undefined, row({ is_deleted: true }, 4), FACTS)).toBeNull();
  });

  it('replaces a settled record, deletion included', () => {
    const after = mergeRow(pulled({ note: 'a' }), row({ note: 'b', is_deleted: true }, 2), FACTS);
    expect(after).toMatchObject({ fields: { note: 'b' }, is_deleted: 1, dirty: 0, _ack: { version: 2, is_deleted: true } });
  });

  it('never overwrites what was typed since: dirty wins until pushed (SYNC-D5, L4)', () => {
    const dirty = edit(pulled({ note: 'a', code: 'c' }), { note: 'mine' });
    const after = mergeRow(dirty, row({ note: 'theirs', code: 'theirs' }, 2), FACTS);
    expect(after).toMatchObject({
      dirty: 1,
      _rev: 1,
      fields: { note: 'mine', code: 'theirs' },
      _base: 2,
      _shadow: { note: 'theirs' },
      _field_base: { note: 1 },
    });
  });

  it('remembers the oldest base of an overlap through several pulls', () => {
    const dirty = edit(pulled({ note: 'a' }), { note: 'mine' });
    const once = mergeRow(dirty, row({ note: 'b' }, 2), FACTS) as Item;
    expect(mergeRow(once, row({ note: 'c' }, 3), FACTS)).toMatchObject({ _field_base: { note: 1 }, fields: { note: 'mine' } });
  });

  it('of a deletion leaves a record with unsent edits in sight', () => {
    const dirty = edit(pulled({ note: 'a' }), { note: 'mine' });
    expect(mergeRow(dirty, row({ note: 'a', is_deleted: true }, 2), FACTS)).toMatchObject({ is_deleted: 0, _shadow: { is_deleted: true } });
  });

  it('of our own create, seen before its answer, merges instead of doubling (SYNC-D12)', () => {
    const created = captureItem({ kind: 'point', id: 'x', field_run: 'r', fields: { note: 'a', code: 'c' }, owner: null, now: NOW });
    const cleared = edit(created, { code: null });
    const after = mergeRow(cleared, row({ note: 'a', code: 'c' }, 1), FACTS);
    expect(after).toMatchObject({ new: 1, dirty: 1, fields: { note: 'a', code: null } });
  });

  it('older than what we know is passed over, the same again changes nothing', () => {
    const known = pulled({ note: 'b' }, 3);
    expect(mergeRow(known, row({ note: 'a' }, 2), FACTS)).toBeNull();
    expect(mergeRow(known, row({ note: 'b' }, 3), FACTS)).toBeNull();
  });

  it('of a run with another first number is taken over though its version is the same; without one the known one stays', () => {
    const ofRun = (start_number: number | null) => row({ name: 'Run' }, 3, { kind: 'run', field_run: 'x', start_number });
    const run = mergeRow(undefined, ofRun(5000), FACTS) as Item;
    expect(mergeRow(run, ofRun(5000), FACTS)).toBeNull();
    expect(mergeRow(run, ofRun(null), FACTS)).toBeNull();
    expect(mergeRow(run, ofRun(7000), FACTS)).toMatchObject({ dirty: 0, _base: 3, run: { start_number: 7000 } });
    const dirty = edit(run, { name: 'Mine' });
    expect(mergeRow(dirty, ofRun(7000), FACTS)).toMatchObject({ dirty: 1, run: { start_number: 7000 } });
    expect(mergeRow(dirty, ofRun(null), FACTS)).toMatchObject({ dirty: 1, run: { start_number: 5000 } });
  });

  it('of a moved record takes it to its new run (SYNC-D10)', () => {
    expect(mergeRow(pulled({}), row({ is_deleted: true }, 2, { moved_to: 'other' }), FACTS)).toMatchObject({
      field_run: 'other',
      is_deleted: 0,
    });
  });

  it('begins above the revisions this device has used before', () => {
    expect(mergeRow(undefined, row({}, 1), { ...FACTS, rev: 12 })?._rev).toBe(12);
  });
});

const value = fc.constantFrom<string | null>('a', 'b', 'c', null);
const fields = fc.record({ note: value, code: value, description: value });

describe('three-way merge', () => {
  it('keeps every field I changed and takes every field I did not', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const { content, overlaps } = mergeThreeWays(base, mine, theirs);
        for (const field of ['note', 'code', 'description'] as const) {
          const isMine = mine[field] !== base[field];
          expect(content[field]).toBe(isMine ? mine[field] : theirs[field]);
          expect(overlaps.includes(field)).toBe(isMine && theirs[field] !== base[field] && theirs[field] !== mine[field]);
        }
      }),
      { seed: 20260504 },
    );
  });

  it('any number of pulls loses no unsent value and ends at the server’s values elsewhere', () => {
    fc.assert(
      fc.property(fields, fc.array(fields, { maxLength: 5 }), fc.record({ note: value }, { requiredKeys: [] }), (first, later, typed) => {
        let item = edit(pulled(first), typed);
        const isTyped = 'note' in typed && typed.note !== first.note;
        for (const [i, content] of later.entries()) item = mergeRow(item, row(content, i + 2), FACTS) ?? item;
        const last = later.at(-1) ?? first;
        expect(item.fields.code).toBe(last.code);
        // once somebody else has brought the same value to the server, it is there, and what follows it follows it
        const isMet = later.some((content) => content.note === typed.note);
        if (!isMet) expect(item.fields.note).toBe(isTyped ? typed.note : last.note);
      }),
      { seed: 20260505 },
    );
  });
});

describe('one record in two places', () => {
  const inRun = edit(pulled({ note: 'a', code: 'c' }), { note: 'run' });

  it('after an interrupted move only the copy in the run counts', () => {
    expect(joinCopies(inRun, pulled({ note: 'a', code: 'c' }))).toBe(inRun);
  });

  it('unsent edits in rescue survive a pull that brought the record back', () => {
    const aside = { ...edit(pulled({ note: 'a', code: 'c' }), { note: 'aside' }), _since: 'before' };
    const back = { ...pulled({ note: 'a', code: 'theirs' }, 4), _since: 'later' };
    expect(joinCopies(back, aside)).toMatchObject({ dirty: 1, fields: { note: 'aside', code: 'theirs' }, _base: 4 });
  });

  it('where both were edited nothing is dropped, and the revision is new', () => {
    const aside = { ...edit(edit(pulled({ note: 'a', code: 'c' }), { note: 'aside' }), { code: 'aside' }), _since: 'before' };
    const joined = joinCopies(inRun, aside);
    expect(joined).toMatchObject({ dirty: 1, fields: { note: 'run', code: 'aside' }, _sent: null });
    expect(joined._rev).toBeGreaterThan(Math.max(inRun._rev, aside._rev));
  });

  it('keeps the bytes, whichever copy has them', () => {
    const file = Uint8Array.of(1);
    const withFile = { ...blankItem('image', 'x', 'r', NOW), file };
    expect(joinCopies({ ...withFile, file: null }, withFile).file).toBe(file);
  });

  it('whatever the two copies hold, every unsent value of both is in the result unless the run’s copy has a later one', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, run, rescue) => {
        const here = edit(pulled(base), run);
        const aside = { ...edit(pulled(base), rescue), _since: 'before' };
        const joined = contentOf(joinCopies(here, aside));
        for (const field of ['note', 'code', 'description'] as const) {
          const expected = run[field] !== base[field] ? run[field] : rescue[field];
          expect(isEqual(joined[field], expected)).toBe(true);
        }
      }),
      { seed: 20260506 },
    );
  });
});
