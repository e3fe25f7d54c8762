import { getWeek, setWeekCells, type Week } from '@dmse/contract/time/week';
import { typedDuration } from '@dmse/domain/dates/duration';
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { callKey } from '../../../api/use-call.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { isOnline, markUnreachable, watchConnection } from '../../../session/connection.ts';
import { trackSave } from '../../../session/pending-saves.ts';
import { useSelf } from '../../../session/self.ts';
import { readStored, UNSENT, writeStored } from '../../../session/stored.ts';
import { CellConflict, dayOfCell, idOfCell, partStep, rebaseSteps, type UnsentCell, UnsentStep, wireCell } from './unsent-steps.ts';

/** A cell whose content could not be taken: what was typed, and why. */
const BadCell = z.object({ text: z.string(), problem: z.string() });
export type BadCell = z.infer<typeof BadCell>;

export type OutboxState = {
  /** What was typed and has not been acknowledged, in the order it was typed. Kept on the device. */
  steps: readonly UnsentStep[];
  conflicts: ReadonlyMap<string, CellConflict>;
  /** Kept on the device too: what somebody typed is there to be mended after a reload. */
  bad: ReadonlyMap<string, BadCell>;
  /** The server does not answer: nothing is lost, it is tried again. */
  isLost: boolean;
};

const Kept = z.object({
  steps: z.array(UnsentStep),
  conflicts: z.array(CellConflict),
  bad: z.array(z.tuple([z.string(), BadCell])).default([]),
});
/** A server that answers with a fault is asked again after this long. */
const AGAIN = 10_000;
const TRIES = 3;

/** The cache key of a person's own week, named by its first day. */
export function weekInput(first_day: string, user?: number) {
  return user === undefined
    ? { date: first_day as Week['first_day'] }
    : { user: user as Week['user']['id'], date: first_day as Week['first_day'] };
}
export function keepWeek(client: QueryClient, week: Week): void {
  client.setQueryData(callKey(getWeek, weekInput(week.first_day)), week);
  // Sums of the job and of the lists rest on it; the week itself is what the server has just said.
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /^\/api\/(timesheet|jobs)\//.test(String(path)) && path !== getWeek.path,
  });
}

export type Outbox = ReturnType<typeof openOutbox>;

/**
 * What somebody typed into their weeks, on its way to the server. A step is dropped when the server has acknowledged it and not before;
 * until then it stands on the device, and is sent when the connection is back or the app is opened again.
 */
function openOutbox(client: QueryClient, person: number) {
  const key = `${UNSENT}time.${person}`;
  const own = readStored(key, Kept);
  let state: OutboxState = {
    steps: own?.steps ?? [],
    conflicts: new Map((own?.conflicts ?? []).map((conflict) => [idOfCell(conflict.cell), conflict])),
    bad: new Map(own?.bad),
    isLost: false,
  };
  const listeners = new Set<() => void>();
  let isRunning = false;
  let tries = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void)[] = [];

  function set(next: Partial<OutboxState>): void {
    state = { ...state, ...next };
    if (next.steps || next.conflicts || next.bad)
      writeStored(key, { steps: state.steps, conflicts: [...state.conflicts.values()], bad: [...state.bad] });
    for (const listener of listeners) listener();
  }
  function mark(cells: readonly (readonly [string, BadCell])[]): void {
    if (cells.length > 0) set({ bad: new Map([...state.bad, ...cells]) });
  }
  function unmark(ids: readonly string[]): void {
    if (ids.some((id) => state.bad.has(id))) set({ bad: new Map([...state.bad].filter(([id]) => !ids.includes(id))) });
  }
  function dropConflicts(ids: readonly string[]): void {
    if (ids.some((id) => state.conflicts.has(id))) set({ conflicts: new Map([...state.conflicts].filter(([id]) => !ids.includes(id))) });
  }
  const without = (step: UnsentStep) => state.steps.filter(({ id }) => id !== step.id);

  function refuse(step: UnsentStep, problem: string): void {
    set({ steps: rebaseSteps(without(step), step.cells) });
    mark(step.cells.map((cell) => [idOfCell(cell), { text: cell.minutes === null ? '' : typedDuration(cell.minutes), problem }] as const));
  }
  async function part(step: UnsentStep): Promise<void> {
    const input = weekInput(step.first_day);
    const now = await client.fetchQuery({ queryKey: callKey(getWeek, input), queryFn: () => call(getWeek, input), staleTime: 0 });
    const { again: cells, conflicts } = partStep(step, now);
    tries += 1;
    if (cells.length > 0 && tries >= TRIES) {
      refuse({ ...step, cells }, 'Somebody else changes this week at the same moment. Press F2 and Enter to write it again.');
      return;
    }
    set({
      steps: state.steps.flatMap((one) => (one.id !== step.id ? one : cells.length > 0 ? { ...one, cells } : [])),
      conflicts: new Map([...state.conflicts, ...conflicts.map((conflict) => [idOfCell(conflict.cell), conflict] as const)]),
    });
  }
  /** Sends the first step; answers whether to go on with the next. */
  async function sendFirst(step: UnsentStep): Promise<boolean> {
    try {
      const body = { date: step.first_day as Week['first_day'], cells: step.cells.map(wireCell) };
      const week = await trackSave(call(setWeekCells, {}, body));
      tries = 0;
      await client.cancelQueries({ queryKey: callKey(getWeek, weekInput(week.first_day)) });
      keepWeek(client, week);
      // The cache tells the screen a moment after it has the answer; what is pending stays until then, or old figures would flash up.
      notifyManager.schedule(() => set({ steps: without(step), isLost: false }));
      await new Promise((resolve) => notifyManager.schedule(() => resolve(undefined)));
      return true;
    } catch (error) {
      if (error instanceof ProblemError && error.status < 500) {
        if (error.status === 401) return false;
        if (error.code === 'CONFLICT') await part(step);
        else refuse(step, errorText(error));
        return true;
      }
      if (!(error instanceof Error)) throw error;
      set({ isLost: true });
      if (!(error instanceof ProblemError)) markUnreachable();
      clearTimeout(again);
      again = setTimeout(() => void run(), AGAIN);
      return false;
    }
  }
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    clearTimeout(again);
    try {
      while (state.steps[0] && (await sendFirst(state.steps[0])));
    } catch {
      // Asking for the week anew failed too: the step stays and is tried again.
      set({ isLost: true });
      again = setTimeout(() => void run(), AGAIN);
    } finally {
      isRunning = false;
      const ended = waiting;
      waiting = [];
      for (const end of ended) end();
    }
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Keeps what was typed on the device, then sends it. */
    write(first_day: string, cells: readonly UnsentCell[]): void {
      if (cells.length === 0) return;
      const ids = cells.map(idOfCell);
      unmark(ids);
      dropConflicts(ids);
      set({ steps: [...state.steps, { id: crypto.randomUUID(), first_day, cells: [...cells] }] });
      void run();
    },
    mark,
    unmark,
    send: () => void run(),
    /** Ends when everything has been sent, or cannot be now; answers whether nothing of these days is left. */
    async settle(days: readonly string[]): Promise<boolean> {
      if (state.steps.length > 0 || isRunning) {
        const ended = new Promise<void>((resolve) => waiting.push(resolve));
        void run();
        await ended;
      }
      const isLeft = (id: string) => days.includes(dayOfCell(id));
      return state.steps.length === 0 && ![...state.conflicts.keys(), ...state.bad.keys()].some(isLeft);
    },
    /** Writes what was typed here over the other figure, or lets that stand. */
    decide(id: string, keepsMine: boolean): void {
      const conflict = state.conflicts.get(id);
      if (!conflict) return;
      dropConflicts([id]);
      if (keepsMine) this.write(conflict.first_day, [{ ...conflict.cell, was: conflict.theirs }]);
    },
  };
}

const OUTBOXES = new WeakMap<QueryClient, Map<number, Outbox>>();
function outboxOf(client: QueryClient, person: number): Outbox {
  const boxes = OUTBOXES.get(client) ?? new Map<number, Outbox>();
  OUTBOXES.set(client, boxes);
  const outbox = boxes.get(person) ?? openOutbox(client, person);
  boxes.set(person, outbox);
  return outbox;
}

/** The one outbox of the person signed in; what was left in it is sent as soon as a screen asks. */
export function useOutbox(): { outbox: Outbox; state: OutboxState } {
  const client = useQueryClient();
  const { id } = useSelf();
  const outbox = outboxOf(client, id);
  useEffect(() => {
    outbox.send();
    return watchConnection(() => isOnline() && outbox.send());
  }, [outbox]);
  return { outbox, state: useSyncExternalStore(outbox.subscribe, outbox.read) };
}
