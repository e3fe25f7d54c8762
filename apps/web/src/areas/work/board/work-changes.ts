import type { Endpoint } from '@dmse/contract/endpoint';
import { updateMilestone } from '@dmse/contract/work/milestone';
import { updateTask } from '@dmse/contract/work/task';
import { updateTaskGroup } from '@dmse/contract/work/task-group';
import type { QueryClient } from '@tanstack/react-query';
import { callAny } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { workKey } from './use-work.ts';
import { findRow, putRow, type RowKind, type RowRef, type WorkData, type WorkOwner } from './work-data.ts';
import { movePatch, type Place } from './work-places.ts';

type Row = WorkData['groups'][number] | WorkData['tasks'][number] | WorkData['tasks'][number]['milestones'][number];
export type WorkPatch = Record<string, unknown>;

const UPDATES: Record<RowKind, Endpoint> = { group: updateTaskGroup, task: updateTask, milestone: updateMilestone };

/** The record as it is now, when somebody else changed it since it was looked at. */
export function conflictOf(error: unknown): { current: Row; changed: string[] } | null {
  if (!(error instanceof ProblemError) || error.code !== 'CONFLICT') return null;
  const { current, changed } = error.problem as { current?: Row; changed?: string[] };
  return current ? { current, changed: changed ?? [] } : null;
}

async function sendPatch({ kind, id }: RowRef, patch: WorkPatch, version: number | null): Promise<Row> {
  const send = (ifMatch: number | null) => callAny(UPDATES[kind], { id }, patch, ifMatch === null ? {} : { ifMatch }) as Promise<Row>;
  try {
    return await send(version);
  } catch (error) {
    const conflict = conflictOf(error);
    // Two people who change different fields of one row both keep their change.
    if (!conflict || conflict.changed.some((field) => field in patch)) throw error;
    return send(conflict.current.version);
  }
}

export type WorkChanges = {
  /** Changes a row at once on the page, then on the server; `shown` is what the page shows where that is more than what is sent. */
  change: (ref: RowRef, patch: WorkPatch, options?: { shown?: WorkPatch; version?: number }) => Promise<void>;
  /** Moves a row. Where others move other rows meanwhile, all moves stay, so no version is asked about. */
  move: (ref: RowRef, place: Place) => Promise<void>;
  /** Anything else that changes work: waits its turn, and everything is asked for anew. */
  run: <T>(send: () => Promise<T>) => Promise<T>;
};

/**
 * The changes of one page, sent one after the other in the order they were made. What the page shows is what the server last said with
 * everything on top that is still on its way; what is refused disappears from it again.
 */
export function openChanges(client: QueryClient, owner: WorkOwner): WorkChanges {
  const key = workKey(owner);
  let base: WorkData | null = null;
  let waiting: ((data: WorkData) => WorkData)[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let running = 0;

  const read = () => client.getQueryData<WorkData>(key);
  function show(): void {
    if (base)
      client.setQueryData(
        key,
        waiting.reduce((data, apply) => apply(data), base),
      );
  }
  async function inTurn<T>(send: () => Promise<T>): Promise<T> {
    running += 1;
    const turn = last.then(send);
    last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      running -= 1;
      if (running === 0) {
        base = null;
        void invalidateArea(client, 'jobs');
      }
    }
  }

  async function change(ref: RowRef, patch: WorkPatch, shown: WorkPatch, version: number | null | undefined): Promise<void> {
    const { kind } = ref;
    const apply = (data: WorkData) => {
      const row = findRow(data, ref);
      return row ? putRow(data, kind, { ...row, ...shown } as Row) : data;
    };
    // An answer that is still on its way does not know of this change.
    void client.cancelQueries({ queryKey: key });
    base ??= read() ?? null;
    waiting.push(apply);
    show();
    const fold = (row: Row) => {
      if (base) base = putRow(base, kind, row);
    };
    await inTurn(async () => {
      try {
        const known = base && findRow(base, ref)?.version;
        fold(await sendPatch(ref, patch, version === undefined ? (known ?? null) : version));
      } catch (error) {
        const conflict = conflictOf(error);
        if (conflict) fold(conflict.current);
        throw error;
      } finally {
        waiting = waiting.filter((one) => one !== apply);
        show();
      }
    });
  }

  return {
    change: (ref, patch, { shown = patch, version } = {}) => change(ref, patch, shown, version),
    async move(ref, place) {
      const data = read();
      if (!data || !findRow(data, ref)) return;
      const patch = movePatch(data, ref, place);
      await change(ref, patch, patch, null);
    },
    run: inTurn,
  };
}
