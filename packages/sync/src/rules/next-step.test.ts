import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../item.ts';
import type { Kind } from '../wire.ts';
import { readAnswer, reasonOf } from './answer.ts';
import { backOff, isDue } from './backoff.ts';
import { blankItem, captureItem } from './new-item.ts';
import { decideStep, freezeClaim, planPush, waitsForRun } from './next-step.ts';
import { opId } from './op-id.ts';
import { readServerRow } from './server-row.ts';

const NOW = '2026-05-04T12:00:00.000Z';

function captured(kind: Kind, id: string, changes: Partial<Item> = {}): Item {
  return { ...captureItem({ kind, id, field_run: kind === 'run' ? id : 'r', fields: {}, owner: null, now: NOW }), ...changes };
}

function settled(id: string, changes: Partial<Item> = {}): Item {
  const ack = { version: 2, seq: 4, epoch: 'e', sha256: null, is_deleted: false };
  return { ...blankItem('point', id, 'r', NOW), _ack: ack, _base: 2, _shadow: { is_deleted: false }, _epoch: 'e', ...changes };
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
