import type { Item, Sent } from '../item.ts';
import type { Answer } from '../rules/answer.ts';
import type { FoldFacts, Verdict } from '../rules/fold.ts';
import { isUnsettled } from '../rules/new-item.ts';
import type { SessionCore } from '../session-core.ts';
import { changeItem } from '../shelf.ts';
import type { Kind } from '../wire.ts';

/** `gone`: the record left the device, or another tab has folded this answer already. */
export type Written = {
  readonly verdict: Verdict | 'gone';
  readonly flipped: boolean;
  readonly unsettled: boolean;
  readonly item: Item | null;
};

const GONE: Written = { verdict: 'gone', flipped: false, unsettled: false, item: null };

/**
 * Folds an answer into the record that is in the store now, wherever it lies now, and only if it still waits for this very
 * operation. Never writes a record that is not there: a wiped record does not come back as a ghost (A8).
 */
export async function writeAnswer(
  session: SessionCore,
  kind: Kind,
  id: string,
  sent: Sent,
  answer: Answer,
  facts: FoldFacts,
): Promise<Written> {
  const fold = (item: Item): { item: Item; result: Written } => {
    if (item._sent?.op !== sent.op) return { item, result: GONE };
    const folded = session.laws.foldAnswer(item, sent, answer, facts);
    const { verdict, flipped } = folded;
    return { item: folded.item, result: { verdict, flipped, unsettled: isUnsettled(folded.item), item: folded.item } };
  };
  const inRun = await session.store.runs(async (tx) => {
    const item = await tx.table(kind).get(id);
    if (item === undefined) return undefined;
    const changed = fold(item);
    if (changed.item !== item) await tx.table(kind).put(changed.item);
    // what was verified before no longer covers everything
    const run = kind === 'run' ? undefined : await tx.table('run').get(item.field_run);
    if (changed.result.verdict === 'acked' && run?.run?.verified)
      await tx.table('run').put({ ...run, run: { ...run.run, verified: null } });
    return changed.result;
  });
  return inRun ?? (await changeItem(session.store, 'rescue', kind, id, fold)) ?? GONE;
}
