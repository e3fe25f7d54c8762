import type { RequestQuery } from '@dmse/contract/endpoint';
import type { exportProcessing } from '@dmse/contract/sites/processing/run';
import { localDate } from '@dmse/domain/dates/local-date';
import { EXPORT_FORMATS } from '@dmse/domain/sites/export-formats';
import { PROCESSING_PARTS } from '@dmse/domain/sites/processing';
import type { ReportAbout } from '@dmse/survey/write/qa-report';
import type { RunInputs } from '../../../adapters/processing/question.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid } from '../../../call/refusal.ts';
import { openKept } from '../../files/file/file.service.ts';
import type { FieldRunRow } from '../field-run/field-run.queries.ts';
import { nameOfRun } from '../field-run/field-run-text.ts';
import { ask, openAttempt } from './processing.service.ts';
import { collectInputs } from './run-inputs.service.ts';
import { findJob } from './surroundings.queries.ts';

/** What the report says of a run and the files do not. */
export async function describeRun({ tx }: Pick<Context, 'tx'>, run: FieldRunRow, { settings, files }: RunInputs): Promise<ReportAbout> {
  const job = run.job === null ? undefined : await findJob(tx, run.job);
  return {
    job: job?.num ?? run.job_num,
    client: job?.client ?? '',
    run: nameOfRun(run),
    field_date: run.started_on === null ? null : localDate(run.started_on, settings.time_zone),
    software: 'DMSE',
    source_files: files.map(({ part, ...file }) => ({ kind: PROCESSING_PARTS[part], ...file })),
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
  const about = await describeRun(context, run, inputs);
  const { name, mime_type, bytes } = await ask(context, inputs, { kind: 'export', format, about });
  return { stream: bytes, name, mime_type, bytes: bytes.length };
}

/** The report as data, for the preview. */
export async function getReport(context: Context, id: string, { attempt: number }: { attempt?: number | undefined }) {
  const { run, attempt } = await openAttempt(context, id, number);
  const inputs = await collectInputs(context.tx, run, attempt);
  return { ...(await ask(context, inputs, { kind: 'report', about: await describeRun(context, run, inputs) })) };
}
