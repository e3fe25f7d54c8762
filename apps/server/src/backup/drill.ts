import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyChain } from '../background/history-chain.ts';
import type { Config } from '../config.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { getLedgerHealth } from '../flows/ledger-health.ts';
import { KeyProblem, type LockAndKey } from './lock-and-key.ts';
import type { Drill } from './manifest.ts';
import type { Place } from './place.ts';
import { restoreBackup } from './restore-backup.ts';

type DrillParts = { config: Config; place: Place; keys: LockAndKey; name: string; now: () => string; say?: (line: string) => void };

/**
 * Restores a backup beside the product, into a folder of its own with a PostgreSQL of its own, and looks at what came back: every table
 * and file against the manifest on the way in, then the ledgers and the history. What it found is kept beside the backup.
 */
export async function drillBackup({ config, place, keys, name, now, say = () => {} }: DrillParts): Promise<Drill> {
  const folder = await mkdtemp(join(config.dataDir, 'drill-'));
  const began = performance.now();
  const problems: string[] = [];
  const beside = {
    ...config,
    backup: { ...config.backup, days: null },
    dataDir: folder,
    databaseUrl: null,
    databaseAppUrl: null,
    files: { store: 'disk' as const, before: null },
  };
  try {
    const manifest = await restoreBackup({ config: beside, place, keys, name, say, look });
    problems.push(...manifest.problems);
  } catch (error) {
    // A trial that had no key says nothing of the backup: it is none.
    if (error instanceof KeyProblem) throw error;
    problems.push((error as Error).message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const drill = { tried_on: now(), seconds: Math.round((performance.now() - began) / 100) / 10, problems };
  await place.noteDrill(name, drill);
  return drill;

  async function look(ownerUrl: string): Promise<void> {
    const db = openDatabase(openPool(ownerUrl, 2, null));
    try {
      const { differences } = await db.read((tx) => getLedgerHealth({ tx, now: now() }));
      for (const { what, says } of differences.slice(0, 10)) problems.push(`Ledger health: ${what}. ${says}`);
      const { broken } = await db.read(verifyChain);
      if (broken) problems.push(`The history is not what was sealed: entry ${broken.history_id}.`);
    } finally {
      await db.close();
    }
  }
}
