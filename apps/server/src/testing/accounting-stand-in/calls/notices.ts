import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Books, Change } from '../books/books.ts';
import { ORGANISATION } from '../books/seed.ts';

export type Webhook = { url: string; key: string };
/** What became of one notice: the status it got, null for none. */
export type NoticeSent = { changes: Change[]; status: number | null };

const PATIENCE = 5000;
/** Milliseconds before each try. */
const WAITS = [0, 200, 1000];

const sign = (body: string, key: string) => createHmac('sha256', key).update(body).digest('base64');

/** Tells the app what has changed, one notice after the other. What is not taken is sent again, three times in all. */
export function openNotices(books: Books) {
  let webhook: Webhook | null = null;
  let sequence = 0;
  let queue = Promise.resolve();
  const sent: NoticeSent[] = [];

  const eventOf = ({ noun, type, id }: Change) => ({
    resourceUrl: `https://api.xero.com/api.xro/2.0/${{ INVOICE: 'Invoices', CONTACT: 'Contacts', CREDITNOTE: 'CreditNotes' }[noun]}/${id}`,
    resourceId: id,
    tenantId: ORGANISATION.tenant,
    tenantType: 'ORGANISATION',
    eventCategory: noun,
    eventType: type,
    eventDateUtc: new Date(books.now()).toISOString().slice(0, -1),
  });

  function bodyOf(changes: Change[]): string {
    const firstEventSequence = changes.length > 0 ? sequence + 1 : 0;
    sequence += changes.length;
    const lastEventSequence = changes.length > 0 ? sequence : 0;
    return JSON.stringify({
      events: changes.map(eventOf),
      firstEventSequence,
      lastEventSequence,
      entropy: randomBytes(12).toString('hex'),
    });
  }

  async function post({ url }: Webhook, body: string, signature: string): Promise<number | null> {
    const headers = { 'content-type': 'application/json', 'x-xero-signature': signature };
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) }).catch(
      () => null,
    );
    await answer?.arrayBuffer().catch(() => null);
    return answer?.status ?? null;
  }

  async function deliver(to: Webhook, changes: Change[]): Promise<void> {
    const body = bodyOf(changes);
    for (const before of WAITS) {
      await wait(before);
      if (webhook !== to) return;
      const status = await post(to, body, sign(body, to.key));
      sent.push({ changes, status });
      if (status === 200) return;
    }
  }

  return {
    set(next: Webhook | null) {
      webhook = next;
    },
    /** Sends what has changed since the last time; nobody waits for it. */
    flush(): void {
      const changes = books.changes.splice(0);
      const to = webhook;
      if (to && changes.length > 0) queue = queue.then(() => deliver(to, changes));
    },
    settled: () => queue,
    sent,
    /** The intent to receive: a right signature must get 200, a wrong one 401. */
    async check(): Promise<{ right: number | null; wrong: number | null; isAccepted: boolean }> {
      if (!webhook) throw new Error('No webhook is set.');
      const body = bodyOf([]);
      const right = await post(webhook, body, sign(body, webhook.key));
      const wrong = await post(webhook, body, sign(body, `${webhook.key} is wrong`));
      return { right, wrong, isAccepted: right === 200 && wrong === 401 };
    },
  };
}
