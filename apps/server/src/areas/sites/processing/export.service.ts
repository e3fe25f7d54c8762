import { CONTRACT_VERSION, type RequestQuery } from '@dmse/contract/endpoint';
import type { exportProcessing } from '@dmse/contract/sites/processing/run';
import { localDate } from '@dmse/domain/dates/local-date';
import { EXPORT_FORMATS } from '@dmse/domain/sites/export-formats';
import { PROCESSING_PARTS } from '@dmse/domain/sites/processing';
import type { RunDecision } from '@dmse/survey/run/decision';
import type { AboutExport, RunInputs } from '../../../adapters/processing/question.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid } from '../../../call/refusal.ts';
import { openKept } from '../../files/file/file.service.ts';
import { getLetterhead } from '../../settings/letterhead/office-sheet.service.ts';
import type { FieldRunRow } from '../field-run/field-run.queries.ts';
import { nameOfRun } from '../field-run/field-run-text.ts';
import type { AttemptRow } from './attempt.queries.ts';
import { ask, openAttempt } from './processing.service.ts';
import { collectInputs } from './run-inputs.service.ts';
import { findJob } from './surroundings.queries.ts';

type About = { run: FieldRunRow; attempt: AttemptRow; inputs: RunInputs; new_controls?: readonly string[] };

/** What the report says of a run and the files do not. */
export async function describeRun(context: Context, { run, attempt, inputs, new_controls = [] }: About): Promise<AboutExport> {
  const { tx, actor, now } = context;
  const { settings, files, decisions, around } = inputs;
  const job = run.job === null ? undefined : await findJob(tx, run.job);
  return {
    job: job?.num ?? run.job_num,
    client: job?.client ?? '',
    run: nameOfRun(run),
    attempt: attempt.number,
    field_date: run.started_on === null ? null : localDate(run.started_on, settings.time_zone),
    processed_by: attempt.ended_by?.full_name ?? actor.full_name,
    processed_at: attempt.ended_on ?? now,
    software: `DMSE, contract ${CONTRACT_VERSION}`,
    geoid: around.undulation_grid?.name ?? null,
    source_files: files.map(({ part, ...file }) => ({ kind: PROCESSING_PARTS[part], ...file })),
    decisions: decisions.map(({ decision, by, at, why }) => ({ ...decision, by, at, why }) as RunDecision),
    new_controls,
    firm: await getLetterhead(context),
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
  const about = await describeRun(context, { run, attempt, inputs });
  const { name, mime_type, bytes } = await ask(context, inputs, { kind: 'export', format, about });
  return { stream: bytes, name, mime_type, bytes: bytes.length };
}

/** The report as data, for the preview. */
export async function getReport(context: Context, id: string, { attempt: number }: { attempt?: number | undefined }) {
  const { run, attempt } = await openAttempt(context, id, number);
  const inputs = await collectInputs(context.tx, run, attempt);
  return { ...(await ask(context, inputs, { kind: 'report', about: await describeRun(context, { run, attempt, inputs }) })) };
}
