import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../dates/local-date.ts';
import { sumCents } from '../money/cents.ts';
import { isCounted, STATE_ACTS, WIP_FIGURES, WIP_STATES, type WipFigure, whyNotAct } from '../states/wip.ts';
import { explainFigure, type PricedSource, sayPrice } from './explain.ts';
import {
  changeWip,
  enterWip,
  findLedgerFaults,
  type NewWipLine,
  positionsAsOf,
  recordOf,
  removeWip,
  splitWip,
  stateMoves,
  type WipLine,
  type WipPosition,
  wholeOf,
  whyNotAppend,
} from './ledger.ts';
import {
  actOn,
  dueForRelease,
  holdWip,
  moveWip,
  reverseLastAct,
  whyNotHold,
  whyNotMoveWip,
  whyNotRelease,
  whyNotRestore,
  whyNotReverseAct,
  whyNotWriteOff,
} from './wip-acts.ts';
import { averageWipAge, lastTimeEntryDate, positionsOfJob, sumWip, sumWipBy } from './wip-sums.ts';

const seed = { seed: 20260304 };
const today = '2026-03-04';
const mine = { can_edit: true };

function work(change: Partial<WipPosition> = {}) {
  return { item: 'time/1', job: 5, task: 51, amount: 225_00, work_date: '2026-03-02', ...change };
}
function post(lines: WipLine[], added: readonly NewWipLine[]): WipLine[] {
  expect(whyNotAppend(lines, added)).toBeNull();
  return [...lines, ...added.map((line, at) => ({ ...line, id: lines.length + at + 1 }))];
}
const positionOf = (lines: WipLine[], item = 'time/1') => positionsAsOf(lines).get(item)!;
const target = (id: number, task: number, state: 'IN PROGRESS' | 'CLOSED' = 'IN PROGRESS') => ({
  job: { id, num: `26-000${id}`, state, can_edit: true },
  task: { id: task, job: id },
});

describe('WIP act', () => {
  const entered = post([], enterWip(work()));

  it('WIP act: work comes in on its day, is held, released and written off with a reason', () => {
    expect(positionOf(entered)).toMatchObject({ state: 'UNBILLED', amount: 225_00, turn: 1 });
    expect(whyNotHold(positionOf(entered), mine, '2026-03-31', today)).toBeNull();
    const held = post(entered, holdWip(positionOf(entered), '2026-03-31', today));
    expect(positionOf(held)).toMatchObject({ state: 'HOLD', hold_until: '2026-03-31' });
    expect(whyNotRelease(positionOf(held), mine)).toBeNull();
    const released = post(held, actOn('release', positionOf(held), today));
    expect(positionOf(released)).toMatchObject({ state: 'UNBILLED', hold_until: null });
    expect(whyNotWriteOff(positionOf(released), mine, ' ')).toEqual({ code: 'REASON_NEEDED', sentence: 'Say why this is written off.' });
    expect(whyNotWriteOff(positionOf(released), mine, 'Our mistake')).toBeNull();
    const off = post(released, actOn('write off', positionOf(released), today, 'Our mistake'));
    expect([positionOf(off).state, off.at(-1)?.reason]).toEqual(['WRITTEN_OFF', 'Our mistake']);
    expect([whyNotRestore(positionOf(off), mine), findLedgerFaults(off)]).toEqual([null, []]);
  });

  it('WIP act: what may not be done is said', () => {
    const at = (state: WipPosition['state']): WipPosition => ({ ...positionOf(entered), state });
    expect(whyNotHold(at('UNBILLED'), { can_edit: false }, null, today)?.code).toBe('FORBIDDEN');
    expect(whyNotHold(at('UNBILLED'), mine, today, today)?.sentence).toBe('Choose a day after today.');
    expect(whyNotHold(at('HOLD'), mine, '2026-04-30', today)).toBeNull();
    expect(whyNotHold(at('BILLED'), mine, null, today)?.sentence).toBe('Only work that is not on an invoice can be held; this is BILLED.');
    expect(whyNotRelease(at('UNBILLED'), mine)?.sentence).toBe('Only work on hold can be released; this is UNBILLED.');
    expect(whyNotWriteOff(at('HOLD'), mine, null)?.code).toBe('REASON_NEEDED');
    expect(whyNotWriteOff(at('CLAIMED'), mine, 'x')?.code).toBe('WRONG_STATE');
    expect(whyNotRestore(at('UNBILLED'), mine)?.code).toBe('WRONG_STATE');
    expect(WIP_STATES.map((state) => STATE_ACTS.filter((act) => whyNotAct(act, state, 'Why') === null))).toEqual([
      ['hold', 'write off', 'claim'],
      ['unclaim', 'bill'],
      ['unbill'],
      ['hold', 'release', 'write off'],
      ['restore'],
    ]);
  });

  it('WIP act: a move shows in both jobs, keeps the amount, and asks for both', () => {
    const from = positionOf(entered);
    expect(whyNotMoveWip(from, mine, target(6, 61))).toBeNull();
    expect(whyNotMoveWip(from, mine, target(6, 61, 'CLOSED'))?.sentence).toBe('Job 26-0006 is CLOSED; reopen it first.');
    expect(whyNotMoveWip(from, mine, target(5, 51))?.sentence).toBe('It is there already.');
    expect(whyNotMoveWip(from, mine, { ...target(6, 61), task: { id: 51, job: 5 } })?.code).toBe('INVALID');
    expect(whyNotMoveWip({ ...from, task: null }, mine, { job: target(6, 61).job, task: null })).toBeNull();
    const others = { ...target(6, 61).job, can_edit: false };
    expect(whyNotMoveWip(from, mine, { job: others, task: null })?.code).toBe('FORBIDDEN');
    expect(whyNotMoveWip({ ...from, state: 'CLAIMED' }, mine, target(6, 61))?.sentence).toMatch(/draft invoice/);
    const lines = post(entered, moveWip(from, target(6, 61), today, 'Wrong job'));
    expect(lines.filter(({ act }) => act === 'move').map(({ job, amount, reason }) => [job, amount, reason])).toEqual([
      [5, -225_00, 'Wrong job'],
      [6, 225_00, 'Wrong job'],
    ]);
    const jobOn = (date: string) => positionsAsOf(lines, date).get('time/1')?.job;
    expect([jobOn('2026-03-01'), jobOn('2026-03-02'), jobOn('2026-03-03'), jobOn(today)]).toEqual([undefined, 5, 5, 6]);
  });

  it('WIP act: a hold is due for release on its day, one without a day never', () => {
    const held = (item: string, hold_until: string | null): WipPosition => ({ ...positionOf(entered), item, state: 'HOLD', hold_until });
    const due = dueForRelease([held('a', '2026-03-04'), held('b', '2026-03-05'), held('c', null)], today);
    expect(due.map(({ item }) => item)).toEqual(['a']);
  });

  it('WIP act: of two who act on the same position one is refused', () => {
    const from = positionOf(entered);
    const lines = post(entered, actOn('write off', from, today, 'Mona'));
    expect(whyNotAppend(lines, moveWip(from, target(6, 61), today))?.code).toBe('CONFLICT');
    expect(findLedgerFaults(entered.concat({ ...entered[0]!, id: 9, turn: 2 }))).toEqual(['Line 9: time/1 is in two places.']);
    const odd = { ...lines[1]!, id: 9, turn: 3, date: '2026-01-01' };
    expect(findLedgerFaults([...lines, odd])).toEqual([
      'Line 9: time/1 is dated before its own past.',
      'Line 9: time/1 is taken out where it was not.',
    ]);
  });
});

describe('WIP lines told together', () => {
  const at = (item: string, change: Partial<WipPosition> = {}): WipPosition => ({
    ...work({ item }),
    state: 'UNBILLED',
    hold_until: null,
    turn: 1,
    ...change,
  });
  const told = (lines: NewWipLine[]) => {
    const { moves, others } = stateMoves(lines);
    return { moves: [...moves].map(([{ act, turn, state }, items]) => [act, turn, state, items]), others };
  };

  it('items that go to one state by one act at one turn are one move, wherever each was', () => {
    const lines = [
      ...actOn('claim', at('time/1'), today),
      ...actOn('claim', at('time/2', { job: 6, amount: 5 }), today),
      ...actOn('claim', at('time/3', { turn: 4 }), today),
      ...holdWip(at('time/4'), '2026-03-31', today),
      ...holdWip(at('time/5'), null, today),
    ];
    expect(told(lines)).toEqual({
      moves: [
        ['claim', 2, 'CLAIMED', ['time/1', 'time/2']],
        ['claim', 5, 'CLAIMED', ['time/3']],
        ['hold', 2, 'HOLD', ['time/4']],
        ['hold', 2, 'HOLD', ['time/5']],
      ],
      others: [],
    });
  });

  it('what comes, goes, is split, moved, priced anew or reversed is told line by line', () => {
    const lines = [
      ...enterWip(work()),
      ...removeWip(at('time/2'), today),
      ...splitWip(at('time/3'), 100, { date: today, reason: 'Agreed' }),
      ...moveWip(at('time/4'), target(7, 71), today),
      ...changeWip(at('time/5'), { amount: 1 }, { act: 'reprice', date: today }),
      ...changeWip(at('time/6'), { work_date: today }, { act: 'change', date: today }),
      ...reverseLastAct(post(post([], enterWip(work())), actOn('hold', at('time/1'), today)), 'time/1', today, 'Mistake'),
    ];
    expect(told(lines)).toEqual({ moves: [], others: lines });
  });

  it('a part names its record and what it was taken from', () => {
    expect(['time/12', 'time/12/3', 'time/12/3/4'].map((item) => [recordOf(item), wholeOf(item)])).toEqual([
      ['time/12', null],
      ['time/12', 'time/12'],
      ['time/12', 'time/12/3'],
    ]);
  });
});

describe('WIP sums', () => {
  const at = (item: string, change: Partial<WipPosition>): WipPosition => ({
    ...work(),
    item,
    state: 'UNBILLED',
    hold_until: null,
    turn: 1,
    ...change,
  });

  it('WIP sums: three buckets are the WIP, per job and task', () => {
    const all = [
      at('a', { amount: 100 }),
      at('b', { amount: 20, state: 'CLAIMED' }),
      at('c', { amount: 3, state: 'HOLD', task: 52 }),
      at('d', { amount: 4000, state: 'BILLED' }),
      at('e', { amount: 50_000, state: 'WRITTEN_OFF', job: 6 }),
    ];
    expect(sumWip(all)).toEqual({ ready: 100, on_draft: 20, hold: 3, wip: 123, billed: 4000, written_off: 50_000, actual: 54_123 });
    expect(sumWipBy(all, ({ task }) => task).get(52)?.wip).toBe(3);
    expect(sumWip(positionsOfJob(all, 6)).wip).toBe(0);
  });

  it('WIP age: weighted by amount, null when there is nothing', () => {
    const age = (...all: WipPosition[]) => averageWipAge(all, '2026-03-12');
    expect(age(at('a', { amount: 300 }), at('b', { amount: 100, work_date: '2026-03-08' }))).toBe(9);
    expect(age(at('a', { amount: 300 }), at('b', { amount: -300, work_date: '2026-03-08' }))).toBe(7);
    expect([age(), age(at('a', { state: 'BILLED' })), age(at('a', { amount: 0 }))]).toEqual([null, null, null]);
    expect(lastTimeEntryDate([{ date: '2026-03-02' }, { date: '2026-03-04' }, { date: '2026-03-03' }])).toBe('2026-03-04');
    expect(lastTimeEntryDate([])).toBeNull();
  });
});

it('WIP figure: every line says how it was priced', () => {
  const time: PricedSource = { kind: 'time', minutes: 150, rate: 90_00, rate_rule: 'client', rate_valid_from: '2026-02-01' };
  expect(sayPrice(time)).toBe('2 h 30 min at $90.00 an hour. Rate agreed with the client since 1 Feb 2026.');
  const paid = { kind: 'expense', net: 100_00, gross: 115_00, markup_pct: 10, as_agent: false } as const;
  expect([sayPrice(paid), sayPrice({ ...paid, as_agent: true })]).toEqual([
    '$100.00 before tax + 10 %.',
    '$115.00 paid as the agent of the client.',
  ]);
  expect(sayPrice({ kind: 'item', quantity: 142, unit: 'km', unit_cost: 72, markup_pct: 0 })).toBe('142 km at $0.72.');
  const lines = post(post([], enterWip(work())), enterWip(work({ item: 'time/2', amount: 10, work_date: '2026-03-01' })));
  expect(explainFigure('wip', positionsAsOf(lines).values(), new Map([['time/1', time]]), today)).toMatchObject({
    lines: [
      { item: 'time/2', days: 3, says: 'The entry is not known any more.' },
      { item: 'time/1', days: 2, amount: 225_00, says: sayPrice(time) },
    ],
    total: 225_10,
  });
});

/** Random days of a firm: every day somebody does something possible; now and then the last act is taken back. */
const step = fc.record({
  item: fc.nat(5),
  act: fc.constantFrom('enter', 'move', 'change', 'remove', 'reverse', ...STATE_ACTS),
  amount: fc.integer({ min: -50_00, max: 500_00 }),
  place: fc.nat(5),
  days: fc.nat(2),
});
const play = (steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) => {
  let lines: WipLine[] = [];
  let date = today;
  const moments: { date: string; positions: Map<string, WipPosition>; length: number }[] = [];
  for (const { item: number, act, amount, place, days } of steps) {
    date = addDays(date, days);
    const item = `time/${number}`;
    const here = positionsAsOf(lines).get(item);
    const turns = lines.filter((line) => line.item === item).length;
    if (act === 'enter' && turns === 0) lines = post(lines, enterWip(work({ item, amount, work_date: date, task: 50 + place })));
    else if (!here) continue;
    else if (act === 'move') lines = post(lines, moveWip(here, target(5 + (place % 2), 50 + place), date));
    else if (act === 'change') lines = post(lines, changeWip(here, { amount }, { act: 'change', date }));
    else if (act === 'remove') lines = post(lines, removeWip(here, date));
    else if (act === 'reverse') {
      if (whyNotReverseAct(lines, item) === null) lines = post(lines, reverseLastAct(lines, item, date, 'Wrong'));
    } else if (act !== 'enter' && whyNotAct(act, here.state, 'Why') === null) lines = post(lines, actOn(act, here, date, 'Why'));
    moments.push({ date, positions: positionsAsOf(lines), length: lines.length });
  }
  return { lines, moments };
};

describe('WIP ledger laws', () => {
  const days = fc.array(step, { maxLength: 60 });

  it('WIP ledger law: as of a day is what stood at the end of that day', () => {
    fc.assert(
      fc.property(days, (steps) => {
        const { lines, moments } = play(steps);
        expect(findLedgerFaults(lines)).toEqual([]);
        for (const [at, { date, positions }] of moments.entries()) {
          if (moments[at + 1]?.date === date) continue;
          expect(positionsAsOf(lines, date)).toEqual(positions);
        }
        expect(positionsAsOf(lines.toReversed())).toEqual(positionsAsOf(lines));
      }),
      seed,
    );
  });

  it('WIP ledger law: the sum of the lines is the sum of the positions, per job, task and state; every item is in one place', () => {
    fc.assert(
      fc.property(days, (steps) => {
        const { lines } = play(steps);
        const positions = [...positionsAsOf(lines).values()];
        for (const state of WIP_STATES)
          for (const job of [5, 6])
            for (const task of [50, 51, 52, 53, 54, 55]) {
              const isIn = (row: WipPosition) => row.state === state && row.job === job && row.task === task;
              const [ofLines, ofPositions] = [lines.filter(isIn), positions.filter(isIn)];
              expect(sumCents(ofLines.map(({ amount }) => amount))).toBe(sumCents(ofPositions.map(({ amount }) => amount)));
              expect(ofLines.reduce((sum, { sign }) => sum + sign, 0)).toBe(ofPositions.length);
            }
      }),
      seed,
    );
  });

  it('WIP ledger law: moves and states change no total; a reversal restores the position', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...STATE_ACTS, 'move' as const), fc.nat(5), (steps, act, number) => {
        const { lines, moments } = play(steps);
        const here = positionsAsOf(lines).get(`time/${number}`);
        if (!here || (act !== 'move' && whyNotAct(act, here.state, 'Why') !== null)) return;
        const date = moments.at(-1)!.date;
        const after = post(lines, act === 'move' ? moveWip(here, target(6, 61), date) : actOn(act, here, date, 'Why'));
        const total = (all: WipLine[]) => sumCents([...positionsAsOf(all).values()].map(({ amount }) => amount));
        expect(total(after)).toBe(total(lines));
        const back = post(after, reverseLastAct(after, here.item, date, 'Wrong'));
        expect({ ...positionOf(back, here.item), turn: here.turn }).toEqual(here);
        expect(whyNotReverseAct(back, here.item)?.code).toBe('CONFLICT');
        expect(sumCents(back.map(({ amount }) => amount))).toBe(sumCents(lines.map(({ amount }) => amount)));
      }),
      seed,
    );
  });

  it('WIP figure law: the lines of every figure add up to it, and carry the average age', () => {
    fc.assert(
      fc.property(days, (steps) => {
        const { lines, moments } = play(steps);
        const positions = [...positionsAsOf(lines).values()];
        const as_of = moments.at(-1)?.date ?? today;
        const sums = sumWip(positions);
        for (const figure of Object.keys(WIP_FIGURES) as WipFigure[]) {
          const { lines: shown, total } = explainFigure(figure, positions, new Map(), as_of);
          expect(total).toBe(sums[figure]);
          expect(sumCents(shown.map(({ amount }) => amount))).toBe(total);
        }
        expect(sums.ready + sums.on_draft + sums.hold).toBe(sums.wip);
        expect(sums.wip + sums.billed + sums.written_off).toBe(sums.actual);
        expect(sums.actual).toBe(sumCents(lines.map(({ amount }) => amount)));
        const age = averageWipAge(positions, as_of);
        const ages = positions.filter(({ state }) => isCounted('wip', state)).map(({ work_date }) => daysBetween(work_date, as_of));
        if (age !== null) expect(age >= Math.min(...ages) && age <= Math.max(...ages)).toBe(true);
      }),
      seed,
    );
  });
});
