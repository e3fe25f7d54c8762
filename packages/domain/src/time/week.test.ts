import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../dates/local-date.ts';
import { daysOfWeek } from '../dates/week.ts';
import { copyWeek } from './copy-week.ts';
import { entry } from './entry-fixture.ts';
import type { TimeEntry } from './entry-rules.ts';
import { suggestLines } from './suggested-lines.ts';
import { findWeekExceptions, isMissingSheet } from './week-exceptions.ts';
import { balanceOf, rowKey, weekGrid } from './week-grid.ts';

const seed = { seed: 20260304 };
const days = daysOfWeek('2026-03-04', 'Monday');

const anEntry = fc
  .record({
    at: fc.integer({ min: 0, max: 6 }),
    task: fc.integer({ min: 50, max: 53 }),
    minutes: fc.integer({ min: 1, max: 32 }).map((steps) => steps * 15),
    is_billable: fc.boolean(),
  })
  .map(({ at, ...rest }) => entry({ ...rest, date: days[at]! }));

describe('week grid', () => {
  it('week grid: one row per work, one cell per day, two entries in a cell are added', () => {
    const grid = weekGrid([entry(), entry({ minutes: 30 }), entry({ task: 52, date: '2026-03-02' }), entry({ date: '2026-03-09' })], days);
    expect(grid.rows.map(({ row, minutes }) => [row.task, minutes])).toEqual([
      [51, 180],
      [52, 150],
    ]);
    expect(grid.rows[0]!.cells[2]).toMatchObject({ date: '2026-03-04', minutes: 180, entries: [{ minutes: 150 }, { minutes: 30 }] });
    expect(grid.days).toEqual([150, 0, 180, 0, 0, 0, 0]);
    expect(weekGrid([entry(), entry({ is_billable: false })], days).rows.map(({ row }) => row.is_billable)).toEqual([true, false]);
  });

  it('week grid: the week against what is expected', () => {
    expect(balanceOf([entry(), entry({ is_billable: false })], 2400)).toEqual({
      expected: 2400,
      minutes: 300,
      billable: 150,
      missing: 2100,
      over: 0,
    });
    expect(balanceOf([entry()], 120).over).toBe(30);
    expect(balanceOf([entry()], 0)).toMatchObject({ missing: 0, over: 0 });
  });

  it('week grid law: rows, days and cells all add up to the week, and no entry is lost', () => {
    fc.assert(
      fc.property(fc.array(anEntry, { maxLength: 30 }), (entries) => {
        const grid = weekGrid(entries, days);
        const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
        expect(sum(grid.days)).toBe(grid.minutes);
        expect(sum(grid.rows.map(({ minutes }) => minutes))).toBe(grid.minutes);
        const cells = grid.rows.flatMap((row) => row.cells);
        expect(sum(cells.map(({ minutes }) => minutes))).toBe(sum(entries.map(({ minutes }) => minutes)));
        expect(new Set(cells.flatMap((cell) => cell.entries))).toEqual(new Set(entries));
      }),
      seed,
    );
  });
});

describe('copied week', () => {
  const facts = {
    from: '2026-02-23',
    to: '2026-03-02',
    today: '2026-03-04',
    locked_through: null,
    jobs: [{ id: 5, num: '26-0058', state: 'IN PROGRESS' as const }],
    present: [],
  };
  const last = [entry({ date: '2026-02-24', note: 'Old', field_run: 'r' }), entry({ date: '2026-02-27', task: 52 })];

  it('copied week: rows alone, or with the hours up to today; the note is of its own day', () => {
    expect(copyWeek(last, 'rows', facts)).toMatchObject({ rows: [{ task: 51 }, { task: 52 }], entries: [], left_out: [] });
    expect(copyWeek(last, 'hours', facts)).toMatchObject({
      entries: [{ date: '2026-03-03', task: 51, minutes: 150, note: '', field_run: null }],
      left_out: ['Nothing is copied to days after 4 Mar 2026.'],
    });
  });

  it('copied week: a closed job and a locked day stay behind and are named', () => {
    const jobs = [{ id: 5, num: '26-0058', state: 'CLOSED' as const }];
    expect(copyWeek(last, 'hours', { ...facts, jobs })).toEqual({ rows: [], entries: [], left_out: ['Job 26-0058 is CLOSED.'] });
    const locked = copyWeek(last, 'hours', { ...facts, today: '2026-03-08', locked_through: '2026-03-03' });
    expect(locked).toMatchObject({ entries: [{ date: '2026-03-06' }], left_out: ['Time through 3 Mar 2026 is locked.'] });
  });

  it('copied week laws: never after today, on the same weekday, never over what is there; twice is once', () => {
    const history = fc.array(
      anEntry.map((made) => ({ ...made, date: addDays(made.date, -7) })),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(history, fc.array(anEntry, { maxLength: 5 }), fc.constantFrom(...days), (entries, present, today) => {
        const given = { ...facts, today, present };
        const copied = copyWeek(entries, 'hours', given).entries;
        const taken = present.map((other) => other.date + rowKey(other));
        for (const made of copied) {
          expect(made.date <= today).toBe(true);
          expect(entries.some((old) => addDays(old.date, 7) === made.date && rowKey(old) === rowKey(made))).toBe(true);
          expect(taken).not.toContain(made.date + rowKey(made));
        }
        expect(copyWeek(entries, 'hours', { ...given, present: [...present, ...copied] }).entries).toEqual([]);
      }),
      seed,
    );
  });
});

describe('suggested line', () => {
  const run = {
    id: 'run-1',
    name: 'Elm Street',
    job: 5,
    task: 51,
    started_on: '2026-03-04T12:05:00.000Z',
    ended_on: '2026-03-04T19:40:00.000Z',
  };
  const done = { id: 510, name: 'Deed search', job: 5, task: 51, done_on: '2026-03-05T02:00:00.000Z' };
  const settings = { timeZone: 'America/Moncton', step: 15 } as const;
  const suggest = (entered: Pick<TimeEntry, 'date' | 'milestone' | 'field_run'>[]) =>
    suggestLines({ runs: [run], milestones: [done] }, entered, days, settings);

  it('suggested line: the run with its times, the milestone without', () => {
    expect(suggest([])).toEqual([
      {
        date: '2026-03-04',
        job: 5,
        task: 51,
        milestone: null,
        field_run: 'run-1',
        minutes: 450,
        says: 'Field run Elm Street, 08:05 to 15:40',
      },
      { date: '2026-03-04', job: 5, task: 51, milestone: 510, field_run: null, minutes: null, says: 'You finished Deed search' },
    ]);
  });

  it('suggested line: what is entered is not suggested again, on that day only', () => {
    expect(suggest([entry({ field_run: 'run-1' })]).map(({ milestone }) => milestone)).toEqual([510]);
    expect(suggest([entry({ milestone: 510 })]).map(({ field_run }) => field_run)).toEqual(['run-1']);
    expect(suggest([entry({ milestone: 510, date: '2026-03-03' })])).toHaveLength(2);
    const going = suggestLines({ runs: [{ ...run, ended_on: null }], milestones: [] }, [], days, settings);
    expect(going).toEqual([]);
    expect(suggestLines({ runs: [run], milestones: [done] }, [], ['2026-03-03'], settings)).toEqual([]);
  });
});

describe('exception', () => {
  const facts = {
    days,
    person: { weekly_minutes: 2400, start_date: null as string | null, end_date: null },
    tasks: [],
    holidays: new Set<string>(),
    today: '2026-03-05',
  };

  it('exception: over 12 h, missing days, no note and a task over its budget, in this order', () => {
    const exact = [53, 54].map((task) => entry({ task, minutes: 15, date: '2026-03-07' }));
    const entries = [entry({ minutes: 735 }), entry({ date: '2026-03-03', note: '', minutes: 720 }), ...exact];
    const tasks = [
      { id: 51, name: 'Deed search', budget_minutes: 600, actual_minutes: 885 },
      { id: 52, name: 'Plan', budget_minutes: 10, actual_minutes: 99 },
      { id: 53, name: 'Stakes', budget_minutes: 600, actual_minutes: 600 },
      { id: 54, name: 'No budget', budget_minutes: 0, actual_minutes: 600 },
    ];
    expect(findWeekExceptions(entries, { ...facts, tasks }).map(({ kind, says }) => [kind, says])).toEqual([
      ['long_day', '12 h 15 min on 4 Mar 2026'],
      ['missing_day', 'No time on 2 Mar 2026'],
      ['no_note', 'No note on 3 Mar 2026'],
      ['over_budget', 'Deed search is 4 h 45 min over its 10 h'],
    ]);
  });

  it('exception: weekends, holidays, days before the hiring and people without fixed hours miss nothing', () => {
    const missing = (change: Partial<typeof facts>) => findWeekExceptions([], { ...facts, today: '2026-03-20', ...change }).length;
    expect(missing({})).toBe(5);
    expect(missing({ holidays: new Set(['2026-03-02']) })).toBe(4);
    expect(missing({ person: { ...facts.person, start_date: '2026-03-05' } })).toBe(2);
    expect(missing({ person: { ...facts.person, weekly_minutes: 0 } })).toBe(0);
  });

  it('missing sheet: once the week is over, of those who are expected to have one', () => {
    const sheet = { first_day: '2026-03-02', state: 'OPEN' as const, person: facts.person };
    expect(isMissingSheet(sheet, '2026-03-09')).toBe(true);
    expect(isMissingSheet(sheet, '2026-03-08')).toBe(false);
    expect(isMissingSheet({ ...sheet, state: 'SUBMITTED' }, '2026-03-09')).toBe(false);
    expect(isMissingSheet({ ...sheet, person: { ...facts.person, weekly_minutes: 0 } }, '2026-03-09')).toBe(false);
    const isMissing = (start_date: string | null, end_date: string | null) =>
      isMissingSheet({ ...sheet, person: { weekly_minutes: 2400, start_date, end_date } }, '2026-03-09');
    expect([isMissing('2026-03-08', null), isMissing('2026-03-09', null)]).toEqual([true, false]);
    expect([isMissing(null, '2026-03-02'), isMissing(null, '2026-03-01')]).toEqual([true, false]);
  });
});
