import { compareWhenAsked } from '../areas/accounting/differences/compare.service.ts';
import { refreshSettings } from '../areas/accounting/link/fetch-settings.service.ts';
import { endAsked, readLink } from '../areas/accounting/link/link.service.ts';
import { sweep, takeEvents } from '../areas/accounting/proposal/sweep.service.ts';
import { type AttachParts, attachNext } from '../areas/accounting/upload/attach.service.ts';
import { planMarks } from '../areas/accounting/upload/plan.service.ts';
import { sendNext } from '../areas/accounting/upload/send.service.ts';

const SENDING_MS = 45_000;

type Parts = AttachParts & { origin: () => string; mustStop: () => boolean };

/** Everything the link has to do, as far as it can be done now: what waits is sent, what was changed over there is fetched. */
export async function runAccounting({ origin, mustStop, ...parts }: Parts): Promise<void> {
  const link = await parts.db.read(readLink);
  if (link.state !== 'connected' || link.start_on === null) return;
  await refreshSettings(parts, link);
  await planMarks(parts.db, link.start_on, parts.now());
  // A long queue leaves time for the rest; the next minute goes on with it.
  const until = performance.now() + SENDING_MS;
  while (!mustStop() && performance.now() < until && (await sendNext({ ...parts, origin: origin() })));
  while (!mustStop() && performance.now() < until && (await attachNext(parts)));
  if (mustStop()) return;
  await takeEvents(parts, link.tenant);
  await sweep(parts, link);
  await compareWhenAsked(parts, link);
  if (link.asked_on !== null) await parts.db.write((tx) => endAsked(tx, link));
}
