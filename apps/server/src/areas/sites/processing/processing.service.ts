import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { FileSummary } from '@dmse/contract/sites/processing/result';
import type * as calls from '@dmse/contract/sites/processing/run';
import type { Processing } from '@dmse/contract/sites/processing/run';
import { whyNotHold } from '@dmse/domain/sites/processing-lease';
import { whyNotFinish, whyNotProcess, whyNotReopen } from '@dmse/domain/states/field-run';
import { type AnswerTo, isWorking, ProcessorRefusal, type Question, type RunInputs } from '../../../adapters/processing/question.ts';
import { attemptOfShot } from '../../../adapters/processing/shot-id.ts';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import { awaitOutside } from '../../../db/database.ts';
import { fileUrl } from '../../files/file/file.service.ts';
import * as runs from '../field-run/field-run.queries.ts';
import { getFieldRun } from '../field-run/field-run.service.ts';
import * as attempts from './attempt.queries.ts';
import * as files from './processing-file.queries.ts';
import { collectInputs } from './run-inputs.service.ts';

/** A look that takes longer answers "still working", and the page looks again. */
const LOOK_MS = 1000;

export type Open = { run: runs.FieldRunRow; attempt: attempts.AttemptRow };

/** The run with the attempt that is meant: the present one unless an earlier is named. */
export async function openAttempt({ tx }: Pick<Context, 'tx'>, id: string, number?: number): Promise<Open> {
  const run = await runs.peek(tx, id);
  const attempt = number === undefined ? await attempts.findPresent(tx, id) : await attempts.find(tx, number);
  if (!run || attempt?.field_run !== id) throw notFound();
  return { run, attempt };
}

/** The attempt that a shot belongs to: its id says so. */
export async function openByShot({ tx }: Pick<Context, 'tx'>, shot: string): Promise<Open> {
  const id = attemptOfShot(shot);
  const attempt = id === null ? undefined : await attempts.find(tx, id);
  const run = attempt && (await runs.peek(tx, attempt.field_run));
  if (!attempt || !run) throw notFound();
  return { run, attempt };
}

/** What follows from the files and decisions; waits for it, however long the run is. */
export async function ask<Q extends Question>(
  { tx, adapters }: Pick<Context, 'tx' | 'adapters'>,
  inputs: RunInputs,
  question: Q,
): Promise<AnswerTo<Q>> {
  try {
    return await awaitOutside(tx, adapters.processor.ask(inputs, question));
  } catch (error) {
    if (error instanceof ProcessorRefusal) throw new Refusal('UNAVAILABLE', error.message);
    throw error;
  }
}

export async function askAbout<Q extends Question>(context: Context, { run, attempt }: Open, question: Q) {
  return ask(context, await collectInputs(context.tx, run, attempt), question);
}

function toAttempt({
  frozen: _,
  package: __,
  field_run: ___,
  revision: ____,
  lease_by: _____,
  lease_until: ______,
  reason,
  ...row
}: attempts.AttemptRow) {
  return { ...row, reason: reason || null };
}

export async function getProcessing(context: Context, id: string, number?: number): Promise<Processing> {
  const { tx, actor, now } = context;
  const run = await getFieldRun(context, id);
  const row = (await runs.peek(tx, id))!;
  const all = await attempts.listOfRun(tx, id);
  const attempt = all.find((one) => (number === undefined ? one.state !== 'archived' : one.id === number)) ?? null;
  if (number !== undefined && !attempt) throw notFound();
  const given = attempt ? await files.list(tx, attempt.id) : [];
  const lease = attempt?.lease_by && Date.parse(attempt.lease_until!) > Date.parse(now) ? attempt : null;
  const figures = attempt && given.length > 0 ? await look(context, { run: row, attempt }) : { overview: null, problem: null };
  const mayWrite = whyNotProcess(run, actor) ?? (attempt ? whyNotHold(holderOf(attempt), actor, now) : null);
  return {
    id,
    name: run.name,
    job: run.job,
    job_num: run.job_num,
    state: run.state,
    started_on: run.started_on,
    imported_on: run.imported_on,
    finished_on: run.finished_on,
    attempt: attempt && toAttempt(attempt),
    attempts: all.map(toAttempt),
    revision: attempt?.revision ?? 0,
    lease: lease && { holder: lease.lease_by!, until: lease.lease_until!, is_mine: lease.lease_by!.id === actor.id },
    files: given.map(({ file, summary, ...one }) => ({ ...one, summary: summary as FileSummary, url: fileUrl(file) })),
    reading: context.adapters.processor.readingOf(id),
    work: figures.overview || figures.problem ? null : context.adapters.processor.progressOf(id),
    ...figures,
    why_not_import: whyNotProcess(run, actor)?.sentence ?? null,
    why_not_write: attempt?.state === 'archived' ? 'This attempt was put aside.' : (mayWrite?.sentence ?? null),
    why_not_finish: whyNotFinish(run, actor)?.sentence ?? sayOpen(figures.overview?.to_do.length ?? 0),
    why_not_reopen: whyNotReopen(run, actor)?.sentence ?? null,
  };
}

function sayOpen(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'One blocking conflict is open.' : `${count} blocking conflicts are open.`;
}

async function look(context: Context, open: Open): Promise<Pick<Processing, 'overview' | 'problem'>> {
  const inputs = await collectInputs(context.tx, open.run, open.attempt);
  try {
    const answer = await context.adapters.processor.ask(inputs, { kind: 'overview' }, { waitMs: LOOK_MS });
    return { overview: isWorking(answer) ? null : answer, problem: null };
  } catch (error) {
    if (error instanceof ProcessorRefusal) return { overview: null, problem: error.message };
    throw error;
  }
}

export function holderOf({ lease_by, lease_until }: attempts.AttemptRow) {
  return lease_by && lease_until ? { holder: lease_by, until: lease_until } : null;
}

export async function getPoints(context: Context, id: string, { attempt }: { attempt?: number | undefined }) {
  return askAbout(context, await openAttempt(context, id, attempt), { kind: 'points' });
}

export async function getShifts(context: Context, id: string) {
  return askAbout(context, await openAttempt(context, id), { kind: 'shifts' });
}

export async function solveLocalization(context: Context, id: string, wish: RequestQuery<typeof calls.solveProcessingLocalization>) {
  const { fit, left_out = [] } = wish;
  return askAbout(context, await openAttempt(context, id), { kind: 'localization', fit, left_out });
}

export async function listConflicts(
  context: Context,
  id: string,
  { page = 1, page_size = DEFAULT_PAGE_SIZE, ...filter }: RequestQuery<typeof calls.listProcessingConflicts>,
) {
  return askAbout(context, await openAttempt(context, id), {
    kind: 'conflicts',
    filter: { page, page_size, ...filter },
  });
}

export async function compareAttempts(context: Context, id: string, earlier: number) {
  const other = await openAttempt(context, id, earlier);
  return askAbout(context, await openAttempt(context, id), {
    kind: 'compare',
    other: await collectInputs(context.tx, other.run, other.attempt),
  });
}

export async function getShot(context: Context, id: string) {
  const open = await openByShot(context, id);
  const shot = await askAbout(context, open, { kind: 'shot', id });
  if (!shot) throw notFound();
  return { ...shot, field_run: open.run.id };
}

export async function listRootShots(context: Context, id: string) {
  const open = await openByShot(context, id);
  const shots = await askAbout(context, open, { kind: 'root_shots', id });
  if (!shots) throw notFound();
  return shots;
}

/** Stops what is being worked out, or files being read, of which nothing stays. Files and decisions stay, and the next look begins it again. */
export async function cancelWork(context: Context, id: string): Promise<void> {
  if (!(await runs.peek(context.tx, id))) throw notFound();
  context.adapters.processor.cancel(id);
}
