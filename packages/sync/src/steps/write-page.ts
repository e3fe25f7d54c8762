import type { ChildKind, RunPart } from '../item.ts';
import { readFloor } from '../rev-floor.ts';
import type { ServerRow } from '../rules/server-row.ts';
import type { SessionCore } from '../session-core.ts';
import { stamp } from '../session-core.ts';

export type Page = {
  readonly run: string;
  readonly kind: ChildKind;
  readonly rows: readonly ServerRow[];
  readonly epoch: string;
  /** the cursor the page was asked with, and the one it ends at */
  readonly from: string | null;
  readonly to: string;
};

/**
 * L5: rows and cursor in one transaction, so a cut leaves both or neither. A page asked from another cursor than the run has now
 * is dropped: the run was wiped, reopened or settled meanwhile, and the next page starts from where it stands. A run that is being
 * wiped takes nothing in.
 */
export async function writePage(session: SessionCore, page: Page): Promise<boolean> {
  const { laws, store } = session;
  const facts = { epoch: page.epoch, now: stamp(session), rev: page.rows.length === 0 ? 0 : await readFloor(session) };
  return store.runs(async (tx) => {
    const run = await tx.table('run').get(page.run);
    if (run === undefined || run.run === null || run.run.leaving === 1 || run.run.cursor[page.kind] !== page.from) return false;
    const table = tx.table(page.kind);
    let changed = false;
    for (const row of page.rows) {
      const merged = laws.mergeRow(await table.get(row.id), row, facts);
      if (merged === null) continue;
      await table.put(merged);
      changed = true;
    }
    const part: RunPart = { ...run.run, cursor: { ...run.run.cursor, [page.kind]: page.to }, verified: changed ? null : run.run.verified };
    await tx.table('run').put({ ...run, _epoch: run._epoch ?? page.epoch, run: part });
    return true;
  });
}
