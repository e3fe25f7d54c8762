import type { Manifest } from '@dmse/contract/sites/sync';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import * as manifests from './manifest.queries.ts';

/** What the server truly holds of a run, by id, version and hash. A tablet forgets only what stands here, so bytes are looked for (SYNC-S9). */
export async function getManifest({ tx, adapters }: Context, run: string, epoch: string | undefined): Promise<Manifest> {
  const seq = await manifests.findSeq(tx, run);
  if (seq === null) throw notFound();
  const rows: Manifest['rows'] = [];
  for (const { file_bytes, ...row } of await manifests.list(tx, run, epoch ?? null)) {
    const isWhole = row.sha256 === null || (await adapters.files.size(row.sha256)) === file_bytes;
    rows.push(isWhole ? row : { ...row, sha256: null });
  }
  return { seq, rows };
}
