import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { ReportPhoto } from '../../../adapters/documents/survey-report-parts.ts';
import type { Thumbnailer } from '../../../adapters/files/thumbnailer.ts';
import type { Database } from '../../../db/database.ts';
import { storeMade } from '../../files/file/file.service.ts';
import * as runs from '../field-run/field-run.queries.ts';
import * as attempts from './attempt.queries.ts';
import { describeRun } from './export.service.ts';
import { collectInputs } from './run-inputs.service.ts';
import { listPhotos } from './surroundings.queries.ts';

/** A job of the queue: which attempt was finished, and what it published. */
export type FinishedRun = { attempt: number; new_controls: string[] };

type Parts = Pick<Adapters, 'files' | 'processor'> & { db: Database; thumbnails: Thumbnailer; now: () => string };

const MOST_PACKAGE_BYTES = 500 * 1024 * 1024;
/** More would make a book of the report; the pictures themselves stay with the run. */
const MOST_PHOTOS = 60;

/** The signed package of a finished run, made from what was frozen with it. No transaction is open while it is made. */
export async function makeRunPackage({ db, files, processor, thumbnails, now }: Parts, { attempt: id, new_controls }: FinishedRun) {
  const found = await db.read(async (tx) => {
    const attempt = await attempts.find(tx, id);
    const run = attempt && (await runs.peek(tx, attempt.field_run));
    if (!attempt || !run || attempt.frozen === null || attempt.package !== null) return null;
    const inputs = await collectInputs(tx, run, attempt);
    const about = await describeRun({ tx, adapters: { files } }, { run, attempt, inputs, new_controls, by: '', at: now() });
    return { inputs, about, pictures: await listPhotos(tx, run.id, MOST_PHOTOS) };
  });
  if (!found) return;
  const photos: ReportPhoto[] = [];
  for (const { sha256, shot, name } of found.pictures) {
    const made = await thumbnails.make(await buffer(files.open(sha256)), 'jpeg').catch(() => null);
    if (made) photos.push({ app_shot: shot, name: name ?? '', bytes: made.picture });
  }
  const about = { ...found.about, photos };
  const { bytes, name, mime_type } = await processor.ask(found.inputs, { kind: 'export', format: 'zip', about });
  const stored = await files.put(Readable.from([bytes]), MOST_PACKAGE_BYTES);
  await db.write(async (tx) => {
    const file = await storeMade({ tx, actor: { id: null, full_name: '' }, now: now() }, { ...stored, name, mime_type });
    await attempts.keepPackage(tx, id, file.id);
  });
}
