import { CONTRACT_VERSION, type RequestQuery } from '@dmse/contract/endpoint';
import type { exportProcessing } from '@dmse/contract/sites/processing/run';
import { localDate } from '@dmse/domain/dates/local-date';
import { EXPORT_FORMATS } from '@dmse/domain/sites/export-formats';
import { FRENCH_PARTS, PROCESSING_PARTS } from '@dmse/domain/sites/processing';
import type { RunDecision } from '@dmse/survey/run/decision';
import type { AboutExport, RunInputs } from '../../../adapters/processing/question.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid } from '../../../call/refusal.ts';
import { openKept } from '../../files/file/file.service.ts';
import { getLetterhead } from '../../settings/letterhead/office-sheet.service.ts';
import type { FieldRunRow } from '../field-run/field-run.queries.ts';
import { findJobOf } from '../field-run/field-run-job.ts';
import { nameOfRun } from '../field-run/field-run-text.ts';
import type { AttemptRow } from './attempt.queries.ts';
import { ask, openAttempt } from './processing.service.ts';
import { collectInputs } from './run-inputs.service.ts';
import { findJob, listPhotos } from './surroundings.queries.ts';

type Telling = { tx: Context['tx']; adapters: Pick<Context['adapters'], 'files'> };
type About = { run: FieldRunRow; attempt: AttemptRow; inputs: RunInputs; by: string; at: string; new_controls?: readonly string[] };

/** More would make a book of the report; the pictures themselves stay with the run. */
const MOST_PHOTOS = 60;

/** What the report says of a run and the files do not. An attempt that has ended is told by who ended it, and when. */
export async function describeRun(context: Telling, { run, attempt, inputs, by, at, new_controls = [] }: About): Promise<AboutExport> {
  const { settings, files, decisions, around } = inputs;
  const known = await findJobOf(context.tx, run);
  const job = known === null ? undefined : await findJob(context.tx, known);
  const language = job?.language ?? 'en';
  const parts = language === 'fr' ? FRENCH_PARTS : PROCESSING_PARTS;
  return {
    job: job?.num ?? run.job_num,
    client: job?.client ?? '',
    run: nameOfRun(run),
    attempt: attempt.number,
    field_date: run.started_on === null ? null : localDate(run.started_on, settings.time_zone),
    processed_by: attempt.ended_by?.full_name ?? by,
    processed_at: attempt.ended_on ?? at,
    software: `DMSE ${CONTRACT_VERSION}`,
    geoid: around.undulation_grid?.name ?? null,
    source_files: files.map(({ part, ...file }) => ({ kind: parts[part], ...file })),
    decisions: decisions.map(({ id: _, decision, ...made }) => ({ ...decision, ...made }) as RunDecision),
    new_controls,
    firm: await getLetterhead(context),
    language,
    photos: await listPhotos(context.tx, run.id, MOST_PHOTOS),
    images: new Map((around.app_shots ?? []).map(({ id, image_count }) => [id, image_count])),
  };
}

/** One file, or everything as one signed zip. That of a finished run is the one that was signed then, to the byte. */
export async function exportRun(context: Context, id: string, query: RequestQuery<typeof exportProcessing>): Promise<FileAnswer> {
  const { format = 'zip', attempt: number } = query;
  if (!EXPORT_FORMATS.some(({ name }) => name === format))
    throw invalid({ format: `There is ${EXPORT_FORMATS.map(({ name }) => name).join(', ')}.` });
  const { run, attempt } = await openAttempt(context, id, number);
  if (format === 'zip' && attempt.package !== null) return openKept(context.tx, context.adapters.files, attempt.package);
  const inputs = await collectInputs(context.tx, run, attempt);
  const about = await describeRun(context, { run, attempt, inputs, by: context.actor.full_name, at: context.now });
  const { content, ...file } = await ask(context, inputs, { kind: 'export', format, about });
  return { ...file, stream: content, ...(Buffer.isBuffer(content) ? { bytes: content.length } : {}) };
}

/** The report as data, for the preview. */
export async function getReport(context: Context, id: string, { attempt: number }: { attempt?: number | undefined }) {
  const { run, attempt } = await openAttempt(context, id, number);
  const inputs = await collectInputs(context.tx, run, attempt);
  return {
    ...(await ask(context, inputs, {
      kind: 'report',
      about: await describeRun(context, { run, attempt, inputs, by: context.actor.full_name, at: context.now }),
    })),
  };
}
