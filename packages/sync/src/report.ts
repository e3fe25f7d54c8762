import { KINDS, type LightItem } from './item.ts';
import { exchange, type Pass, senderNow } from './pass.ts';
import { type Counts, countItems } from './rules/counts.ts';
import { postReport } from './rules/request.ts';
import type { Session } from './session.ts';
import { stamp } from './session-core.ts';

export type DeviceCounts = Counts & { readonly rescue: number; readonly by_run: ReadonlyMap<string, Counts> };

/** The badge: over the runs and over rescue, in all and by run. */
export async function countDevice(session: Session): Promise<DeviceCounts> {
  const inRuns = await session.store.runs(async (tx) => {
    const items: LightItem[] = [];
    for (const kind of KINDS) items.push(...(await tx.table(kind).list({})));
    return items;
  });
  const aside = await session.store.safety(({ rescue }) => rescue.list({}));
  const all = [...inRuns, ...aside];
  const by_run = new Map<string, LightItem[]>();
  for (const item of all) {
    const run = by_run.get(item.field_run);
    if (run === undefined) by_run.set(item.field_run, [item]);
    else run.push(item);
  }
  const rescue = aside.filter((item) => item.dirty === 1).length;
  return { ...countItems(all), rescue, by_run: new Map([...by_run].map(([run, items]) => [run, countItems(items)])) };
}

/** A12: the office knows which tablet holds what. Nobody waits for the answer. */
export async function reportDevice(session: Session, pass: Pass, counts: DeviceCounts): Promise<void> {
  const { waiting, failed, conflicts, rescue, oldest_unsynced } = counts;
  const runs = [...counts.by_run].map(([field_run, of]) => ({
    field_run,
    waiting: of.waiting,
    failed: of.failed,
    conflicts: of.conflicts,
  }));
  const report = { at: stamp(session), waiting, failed, conflicts, rescue, oldest_unsynced, runs };
  await exchange(session, pass, postReport(report, senderNow(session, pass), session.limits));
}
