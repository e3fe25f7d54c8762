import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf } from '../money/cents.ts';
import { TIME_BATCH_STATES } from '../states/time-batch.ts';
import { isFreeWip, WIP_STATES } from '../states/wip.ts';
import { entry } from './entry-fixture.ts';
import { type TimeEntry, warnLongDay, whyNotChangeEntry, whyNotReady, whyNotSaveEntry } from './entry-rules.ts';
import { amountsAt, asksNewRate, priceEntry, repriceEntries, type TimeRates, whyNotPriced } from './price-entry.ts';

const seed = { seed: 20260304 };

const facts = { today: '2026-03-04', step: 15, locked_through: null, job: { num: '26-0058', state: 'IN PROGRESS' }, others: [] } as const;
const say = (change: Partial<TimeEntry>, more: Partial<Parameters<typeof whyNotSaveEntry>[1]> = {}) =>
  whyNotSaveEntry(entry(change), { ...facts, ...more })?.sentence ?? null;

describe('time entry', () => {
  it('time entry: Joe enters two and a half hours today', () => {
    expect(say({})).toBeNull();
    expect(say({ job: null, task: null, overhead_code: 4, is_billable: false }, { job: null })).toBeNull();
  });

  it('time entry: each thing that is wrong is said', () => {
    expect(say({ overhead_code: 4 })).toBe('An entry is for a job or for an overhead code.');
    expect(say({ job: null })).toBe('An entry is for a job or for an overhead code.');
    expect(say({ task: null })).toBe('Choose the task this time is for.');
    expect(say({ job: null, task: null, overhead_code: 4 })).toBe('Overhead is not billable.');
    expect(say({ job: null, overhead_code: 4, is_billable: false })).toBe('An overhead entry has no task.');
    expect(say({ date: '2026-03-05' })).toBe('Time is entered for today or earlier.');
    expect(say({ minutes: 0 })).toMatch(/more than no time/);
    expect(say({ minutes: 140 })).toMatch(/use 2:15 or 2:30/);
    expect(say({}, { job: { num: '26-0058', state: 'CLOSED' } })).toBe('Job 26-0058 is CLOSED; reopen it first.');
    expect(say({}, { locked_through: '2026-03-04' })).toBe('Time through 4 Mar 2026 is locked.');
  });

  it('time entry: 24 h a day is the end; more than 12 h warns', () => {
    const others = [{ minutes: 1290, start: null, end: null }];
    expect(say({}, { others })).toBeNull();
    expect(say({ minutes: 165 }, { others })).toBe('That makes 24 h 15 min on one day; a day has 24 h.');
    expect([warnLongDay(720), warnLongDay(735)]).toEqual([null, '12 h 15 min on one day.']);
  });

  it('time entry: times that overlap are refused, times that touch are not', () => {
    const at = (start: string, end: string) => ({ start: `2026-03-04T${start}:00.000Z`, end: `2026-03-04T${end}:00.000Z` });
    const others = [{ minutes: 60, ...at('13:00', '14:00') }];
    expect(say(at('14:00', '16:30'), { others })).toBeNull();
    expect(say(at('13:30', '16:00'), { others })).toMatch(/overlaps/);
    expect(say(at('12:00', '15:00'), { others })).toMatch(/overlaps/);
    expect(say({}, { others })).toBeNull();
    expect(say(at('15:00', '14:00'))).toBe('The end is after the start.');
    expect(say({ start: '2026-03-04T14:00:00.000Z' })).toMatch(/both/);
    expect(say(at('14:00', '16:15'))).toBe('There are 2 h 15 min between the start and the end.');
  });

  it('time entry: it is changed and deleted while its week is open and nothing rests on it', () => {
    const joe = { id: 3, groups: ['Timesheet User'] as const };
    for (const batch_state of TIME_BATCH_STATES)
      for (const wip_state of WIP_STATES) {
        const why = whyNotChangeEntry({ user: 3, date: '2026-03-04', batch_state, wip_state }, joe, '2026-03-03');
        expect(why === null).toBe(batch_state === 'OPEN' && isFreeWip(wip_state));
      }
    const open = { user: 3, date: '2026-03-04', batch_state: 'OPEN', wip_state: 'UNBILLED' } as const;
    expect(whyNotChangeEntry(open, joe, '2026-03-04')?.code).toBe('LOCKED');
    expect(whyNotChangeEntry(open, { id: 4, groups: ['Timesheet User'] }, null)?.code).toBe('FORBIDDEN');
    expect(whyNotChangeEntry(open, { id: 4, groups: ['Timesheet Admin'] }, null)).toBeNull();
  });

  it('time entry: the note is asked for at submit when it is billable', () => {
    expect(whyNotReady([entry(), entry({ note: ' ', is_billable: false })])).toBeNull();
    expect(whyNotReady([entry({ note: ' ' })])).toEqual({ code: 'INCOMPLETE', sentence: '1 billable entry has no note.' });
    expect(whyNotReady([])?.sentence).toBe('There is no time in this week to submit.');
  });
});

const dated = (rate: number, valid_from: string | null, job_role = 1) => ({ job_role, rate, valid_from, valid_to: null });
const rates: TimeRates = {
  charge: { job: [], client: [dated(90_00, '2026-02-01')], role: [dated(95_00, '2020-01-01'), dated(99_00, '2026-03-01')] },
  cost: [dated(40_00, '2020-01-01'), dated(42_00, '2026-03-04')],
};

describe('price of an entry', () => {
  it('price: the rate of the day by its rule, with what it costs, is frozen', () => {
    expect(priceEntry(entry(), rates)).toEqual({
      rate: 90_00,
      rate_rule: 'client',
      rate_valid_from: '2026-02-01',
      cost_rate: 42_00,
      amount: 225_00,
      cost: 105_00,
    });
    expect(priceEntry(entry({ date: '2026-01-31' }), rates)).toMatchObject({ rate: 95_00, rate_rule: 'role', cost_rate: 40_00 });
    expect(priceEntry(entry({ is_billable: false }), rates)).toMatchObject({ rate: 90_00, amount: 0, cost: 105_00 });
    expect(priceEntry(entry({ job: null, task: null, overhead_code: 4, is_billable: false }), rates)).toMatchObject({
      rate: null,
      amount: 0,
    });
  });

  it('price: billable time without a rate is refused, not charged at nothing', () => {
    const other = entry({ job_role: 9 });
    expect(whyNotPriced(other, priceEntry(other, rates))?.sentence).toBe('Nobody has set a rate for this role on 4 Mar 2026.');
    expect(whyNotPriced(entry(), priceEntry(entry(), rates))).toBeNull();
  });

  it('price: other minutes keep the rate; another day, role or job asks anew', () => {
    expect(asksNewRate(entry(), entry({ minutes: 15, note: 'x' }))).toBe(false);
    for (const change of [{ date: '2026-03-03' }, { job_role: 2 }, { job: 6 }]) expect(asksNewRate(entry(), entry(change))).toBe(true);
  });

  it('price: pricing anew is shown first and touches only what is free', () => {
    const kept = WIP_STATES.map((wip_state, id) => ({ ...entry(), ...priceEntry(entry(), rates), id, wip_state }));
    expect(repriceEntries(kept, rates)).toEqual([]);
    const raised = { charge: { ...rates.charge, job: [dated(100_00, null)] }, cost: [dated(1, null)] };
    const none = { charge: { job: [], client: [], role: [] }, cost: [] };
    expect(repriceEntries(kept, none)).toEqual([]);
    const lines = repriceEntries(kept, raised);
    expect(lines.map(({ id, before, difference }) => [id, before, difference])).toEqual([
      [0, 225_00, 25_00],
      [3, 225_00, 25_00],
    ]);
    expect(lines[0]!.priced).toMatchObject({ rate_rule: 'job', amount: 250_00, cost_rate: 42_00, cost: 105_00 });
  });

  it('price laws: the amount is minutes at the frozen rate, whatever the table says later; pricing anew twice changes nothing more', () => {
    const cents = fc.integer({ min: 0, max: 400_00 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1440 }), cents, cents, fc.boolean(), (minutes, rate, later, is_billable) => {
        const table = (charge: number): TimeRates => ({ charge: { job: [], client: [], role: [dated(charge, null)] }, cost: [] });
        const made = entry({ minutes, is_billable });
        const priced = priceEntry(made, table(rate));
        expect(priced.amount).toBe(is_billable ? amountOf(minutes, rate) : 0);
        expect(amountsAt(made, priced)).toEqual(priced);
        const kept = { ...made, ...priced, id: 1, wip_state: 'UNBILLED' } as const;
        const [line] = repriceEntries([kept], table(later));
        if (line) expect(repriceEntries([{ ...kept, ...line.priced }], table(later))).toEqual([]);
        else expect(later).toBe(rate);
      }),
      seed,
    );
  });
});
