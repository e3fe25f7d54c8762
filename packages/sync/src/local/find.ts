import type { Item } from '../item.ts';
import { beginPass, exchange } from '../pass.ts';
import { mergeRow } from '../rules/merge-row.ts';
import { getItem } from '../rules/request.ts';
import { readServerRow } from '../rules/server-row.ts';
import type { Session } from '../session.ts';
import { senderOf, stamp } from '../session-core.ts';
import type { Kind } from '../wire.ts';

const WORDS: Readonly<Record<Kind, string>> = { run: 'field run', point: 'shot', image: 'image', pipe: 'pipe' };

/** P15. `not_here`: it may exist on the server, but nobody could be asked: "not on this device; connect to load" (D13). */
export class NoSuchItem extends Error {
  readonly not_here: boolean;
  constructor(kind: Kind, id: string, not_here: boolean) {
    super(`No such ${WORDS[kind]}: ${id}`);
    this.name = 'NoSuchItem';
    this.not_here = not_here;
  }
}

/** On the device, in rescue, or on the server; the last is shown, not stored: storing is the pull's business. */
export async function findItem(session: Session, kind: Kind, id: string): Promise<Item> {
  const here = await session.store.runs((tx) => tx.table(kind).get(id));
  const found = here ?? (await session.store.safety(({ rescue }) => rescue.get(id)));
  if (found !== undefined) return found;
  if (!session.remote.online()) throw new NoSuchItem(kind, id, true);
  const sender = await senderOf(session);
  const answer = await exchange(session, beginPass({ isHeld: () => true }, true, sender), getItem(kind, id, sender, session.limits));
  const row = answer.kind === 'ok' ? readServerRow(kind, answer.body) : null;
  const item = row !== null && answer.kind === 'ok' ? mergeRow(undefined, row, { epoch: answer.epoch, now: stamp(session), rev: 0 }) : null;
  if (item === null) throw new NoSuchItem(kind, id, answer.kind === 'none');
  return item;
}
