import { z } from 'zod';
import { readStored, writeStored } from './stored.ts';

const KEY = 'recent';
const KEEP = 8;

const RecentRecord = z.object({ kind: z.string(), title: z.string(), path: z.string() });
export type RecentRecord = z.infer<typeof RecentRecord>;
const Kept = z.object({ person: z.int(), records: z.array(RecentRecord) });

/** The records this person opened last on this device, newest first. */
export function readRecentRecords(person: number): RecentRecord[] {
  const kept = readStored(KEY, Kept);
  return kept?.person === person ? kept.records : [];
}

/** A record screen says what it shows, e.g. { kind: 'Client', title: 'Baie Verte Holdings', path: '/client/5' }. */
export function rememberRecord(person: number, record: RecentRecord): void {
  const others = readRecentRecords(person).filter((other) => other.path !== record.path);
  writeStored(KEY, { person, records: [record, ...others].slice(0, KEEP) });
}
