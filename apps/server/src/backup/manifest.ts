import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What is written last into the folder of a backup: without it the backup is not whole. It holds no data of people, only names of tables, counts and hashes. */
export const Manifest = z.object({
  format: z.literal(1),
  taken_on: z.iso.datetime(),
  mode: z.enum(['demo', 'firm']),
  dataset_epoch: z.string(),
  migrations: z.array(z.string()),
  is_encrypted: z.boolean(),
  /** `sha256` is that of the stored bytes, compressed and encrypted as they are. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), bytes: z.int(), sha256: Sha256 })),
  sequences: z.array(z.object({ name: z.string(), value: z.int(), is_used: z.boolean() })),
  files: z.array(z.object({ sha256: Sha256, bytes: z.int() })),
  /** Files that the database names and the store did not have, or had with other bytes. */
  problems: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** What a restore of a backup beside the product has shown. */
export const Drill = z.object({ tried_on: z.iso.datetime(), seconds: z.number(), problems: z.array(z.string()) });
export type Drill = z.infer<typeof Drill>;

/** `2026-11-18T01-20-00Z`: sorts by time, and is a name on every disk. */
export const backupName = (takenOn: string) => `${takenOn.slice(0, 19).replaceAll(':', '-')}Z`;
export const BACKUP_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
