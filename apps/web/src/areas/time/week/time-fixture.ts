import {
  createTimeEntry,
  findTargets,
  getTimeEntry,
  listTimeEntries,
  listTimeEntryHistory,
  type NamedTarget,
  removeTimeEntry,
  setFavourite,
  type TimeEntry,
  updateTimeEntry,
} from '@dmse/contract/time/entry';
import { copyWeek, getTimer, getWeek, setWeekCells, type TimeBatch, updateTimeBatch, type Week } from '@dmse/contract/time/week';
import { addDays } from '@dmse/domain/dates/local-date';
import { daysOfWeek } from '@dmse/domain/dates/week';
import { stateOfWeek } from '@dmse/domain/states/time-batch';
import { sumMinutes } from '@dmse/domain/time/entry-rules';
import { buildTimeEntry } from '@dmse/testkit/builders/time-entry';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { keyOfTarget, namedTargetOf } from './target.ts';

const STAMP = '2026-03-04T12:00:00.000Z';
export const FIRST_DAY = '2026-03-02';
export const TODAY = '2026-03-06';

function work(job: number, num: string, desc: string, task: number, name: string): NamedTarget {
  return {
    job: { id: job, num, desc, state: 'IN PROGRESS' },
    task: { id: task, name },
    milestone: null,
    overhead_code: null,
    is_billable: true,
  } as NamedTarget;
}
export const DRAFTING = work(5, '26-0058', 'Elm Street', 51, 'Drafting');
export const FIELD_WORK = work(5, '26-0058', 'Elm Street', 52, 'Field work');
export const OTHER_JOB = work(6, '26-0061', 'Oak Avenue', 61, 'Boundary survey');
export const VACATION: NamedTarget = {
  job: null,
  task: null,
  milestone: null,
  overhead_code: { id: 9, name: 'Vacation' },
  is_billable: false,
} as NamedTarget;

const NOW = { id: 4, full_name: 'Joe Jardine' };

/** The weeks of one person, served as the server does: cells all or none, conflicts, batches. */
export class TimeFirm {
  user = NOW;
  entries: TimeEntry[] = [];
  batches: TimeBatch[] = [];
  suggestions: Week['suggestions'] = [];
  targets: NamedTarget[] = [DRAFTING, FIELD_WORK, OTHER_JOB, VACATION];
  favourites = new Set<string>();
  exceptions: Week['exceptions'] = [];
  locked_through: string | null = null;
  can_edit = true;
  /** The next cells are refused with this sentence. */
  refuses: string | null = null;
  #lastId = 100;

  belongsTo({ id, full_name }: { id: number; full_name: string }): void {
    this.user = { id, full_name };
    this.entries = this.entries.map((entry) => ({ ...entry, user: this.user }));
    this.batches = this.batches.map((batch) => ({ ...batch, user: this.user }));
  }

  put(target: NamedTarget, date: string, minutes: number, change: Partial<TimeEntry> = {}): TimeEntry {
    const wip_state = target.is_billable ? ('UNBILLED' as const) : null;
    const named = { user: this.user, date, ...namedTargetOf(target), minutes, wip_state };
    const entry = buildTimeEntry({ id: ++this.#lastId, ...named, ...change });
    this.entries.push(entry);
    this.openBatch();
    return entry;
  }
  openBatch(change: Partial<TimeBatch> = {}): void {
    if (this.batches.length > 0 && Object.keys(change).length === 0) return;
    const batch = { id: 1, user: this.user, first_day: FIRST_DAY, number: 1, state: 'OPEN', comment: '', minutes: 0, submitted_on: null };
    this.batches = [{ ...batch, decided_on: null, decided_by: null, is_exported: false, version: 1, ...change } as TimeBatch];
  }
  /** The time in a cell; null where there is none. */
  time(target: NamedTarget, date: string): number | null {
    const found = this.entries.filter((entry) => entry.date === date && keyOfTarget(entry) === keyOfTarget(target));
    return found.length === 0 ? null : sumMinutes(found);
  }
  noteOf(target: NamedTarget, date: string): string | undefined {
    return this.entries.find((entry) => entry.date === date && keyOfTarget(entry) === keyOfTarget(target))?.note;
  }

  week(date: string = FIRST_DAY): Week {
    const days = daysOfWeek(date, 'Monday');
    const entries = this.entries.filter((entry) => days.includes(entry.date));
    const batches = this.batches.filter(({ first_day }) => first_day === days[0]).map((one) => ({ ...one, minutes: sumMinutes(entries) }));
    return {
      user: this.user,
      first_day: days[0]!,
      days,
      state: stateOfWeek(batches),
      batches,
      entries,
      suggestions: this.suggestions.filter(
        (one) => days.includes(one.date) && !entries.some((entry) => entry.field_run !== null && entry.field_run === one.field_run),
      ),
      exceptions: this.exceptions,
      weekly_minutes: 2400,
      entry_step: 15,
      today: TODAY,
      locked_through: this.locked_through,
      can_edit: this.can_edit && stateOfWeek(batches) !== 'SUBMITTED',
      can_approve: false,
    } as Week;
  }

  #nameOf(target: {
    job: number | null;
    task: number | null;
    milestone: number | null;
    overhead_code: number | null;
    is_billable: boolean;
  }) {
    const known = [...this.targets, ...this.entries, ...this.suggestions].find(
      (one) =>
        (one.job?.id ?? null) === target.job &&
        (one.task?.id ?? null) === target.task &&
        (one.overhead_code?.id ?? null) === target.overhead_code,
    );
    if (!known) throw new Refusal(400, { detail: 'There is no such work.' });
    return { ...namedTargetOf(known), is_billable: target.is_billable };
  }

  serve(server: FakeServer): FakeServer {
    return server
      .on(getWeek, ({ query }) => this.week(query.date ?? TODAY))
      .on(setWeekCells, ({ body }) => {
        if (this.refuses) throw new Refusal(409, { detail: this.refuses, code: 'LOCKED' });
        for (const cell of body.cells) {
          const present = this.time(this.#nameOf(cell), cell.date);
          if (cell.was !== undefined && cell.was !== present && cell.minutes !== present)
            throw new Refusal(409, { detail: 'Somebody changed it meanwhile.', code: 'CONFLICT', current: { date: cell.date, present } });
        }
        for (const cell of body.cells) {
          const target = this.#nameOf(cell);
          const isHere = (entry: TimeEntry) => entry.date === cell.date && keyOfTarget(entry) === keyOfTarget(target);
          const before = this.entries.find(isHere);
          this.entries = this.entries.filter((entry) => !isHere(entry));
          if (cell.minutes !== null)
            this.put(target, cell.date, cell.minutes, {
              note: cell.note ?? before?.note ?? '',
              field_run: cell.field_run ?? before?.field_run ?? null,
            });
        }
        return this.week(body.date);
      })
      .on(copyWeek, ({ body }) => {
        const source = this.week(body.from);
        const rows = [...new Map(source.entries.map((entry) => [keyOfTarget(entry), namedTargetOf(entry)])).values()];
        if (body.mode === 'hours') for (const entry of source.entries) this.put(entry, addDays(entry.date, 7), entry.minutes);
        return { week: this.week(body.date), rows, left_out: ['Job 26-0040 is CLOSED.'] };
      })
      .on(updateTimeBatch, ({ params, body }) => {
        this.batches = this.batches.map((batch) =>
          batch.id === params.id ? { ...batch, state: body.state, comment: body.comment ?? '', version: batch.version + 1 } : batch,
        );
        this.entries = this.entries.map((entry) => ({ ...entry, batch_state: body.state }));
        return this.batches.find(({ id }) => id === params.id)!;
      })
      .on(findTargets, ({ query }) => ({
        results: this.targets
          .filter((one) =>
            JSON.stringify(one)
              .toLowerCase()
              .includes((query.query ?? '').toLowerCase()),
          )
          .map((one) => ({ ...one, is_favourite: this.favourites.has(keyOfTarget(one)), last_used: null })),
      }))
      .on(setFavourite, ({ body: { is_favourite, ...target } }) => {
        const key = keyOfTarget(this.#nameOf(target));
        if (is_favourite) this.favourites.add(key);
        else this.favourites.delete(key);
        return undefined;
      })
      .on(getTimer, () => ({ timer: null, now: STAMP }))
      .on(listTimeEntries, ({ query }) => {
        const found = this.entries.filter(({ date }) => (!query.from || date >= query.from) && (!query.to || date <= query.to));
        return { count: found.length, next: null, previous: null, results: found.toSorted((a, b) => (a.date < b.date ? 1 : -1)) };
      })
      .on(listTimeEntryHistory, () => ({ count: 0, next: null, previous: null, results: [] }))
      .on(getTimeEntry, ({ params }) => this.#entry(params.id))
      .on(createTimeEntry, ({ body }) => {
        const target = {
          job: null,
          task: null,
          milestone: null,
          overhead_code: null,
          ...body,
          is_billable: body.is_billable ?? body.job != null,
        };
        return this.put(this.#nameOf(target), body.date, body.minutes, { note: body.note ?? '', field_run: body.field_run ?? null });
      })
      .on(updateTimeEntry, ({ params, body }) => {
        const { note, minutes, date } = body;
        const changed = {
          ...(note === undefined ? {} : { note }),
          ...(minutes === undefined ? {} : { minutes }),
          ...(date === undefined ? {} : { date }),
        };
        this.entries = this.entries.map((entry) => (entry.id === params.id ? { ...entry, ...changed, version: entry.version + 1 } : entry));
        return this.#entry(params.id);
      })
      .on(removeTimeEntry, ({ params }) => {
        this.entries = this.entries.filter(({ id }) => id !== params.id);
        return undefined;
      });
  }
  #entry(id: number): TimeEntry {
    const found = this.entries.find((entry) => entry.id === id);
    if (!found) throw new Refusal(404, { detail: 'Not found.' });
    return found;
  }
}
