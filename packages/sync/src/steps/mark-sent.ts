import type { Item, Sent } from '../item.ts';
import { decideStep, freezeClaim } from '../rules/next-step.ts';
import { buildPush, type Push, type Sender } from '../rules/request.ts';
import type { SessionCore } from '../session-core.ts';
import { changeItem, type Shelf } from '../shelf.ts';
import type { Kind } from '../wire.ts';

export type Marked = { readonly step: 'push'; readonly item: Item; readonly sent: Sent; readonly push: Push };
export type Unmarked = { readonly step: 'trash' | 'none' };

/**
 * Says in the store that a request is about to leave, before it leaves. Only then is it known after a crash that the server may
 * hold something this device has not been told of.
 */
export async function markSent(session: SessionCore, sender: Sender, shelf: Shelf, kind: Kind, id: string): Promise<Marked | Unmarked> {
  const { laws, limits, store } = session;
  const marked = await changeItem<Marked | Unmarked>(store, shelf, kind, id, (item) => {
    const step = decideStep(item);
    if (step !== 'push') return { item, result: { step } };
    const sent = freezeClaim(item, (it, rev) => laws.opId(it, rev, sender.device), sender.now);
    const next: Item = item._sent === sent ? item : { ...item, _sent: sent };
    return { item: next, result: { step, item: next, sent, push: buildPush(next, sent, sender, limits) } };
  });
  return marked ?? { step: 'none' };
}
