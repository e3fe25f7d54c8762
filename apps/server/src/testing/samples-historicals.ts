import { Readable } from 'node:stream';
import type { Tx } from '../db/database.ts';
import type { FileStore } from '../outside/file-store.ts';
import type { Sample } from './samples.ts';

const THEN = '2026-03-04T14:00:00.000Z';

async function historicalFile(tx: Tx): Promise<number> {
  const values = { file_number: 'H-12', created_on: THEN, updated_on: THEN };
  return (await tx.insertInto('historical_file').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function scan(tx: Tx, actor: number, files: FileStore) {
  const id = await historicalFile(tx);
  const stored = await files.put(Readable.from(Buffer.from('%PDF-1.4\n')), 1000);
  const file = await tx
    .insertInto('file')
    .values({ ...stored, name: 'scan.pdf', mime_type: 'application/pdf', created_on: THEN, created_by: actor })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { historical_file: id, file: file.id, created_on: THEN, created_by: actor };
  return { id, scanId: (await tx.insertInto('historical_scan').values(row).returning('id').executeTakeFirstOrThrow()).id };
}

const historical = { own: async (tx: Tx) => ({ id: await historicalFile(tx) }) };

export const HISTORICAL_SAMPLES: Record<string, Sample> = {
  createHistoricalFile: { body: { file_number: 'H-13' } },
  getHistoricalFile: historical,
  updateHistoricalFile: { ...historical, body: { note: 'x' } },
  removeHistoricalFile: historical,
  listHistoricalFileHistory: historical,
  listHistoricalScans: historical,
  addHistoricalScan: { ...historical, body: { file: 2_000_000_000 } },
  removeHistoricalScan: { own: scan },
};
