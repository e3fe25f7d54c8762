import { captureItem } from '../rules/new-item.ts';
import type { Session } from '../session.ts';
import { stamp, withTrueTime } from '../session-core.ts';
import type { Fields } from '../wire.ts';
import { type Patch, type Saved, touchRun, updateItem, whyUnfit } from './edit.ts';
import { saveOnDevice } from './storage.ts';

export type NewPipe = { readonly id?: string; readonly field_run: string; readonly fields: Fields };

export async function createPipe(session: Session, input: NewPipe): Promise<Saved> {
  const unfit = whyUnfit('pipe', input.fields);
  if (unfit !== null) return unfit;
  const now = stamp(session);
  const { field_run } = input;
  const fields = await withTrueTime(session, input.fields);
  const pipe = captureItem({ kind: 'pipe', id: input.id ?? session.tools.newId(), field_run, fields, owner: session.tools.user(), now });
  const saved = await saveOnDevice(session, async (tx) => {
    await tx.table('pipe').put(pipe);
    await touchRun(tx, field_run, now);
  });
  return saved.saved ? { saved: true, item: pipe } : saved;
}

export function updatePipe(session: Session, id: string, patch: Patch): Promise<Saved> {
  return updateItem(session, 'pipe', id, patch);
}
