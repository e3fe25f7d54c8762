import { z } from 'zod';
import { Instant } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

export const Backup = z.object({
  name: z.string(),
  taken_on: Instant,
  rows: z.int(),
  files: z.int(),
  bytes: z.int(),
  is_encrypted: z.boolean(),
  problems: z.array(z.string()),
  /** The last time it was restored beside the product. */
  drill: z.object({ tried_on: Instant, seconds: z.number(), problems: z.array(z.string()) }).nullable(),
});
export type Backup = z.infer<typeof Backup>;

const Backups = z.object({
  /** Null: no folder was named. */
  folder: z.string().nullable(),
  is_encrypted: z.boolean(),
  free_bytes: z.int().nullable(),
  /** What waits or runs now. */
  running: z.enum(['backup', 'drill']).nullable(),
  last_failure: z.object({ at: Instant, says: z.string() }).nullable(),
  /** From when to when any minute can be restored; null: only the backups can. */
  every_minute: z.object({ since: Instant, until: Instant }).nullable(),
  /** Kept files that were read again and compared by their hash. Each content counts once. */
  files: z.object({
    kept: z.int(),
    read: z.int(),
    oldest: Instant.nullable(),
    findings: z.array(
      z.object({ sha256: z.string(), finding: z.enum(['missing', 'damaged']), checked_on: Instant, name: z.string(), names: z.int() }),
    ),
  }),
  /** Newest first. */
  backups: z.array(Backup),
});

export const getBackups = endpoint({ get: '/api/staff/backup/', response: Backups, needs: 'backups.read', summary: 'The backups' });
export const takeBackup = endpoint({ post: '/api/staff/backup/', response: Backups, needs: 'backups.take', summary: 'Take a backup now' });
export const drillBackup = endpoint({
  post: '/api/staff/backup/:name/drill/',
  params: { name: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/) },
  response: Backups,
  needs: 'backups.take',
  summary: 'Restore a backup beside the product and compare',
});
