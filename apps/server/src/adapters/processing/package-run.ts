import { Readable } from 'node:stream';
import type { ExportFile } from './exports/make-export.ts';
import { sealPackage } from './exports/package.ts';
import type { AboutExport, ExportedFile, RunInputs } from './question.ts';
import type { Signer } from './signer.ts';

/** Everything that was made of a run and the files it was made of, signed: in the server, where the key is. */
export function packageRun(
  made: readonly ExportFile[],
  { files, settings }: RunInputs,
  about: AboutExport,
  open: (sha256: string) => AsyncIterable<Uint8Array>,
  signer: Signer,
): ExportedFile {
  const { job, client, run, attempt, field_date, processed_by, processed_at, software } = about;
  const facts = { job, client, run, attempt, field_date, processed_by, processed_at, software, settings };
  const { content, ...named } = sealPackage(made, files, open, facts, signer);
  return { ...named, content: Readable.from(content, { objectMode: false }) };
}
