import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../item.ts';
import type { Kind, ManifestRow } from '../wire.ts';
import { readAnswer, reasonOf } from './answer.ts';
import { backOff, isDue } from './backoff.ts';
import { cascadeDelete, cascadeRestore } from './cascade.ts';
import { countItems } from './counts.ts';
import { offerAgain, settleEpoch } from './epoch.ts';
import { isEcho, isSame, isSound } from './fields.ts';
import { compareManifest, isGreen } from './manifest.ts';
import { blankItem, captureItem } from './new-item.ts';
import { decideStep, freezeClaim, planPush, waitsForRun } from './next-step.ts';
import { nextPointNumber } from './numbering.ts';
import { hashText, opId } from './op-id.ts';
import { readServerRow } from './server-row.ts';

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

describe('what goes next', () => {
  it('run, points, pipes, images; the oldest revision first', () => {
    const items = [
      captured('image', 'i'),
      captured('pipe', 'q'),
      captured('point', 'p2', { _rev: 3 }),
      captured('point', 'p1'),
      captured('run', 'r'),
    ];
    expect(planPush(items, { now: 0, force: false }).map(({ id }) => id)).toEqual(['r', 'p1', 'p2', 'q', 'i']);
  });

  it('what is settled does not go, what must wait waits, unless the user presses the button', () => {
    const items = [settled('s'), captured('point', 'later', { _next: 60_000 }), captured('point', 'due')];
    expect(planPush(items, { now: 0, force: false }).map(({ id }) => id)).toEqual(['due']);
    expect(planPush(items, { now: 0, force: true }).map(({ id }) => id)).toEqual(['due', 'later']);
  });

  it('a waiting time beyond the longest comes from a changed clock: due at once', () => {
    expect(isDue(10_000, 9_000)).toBe(false);
    expect(isDue(9e12, 9_000)).toBe(true);
  });

  it('created and deleted before anything left the device goes to the trash (SYNC-A10)', () => {
    expect(decideStep(captured('point', 'p', { is_deleted: 1 }))).toBe('trash');
    expect(decideStep(captured('point', 'p', { is_deleted: 1, _tries: 1 }))).toBe('push');
    const sent = freezeClaim(captured('point', 'p'), () => 'op', NOW);
    expect(decideStep(captured('point', 'p', { is_deleted: 1, _sent: sent }))).toBe('push');
    expect(decideStep(settled('s', { is_deleted: 1 }))).toBe('none');
  });

  it('children wait for a run that is not up yet, not for one that was refused', () => {
    expect(waitsForRun(captured('run', 'r'))).toBe(true);
    expect(waitsForRun(captured('run', 'r', { error_status_code: 422 }))).toBe(false);
    expect(waitsForRun(undefined)).toBe(false);
  });

  it('an unknown outcome is sent again as it was, whatever was typed since', () => {
    const first = captured('point', 'p', { fields: { note: 'a' } });
    const sent = freezeClaim(first, (item, rev) => opId(item, rev, 'd'), NOW);
    expect(sent).toMatchObject({ op: 'p:1:d', rev: 1, patch: { note: 'a' } });
    expect(freezeClaim({ ...first, fields: { note: 'b' }, _rev: 2, _sent: sent }, () => 'other', NOW)).toBe(sent);
  });

  it('waits min(5 min, 2^tries s), give or take half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, chance) => {
        const wait = Math.min(300_000, 1000 * 2 ** tries);
        const next = backOff(tries, 0, chance);
        expect(next).toBeGreaterThanOrEqual(Math.floor(wait * 0.5));
        expect(next).toBeLessThanOrEqual(Math.ceil(wait * 1.5));
      }),
      { seed: 20260507 },
    );
  });
});

describe('what an answer is', () => {
  const ours = { 'x-app': 'dmse', 'x-dataset-epoch': 'e' };

  it('ours only with our header and an epoch (SYNC-E4)', () => {
    expect(readAnswer({ status: 200, headers: {}, body: {} }).kind).toBe('none');
    expect(readAnswer({ status: 200, headers: { 'x-app': 'dmse' }, body: {} }).kind).toBe('none');
    expect(readAnswer({ status: 302, headers: ours, body: {} }).kind).toBe('none');
    expect(readAnswer({ status: 200, headers: ours, body: {} }).kind).toBe('ok');
    expect(readAnswer({ status: 502, headers: {}, body: null }).kind).toBe('none');
  });

  it('carries the server’s time and how long to wait', () => {
    const date = new Date(Date.parse(NOW)).toUTCString();
    expect(readAnswer({ status: 429, headers: { ...ours, date, 'retry-after': '3' }, body: null })).toMatchObject({
      retry_after_ms: 3000,
      server_now: Date.parse(NOW),
    });
  });

  it('names a reason people can read', () => {
    expect(reasonOf(400, { detail: 'No.' })).toBe('No.');
    expect(reasonOf(400, { note: ['Too long.', 'Too loud.'], code: 'INVALID' } as never)).toBe('note: Too long. Too loud.');
    expect(reasonOf(500, {})).toBe('The server answered 500.');
  });
});

describe('a row from the server', () => {
  const columns = { is_deleted: false, version: 1, seq: 3, created_on: NOW, updated_on: NOW };

  it('keeps what the device may write apart from what only the server decides', () => {
    const run = readServerRow('run', {
      id: 'r',
      ...columns,
      name: 'Run',
      job: { id: 5, num: '19194' },
      imported_on: NOW,
      start_number: 6000,
    });
    expect(run).toMatchObject({
      content: { name: 'Run', job: 5, is_deleted: false },
      start_number: 6000,
      facts: { imported_on: NOW, job: { num: '19194' } },
    });
    const point = readServerRow('point', { id: 'p', geometry: null, properties: { ...columns, field_run: 'r', note: 'n', easting: 1 } });
    expect(point).toMatchObject({ content: { note: 'n', geometry: null }, facts: { easting: 1 } });
  });

  it('that is not whole is none', () => {
    for (const broken of [
      null,
      'x',
      {},
      { id: 'p' },
      { id: 'p', properties: { ...columns, version: 0, field_run: 'r' } },
      { id: 'p', properties: columns },
    ]) {
      expect(readServerRow('point', broken)).toBeNull();
    }
  });
});

describe('values', () => {
  const json = fc.jsonValue() as fc.Arbitrary<never>;

  it('are the same as themselves after a trip through JSON', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(isSame(value, JSON.parse(JSON.stringify(value)))).toBe(true);
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
    expect(isSame(undefined, null)).toBe(true);
    expect(isSame({ a: null }, {})).toBe(true);
    expect(isSame([-66.643], [-66.6430000001])).toBe(false);
    expect(isSame('', null)).toBe(false);
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
