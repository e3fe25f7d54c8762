import { Readable } from 'node:stream';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { Database } from '../../../db/database.ts';
import { storeMade } from '../../files/file/file.service.ts';
import * as runs from '../field-run/field-run.queries.ts';
import * as attempts from './attempt.queries.ts';
import { describeRun } from './export.service.ts';
import { collectInputs } from './run-inputs.service.ts';

/** A job of the queue: which attempt was finished, and what it published. */
export type FinishedRun = { attempt: number; new_controls: string[] };

type Parts = Pick<Adapters, 'files' | 'processor'> & { db: Database; now: () => string };

const MOST_PACKAGE_BYTES = 500 * 1024 * 1024;

/** The signed package of a finished run, made from what was frozen with it. No transaction is open while it is made. */
export async function makeRunPackage({ db, files, processor, now }: Parts, { attempt: id, new_controls }: FinishedRun) {
  const found = await db.read(async (tx) => {
    const attempt = await attempts.find(tx, id);
    const run = attempt && (await runs.peek(tx, attempt.field_run));
    if (!attempt || !run || attempt.frozen === null || attempt.package !== null) return null;
    const inputs = await collectInputs(tx, run, attempt);
    const about = await describeRun({ tx, adapters: { files } }, { run, attempt, inputs, new_controls, by: '', at: now() });
    return { inputs, about };
  });
  if (!found) return;
  const { content, name, mime_type } = await processor.ask(found.inputs, { kind: 'export', format: 'zip', about: found.about });
  const stored = await files.put(Buffer.isBuffer(content) ? Readable.from([content]) : content, MOST_PACKAGE_BYTES);
  await db.write(async (tx) => {
    const file = await storeMade({ tx, actor: { id: null, full_name: '' }, now: now() }, { ...stored, name, mime_type });
    await attempts.keepPackage(tx, id, file.id);
  });
}
