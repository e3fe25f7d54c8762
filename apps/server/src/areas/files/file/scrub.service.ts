import { checkFile } from '../../../adapters/files/check-file.ts';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import type { Database, Tx } from '../../../db/database.ts';
import * as checks from './file-check.queries.ts';

type Parts = { db: Database; files: FileStore; now: () => string; mustStop?: () => boolean };

const HOUR = 3_600_000;
/** Each content is read again once a week, and what was not sound every night. */
const READ_EVERY_MS = 7 * 24 * HOUR;
/** The rest goes on the next night, where it left off. */
const LONGEST_MS = 3 * HOUR;
const BATCH = 20;
const MOST_FINDINGS = 100;

/** Reads kept files again and compares their hash. Answers how many were read, and how many of those are not what was put there. */
export async function scrubFiles({ db, files, now, mustStop = () => false }: Parts): Promise<{ read: number; found: number }> {
  const began = Date.parse(now());
  const done = { read: 0, found: 0 };
  await db.write((tx) => checks.removeForgotten(tx));
  const check = async (sha256: string) => {
    const found = await checkFile(files, sha256);
    await db.write((tx) => checks.note(tx, { sha256, checked_on: now(), finding: found === 'sound' ? null : found }));
    done.read += 1;
    if (found !== 'sound') done.found += 1;
  };
  for (const { sha256 } of await db.read((tx) => checks.listFindings(tx, MOST_FINDINGS))) await check(sha256);
  const readBefore = new Date(began - READ_EVERY_MS).toISOString();
  while (!mustStop() && Date.parse(now()) - began < LONGEST_MS) {
    const batch = await db.read((tx) => checks.listUnread(tx, readBefore, BATCH));
    if (batch.length === 0) break;
    for (const sha256 of batch) await check(sha256);
  }
  return done;
}

/** What is known of the kept files, for whoever looks after the server. */
export async function getFileChecks(tx: Tx) {
  return { ...(await checks.summarize(tx)), findings: await checks.listFindings(tx, MOST_FINDINGS) };
}
