import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../access/roles.ts';
import type { Approver } from './approver.ts';
import { faultsOf } from './machine.ts';
import {
  batchForEntry,
  stateOfWeek,
  stateOnLock,
  TIME_BATCH,
  TIME_BATCH_STATES,
  type TimeBatch,
  whyBatchClosed,
  whyDayLocked,
  whyNotLockThrough,
  whyNotMoveBatch,
} from './time-batch.ts';
import { isCounted, isFreeWip, WIP, WIP_STATES, whyWipTaken } from './wip.ts';

const person = (id: number, supervises: number[] = [], groups: Role[] = ['Timesheet User']): Approver => ({ id, groups, supervises });
const joe = person(3);
const mona = person(2, [3, 2]);
const tess = person(7, [], ['Timesheet Admin']);

function facts(who: Approver, batch: Partial<TimeBatch> = {}, more: { comment?: string; locked_through?: string } = {}) {
  return {
    batch: { user: 3, number: 1, state: 'SUBMITTED', last_day: '2026-03-08', is_exported: false, ...batch } as TimeBatch,
    who,
    locked_through: null,
    ...more,
  };
}

it('time batch and WIP: tables without dead rows', () => {
  expect([...faultsOf(TIME_BATCH), ...faultsOf(WIP)]).toEqual([]);
});

describe('time batch', () => {
  it('time batch: Joe submits his week, Mona approves it; nobody else does', () => {
    expect(whyNotMoveBatch('SUBMITTED', facts(joe, { state: 'OPEN' }))).toBeNull();
    expect(whyNotMoveBatch('SUBMITTED', facts(mona, { state: 'OPEN' }))).toMatchObject({ code: 'FORBIDDEN' });
    const why_not_ready = { code: 'INCOMPLETE', sentence: '1 billable entry has no note.' } as const;
    expect(whyNotMoveBatch('SUBMITTED', { ...facts(joe, { state: 'OPEN' }), why_not_ready })).toBe(why_not_ready);
    expect(whyNotMoveBatch('APPROVED', facts(mona))).toBeNull();
    expect(whyNotMoveBatch('APPROVED', facts(tess))).toBeNull();
    expect(whyNotMoveBatch('APPROVED', facts(person(9)))?.sentence).toMatch(/supervisor/);
  });

  it('time batch: nobody approves their own, whatever they are', () => {
    const groups = fc.subarray<Role>(['Timesheet User', 'Timesheet Admin', 'Jobs Admin', 'IT']);
    fc.assert(
      fc.property(fc.nat(9), groups, fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), (id, held, supervises) => {
        const own = facts({ id, groups: held, supervises }, { user: id });
        expect(whyNotMoveBatch('APPROVED', own)?.sentence).toBe('Nobody approves their own time.');
      }),
      { seed: 20260304 },
    );
  });

  it('time batch: declining says why, taking back does not need to', () => {
    expect(whyNotMoveBatch('OPEN', facts(mona))).toEqual({ code: 'REASON_NEEDED', sentence: 'Say what is to be changed.' });
    expect(whyNotMoveBatch('OPEN', facts(mona, {}, { comment: 'Tuesday is the other job' }))).toBeNull();
    expect(whyNotMoveBatch('OPEN', facts(joe))).toBeNull();
    expect(whyNotMoveBatch('OPEN', facts(person(9), {}, { comment: 'No' }))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('time batch: an approval is taken back until it is locked or exported', () => {
    const approved = { state: 'APPROVED' } as const;
    expect(whyNotMoveBatch('SUBMITTED', facts(mona, approved))).toBeNull();
    expect(whyNotMoveBatch('SUBMITTED', facts(mona, { ...approved, is_exported: true }))?.sentence).toMatch(/exported/);
    expect(whyNotMoveBatch('SUBMITTED', facts(mona, approved, { locked_through: '2026-03-08' }))?.code).toBe('LOCKED');
    expect(whyNotMoveBatch('SUBMITTED', facts(mona, approved, { locked_through: '2026-03-07' }))).toBeNull();
    expect(whyNotMoveBatch('SUBMITTED', facts(joe, approved))?.sentence).toMatch(/own/);
    expect(whyNotMoveBatch('OPEN', facts(mona, approved))?.code).toBe('WRONG_STATE');
  });

  it('time batch: the lock date locks what is approved and leaves the rest as it was', () => {
    expect(whyDayLocked('2026-03-08', '2026-03-08')?.sentence).toBe('Time through 8 Mar 2026 is locked.');
    expect([whyDayLocked('2026-03-09', '2026-03-08'), whyDayLocked('2026-03-09', null)]).toEqual([null, null]);
    const after = (through: string | null) => TIME_BATCH_STATES.map((state) => stateOnLock({ state, last_day: '2026-03-08' }, through));
    expect(after('2026-03-08')).toEqual(['OPEN', 'SUBMITTED', 'LOCKED', 'LOCKED']);
    expect(after('2026-03-07')).toEqual(['OPEN', 'SUBMITTED', 'APPROVED', 'APPROVED']);
    expect(whyNotMoveBatch('LOCKED', facts(tess, { state: 'APPROVED' }, { locked_through: '2026-03-08' }))).toBeNull();
    expect(whyNotMoveBatch('LOCKED', facts(tess, { state: 'APPROVED' }))?.sentence).toMatch(/not locked through 8 Mar 2026/);
    expect(whyNotMoveBatch('APPROVED', facts(tess, { state: 'LOCKED' }))).toBeNull();
    expect(whyNotMoveBatch('APPROVED', facts(mona, { state: 'LOCKED' }))?.code).toBe('FORBIDDEN');
    expect(whyNotMoveBatch('APPROVED', facts(tess, { state: 'LOCKED' }, { locked_through: '2026-03-08' }))?.code).toBe('LOCKED');
    expect(whyNotLockThrough('2026-03-04', tess, '2026-03-04')).toBeNull();
    expect(whyNotLockThrough('2026-03-05', tess, '2026-03-04')?.code).toBe('INVALID');
    expect(whyNotLockThrough(null, mona, '2026-03-04')?.code).toBe('FORBIDDEN');
  });

  it('time batch: its entries are changed while it is open', () => {
    expect(TIME_BATCH_STATES.map((state) => whyBatchClosed(state)?.sentence ?? null)).toEqual([
      null,
      'The week of this entry is SUBMITTED; take it back to change it.',
      'The week of this entry is APPROVED; add an entry that corrects it.',
      'The week of this entry is LOCKED; add an entry that corrects it.',
    ]);
  });

  it('time batch: a late entry makes a supplementary one and does not reopen the week', () => {
    expect(batchForEntry([])).toEqual({ number: 1 });
    expect(batchForEntry([{ number: 1, state: 'OPEN' }])).toEqual({ number: 1 });
    expect(batchForEntry([{ number: 1, state: 'APPROVED' }])).toEqual({ number: 2 });
    expect(
      batchForEntry([
        { number: 2, state: 'OPEN' },
        { number: 1, state: 'APPROVED' },
      ]),
    ).toEqual({ number: 2 });
    expect(batchForEntry([{ number: 1, state: 'SUBMITTED' }])).toMatchObject({ code: 'LOCKED' });
    expect([
      stateOfWeek([]),
      stateOfWeek([
        { number: 1, state: 'APPROVED' },
        { number: 2, state: 'OPEN' },
      ]),
    ]).toEqual(['OPEN', 'OPEN']);
  });
});

it('WIP: what is open is what is neither billed nor written off; only what is free may be changed', () => {
  expect(WIP_STATES.filter((state) => isCounted('wip', state))).toEqual(['UNBILLED', 'CLAIMED', 'HOLD']);
  expect(WIP_STATES.filter((state) => whyWipTaken(state, 'This entry') === null)).toEqual(WIP_STATES.filter(isFreeWip));
  expect(whyWipTaken('BILLED', 'This entry')).toEqual({ code: 'LOCKED', sentence: 'This entry has been billed.' });
});
