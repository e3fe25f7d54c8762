import { isSessionOver } from '@dmse/domain/access/session';
import type { FileStore } from '../adapters/files/file-store.ts';
import type { Queue, WorkLog } from '../adapters/queue.ts';
import { sweepFiles } from '../areas/files/file/sweep.service.ts';
import { requeueScans } from '../areas/historicals/scan/read-scan.service.ts';
import { requeueInvoicePdfs } from '../areas/invoices/document/invoice-pdf.service.ts';
import { sweepFieldWork } from '../areas/sites/device/sweep.service.ts';
import { requeueMails } from '../areas/staff/mail/mail-delivery.service.ts';
import { releaseDue } from '../areas/wip/item/wip.service.ts';
import type { SessionKind } from '../call/context.ts';
import { removeBefore as removeAnswersBefore } from '../call/once.queries.ts';
import type { Database } from '../db/database.ts';
import { getLedgerHealth } from '../flows/ledger-health.ts';
import { sealHistory, verifyChain } from './history-chain.ts';
import * as nightly from './nightly.queries.ts';

type Parts = { db: Database; files: FileStore; queue: Queue; log: WorkLog };

const DAY = 24 * 3_600_000;
const KEEP_ATTEMPTS_DAYS = 30;
const KEEP_ANSWERS_DAYS = 7;

/** Everything that has outlived its use, in one place; and the checks that nobody would make by hand. Done queue jobs go by the queue's own clock. */
export async function runNightly({ db, files, queue, log }: Parts, now: string): Promise<void> {
  const daysAgo = (days: number) => new Date(Date.parse(now) - days * DAY).toISOString();
  const sessions = await sweepSessions(db, now);
  const attempts = await db.write((tx) => nightly.removeSignInAttempts(tx, daysAgo(KEEP_ATTEMPTS_DAYS)));
  const tickets = await db.write((tx) => nightly.removeOldTickets(tx, daysAgo(1)));
  const answers = await db.write((tx) => removeAnswersBefore(tx, daysAgo(KEEP_ANSWERS_DAYS)));
  const mails = await db.write((tx) => requeueMails(tx, queue, daysAgo(2)));
  const pdfs = await db.write((tx) => requeueInvoicePdfs(tx, queue, daysAgo(1)));
  const scans = await db.write((tx) => requeueScans(tx, queue, daysAgo(1)));
  const released = await db.write((tx) => releaseDue({ tx, now, actor: { id: null } }));
  const field = await sweepFieldWork(db, now);
  const swept = await sweepFiles({ db, files }, now);
  const sealed = await sealHistory(db, { everywhere: true });
  const { checked, head, broken } = await db.read(verifyChain);
  const { differences } = await db.read((tx) => getLedgerHealth({ tx, now }));
  log.info(
    { sessions, attempts, tickets, answers, mails, pdfs, scans, released, ...field, ...swept, sealed, checked, head },
    'nightly clean-up done',
  );
  if (broken) {
    throw new Error(`The history has been tampered with: entry ${broken.history_id} (link ${broken.seq}) is not what was sealed.`);
  }
  const [first] = differences;
  if (first) throw new Error(`Ledger health has ${differences.length} differences. The first: ${first.what}. ${first.says}`);
}

async function sweepSessions(db: Database, now: string): Promise<number> {
  return db.write(async (tx) => {
    const all = await nightly.listSessions(tx);
    const over = all.filter((session) => isSessionOver({ ...session, kind: session.kind as SessionKind }, now)).map(({ id }) => id);
    if (over.length > 0) await nightly.removeSessions(tx, over);
    return over.length;
  });
}
