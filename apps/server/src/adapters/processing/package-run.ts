import type { ExportFile } from './exports/make-export.ts';
import { sealPackage } from './exports/package.ts';
import type { AboutExport, RunInputs } from './question.ts';
import type { Signer } from './signer.ts';

/** Everything that was made of a run and the files it was made of, signed: in the server, where the key is. */
export async function packageRun(
  made: readonly ExportFile[],
  { files, settings }: RunInputs,
  about: AboutExport,
  open: (sha256: string) => Promise<Uint8Array>,
  signer: Signer,
): Promise<ExportFile> {
  const { job, client, run, attempt, field_date, processed_by, processed_at, software } = about;
  const facts = { job, client, run, attempt, field_date, processed_by, processed_at, software, settings };
  const sources = files.map(async ({ part, name, sha256 }) => ({ kind: part, name, bytes: await open(sha256) }));
  return sealPackage(made, await Promise.all(sources), facts, signer);
}
