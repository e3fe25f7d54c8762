import { buffer } from 'node:stream/consumers';
import { stepAfter } from '@dmse/domain/accounting-link/after-answer';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import { callAccounting, type LinkParts } from '../link/access.service.ts';
import * as links from '../link/link.queries.ts';
import * as attachments from './attach.queries.ts';

export type AttachParts = LinkParts & { files: Pick<FileStore, 'open'> };

const inSeconds = (now: string, seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString();
/** So long nobody else takes what is being sent. */
const LEASE = 120;
const NO_SCOPE = 'The connection does not allow files. Connect the accounting system again to send the PDFs along.';

/**
 * Puts the PDF of the next invoice that stands over there without it, or with that of an earlier version. The file has one name, so that a
 * second attempt and a revised invoice replace it. Answers whether there was one. Nothing else waits for it.
 */
export async function attachNext(parts: AttachParts): Promise<boolean> {
  const { db, files, now: clock } = parts;
  const link = await db.read(links.read);
  const isPaused = link.paused_until !== null && link.paused_until > clock();
  if (link.state !== 'connected' || isPaused) return false;
  const due = await db.write((tx) => attachments.claim(tx, clock(), inSeconds(clock(), LEASE)));
  if (!due) return false;
  const bytes = await buffer(files.open(due.sha256));
  const path = `/Invoices/${due.remote_id}/Attachments/${encodeURIComponent(`${due.number}.pdf`)}`;
  const key = `attach:${due.id}:v${due.revision}:${due.sha256.slice(0, 16)}`;
  const answer = await callAccounting(parts, link.tenant, { method: 'POST', path, file: { bytes, mime_type: 'application/pdf' }, key });
  const step = stepAfter(answer, { attempts: due.attempts, has_refreshed: true, spread: Math.random() });
  await db.write(async (tx) => {
    if (step.step === 'retry' || step.step === 'look up' || step.step === 'refresh') {
      const wait = step.step === 'refresh' ? 60 : step.wait;
      await attachments.write(tx, due, { attach_on: inSeconds(clock(), wait) });
      if (step.step === 'retry') await links.write(tx, { paused_until: inSeconds(clock(), wait) });
      return;
    }
    const says = step.step === 'done' ? '' : answer.status === 403 ? NO_SCOPE : step.says;
    await attachments.write(tx, due, { attached_revision: due.revision, attach_attempts: 0, attach_on: null, attach_says: says });
  });
  return true;
}
