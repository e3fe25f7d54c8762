/** What a notice of the accounting system says: only that something has changed. What it is now is fetched. */
export const WEBHOOK_NOUNS = ['INVOICE', 'CONTACT', 'CREDITNOTE'] as const;
export type WebhookNoun = (typeof WEBHOOK_NOUNS)[number];
export type ChangedDocument = { noun: WebhookNoun; id: string };

type Notice = { events?: unknown };
type Event = { tenantId?: unknown; eventCategory?: unknown; resourceId?: unknown };

/** The documents to fetch: those of our organisation, each once. What nobody knows is passed over, since more may be sent one day. */
export function changedDocuments(notice: unknown, tenant: string): ChangedDocument[] {
  const events = (notice as Notice | null)?.events;
  const found = new Map<string, ChangedDocument>();
  for (const event of Array.isArray(events) ? (events as (Event | null)[]) : []) {
    const noun = WEBHOOK_NOUNS.find((one) => one === event?.eventCategory);
    if (event?.tenantId !== tenant || !noun || typeof event.resourceId !== 'string') continue;
    found.set(`${noun} ${event.resourceId}`, { noun, id: event.resourceId });
  }
  return [...found.values()];
}
