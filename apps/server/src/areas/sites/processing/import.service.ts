import type { RequestBody } from '@dmse/contract/endpoint';
import type { FileSummary } from '@dmse/contract/sites/processing/result';
import type { Processing, updateProcessing } from '@dmse/contract/sites/processing/run';
import { NEEDED_PARTS, PART_NAMES, PROCESSING_PARTS, type ProcessingPart, whyTooLarge } from '@dmse/domain/sites/processing';
import { leaseUntil, whyNotHold } from '@dmse/domain/sites/processing-lease';
import { whyNotProcess } from '@dmse/domain/states/field-run';
import { ProcessorRefusal, type RunFile } from '../../../adapters/processing/question.ts';
import type { Context } from '../../../call/context.ts';
import type { ReceivedUpload } from '../../../call/multipart.ts';
import { conflict, invalid, notFound, Refusal, refuse } from '../../../call/refusal.ts';
import { awaitOutside } from '../../../db/database.ts';
import { storeArrived } from '../../files/file/file.service.ts';
import { getSurveySettings } from '../../settings/setting/setting.service.ts';
import * as runs from '../field-run/field-run.queries.ts';
import { getFieldRun } from '../field-run/field-run.service.ts';
import { writeRun } from '../field-run/field-run-update.service.ts';
import * as attempts from './attempt.queries.ts';
import { decide, planAgain, tell } from './decide.service.ts';
import { lockForChange, openForChange } from './hold.service.ts';
import { getProcessing, holderOf } from './processing.service.ts';
import * as files from './processing-file.queries.ts';

type Given = RunFile & { part: ProcessingPart };
type Read = Given & { summary: FileSummary };

/**
 * Imports files. Those of a part take the place of its earlier ones; decisions stay and are applied to the new files. All are read before
 * anything is written: one that cannot be used refuses the whole import, and nothing of it stays.
 */
export async function importFiles(context: Context, id: string, uploads: readonly ReceivedUpload[]): Promise<Processing> {
  const { tx, actor, now } = context;
  const run = await getFieldRun(context, id);
  refuse(whyNotProcess(run, actor));
  const present = await attempts.findPresent(tx, id);
  if (present) refuse(whyNotHold(holderOf(present), actor, now));
  const had = present ? await files.list(tx, present.id) : [];
  const given = giveNames(uploads.map(toGiven));
  refuseMissing(given, had);
  refuseTooLarge(given, had);
  const read = await readFiles(context, id, given);

  const before = await runs.lock(tx, id);
  if (!before) throw notFound();
  const meanwhile = await attempts.findPresent(tx, id);
  if (meanwhile?.id !== present?.id || meanwhile?.revision !== present?.revision)
    throw conflict('Somebody has changed this run meanwhile. Look at it again, then import once more.');
  const hold = { lease_by: actor.id, lease_until: leaseUntil(now) };
  const attempt = present ?? (await attempts.insert(tx, { field_run: id, started_on: now, started_by: actor.id, ...hold }));
  if (present) await attempts.update(tx, present.id, hold);
  const raw = await replaceFiles(context, attempt.id, had, read);
  await attempts.raise(tx, attempt.id);
  const changes = { state: 'Processing', imported_on: now, ...(raw === null ? {} : { raw }) };
  await writeRun(context, before, null, changes);
  await tell(context, before, `imported ${read.map(({ name }) => name).join(', ')}`, null);
  await planAgain(context, id);
  return getProcessing(context, id);
}

/** The parts as they came, by exactly the five names. */
function toGiven({ field, name, sha256, bytes }: ReceivedUpload): Given {
  if (!PART_NAMES.includes(field as ProcessingPart))
    throw invalid({ [field]: `Files go in the parts ${PART_NAMES.join(', ')}; ${name} came in another.` });
  return { part: field as ProcessingPart, name, sha256, bytes };
}

/** Two files of one name in one part are told apart; the same file twice is one. */
function giveNames(given: readonly Given[]): Given[] {
  const named: Given[] = [];
  for (const file of given) {
    const isTaken = (name: string) => named.some((one) => one.part === file.part && one.name === name);
    if (named.some((one) => one.part === file.part && one.sha256 === file.sha256)) continue;
    let name = file.name;
    for (let copy = 2; isTaken(name); copy += 1) name = file.name.replace(/(\.[^.]*)?$/, ` (${copy})$1`);
    named.push({ ...file, name });
  }
  return named;
}

function refuseMissing(given: readonly Given[], had: readonly files.FileRow[]): void {
  if (given.length === 0) throw invalid({ raw_file: 'Send the files of the run.' });
  const missing = NEEDED_PARTS.filter((part) => ![...given, ...had].some((file) => file.part === part));
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((part) => [part, `A ${PROCESSING_PARTS[part].toLowerCase()} is needed.`])));
}

function refuseTooLarge(given: readonly Given[], had: readonly files.FileRow[]): void {
  const parts = new Set(given.map(({ part }) => part));
  const left = had.filter((row) => !parts.has(row.part));
  const sentence = whyTooLarge([...given, ...left].reduce((sum, { bytes }) => sum + bytes, 0));
  if (sentence) throw invalid({ [given[0]!.part]: sentence });
}

async function readFiles(context: Context, id: string, given: readonly Given[]): Promise<Read[]> {
  const settings = await getSurveySettings(context.tx);
  const reading = context.adapters.processor.read(id, given, settings, {
    id: context.actor.id,
    full_name: context.actor.full_name,
  });
  const summaries = await awaitOutside(context.tx, reading).catch((error: unknown) => {
    if (error instanceof ProcessorRefusal) throw new Refusal('UNAVAILABLE', `${error.message} Nothing was imported.`);
    throw error;
  });
  const read = given.map((file, place) => ({ ...file, summary: summaries[place]! }));
  const stops = read.flatMap(({ part, name, summary }) =>
    summary.problems.filter(({ severity }) => severity === 'stop').map(({ sentence }) => ({ part, sentence: `${name}: ${sentence}` })),
  );
  if (stops.length === 0) return read;
  const byPart = Map.groupBy(stops, ({ part }) => part);
  throw invalid(Object.fromEntries([...byPart].map(([part, said]) => [part, said.map(({ sentence }) => sentence)])));
}

/** Answers the id of the raw file, where one came. A file that was there already stays as it is. */
async function replaceFiles(
  context: Context,
  attempt: number,
  had: readonly files.FileRow[],
  read: readonly Read[],
): Promise<number | null> {
  const { tx, actor, now } = context;
  const isSame = (row: files.FileRow, file: Read) => row.part === file.part && row.name === file.name && row.sha256 === file.sha256;
  const parts = new Set(read.map(({ part }) => part));
  const gone = had.filter((row) => parts.has(row.part) && !read.some((file) => isSame(row, file)));
  await files.remove(
    tx,
    gone.map((row) => row.id),
    { removed_on: now, removed_by: actor.id },
  );
  const fresh = read.filter((file) => !had.some((row) => isSame(row, file)));
  const rows = [];
  for (const { summary, part, name, sha256, bytes } of fresh) {
    const { id: file } = await storeArrived(context, { sha256, bytes, name });
    rows.push({ attempt, part, name, file, summary: JSON.stringify(summary), imported_on: now, imported_by: actor.id });
  }
  await files.insert(tx, rows);
  return rows.find(({ part }) => part === 'raw_file')?.file ?? had.find(({ part }) => part === 'raw_file')?.file ?? null;
}

/** Which file belongs to which base; and files to be taken out again. */
export async function updateFiles(context: Context, id: string, body: RequestBody<typeof updateProcessing>): Promise<Processing> {
  const { base, file, remove = [] } = body;
  if ((base === undefined) !== (file === undefined)) throw invalid({ file: 'Name both the base and the file.' });
  if (base !== undefined && file !== undefined) await decide(context, id, [{ kind: 'use_file', base, file }], null);
  if (remove.length > 0) await removeFiles(context, id, remove);
  return getProcessing(context, id);
}

async function removeFiles(context: Context, id: string, remove: readonly number[]): Promise<void> {
  const { tx, actor, now } = context;
  const { run, attempt } = await lockForChange(context, await openForChange(context, id));
  const had = await files.list(tx, attempt.id);
  const gone = had.filter((row) => remove.includes(row.id));
  if (gone.length < new Set(remove).size) throw invalid({ remove: 'There is no such file in this run.' });
  const left = had.filter((row) => !gone.includes(row));
  const missing = NEEDED_PARTS.find((part) => !left.some((row) => row.part === part));
  if (missing)
    throw invalid({ remove: `A ${PROCESSING_PARTS[missing].toLowerCase()} is needed. Import the right one: it takes the place of this.` });
  await files.remove(
    tx,
    gone.map((row) => row.id),
    { removed_on: now, removed_by: actor.id },
  );
  await attempts.raise(tx, attempt.id);
  await tell(context, run, `took out ${gone.map(({ name }) => name).join(', ')}`, null);
  await planAgain(context, id);
}
