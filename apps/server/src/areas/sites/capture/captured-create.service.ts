import type { PushHeaders } from '@dmse/contract/sites/field-item';
import { v7 as newUuid } from 'uuid';
import type { Context } from '../../../call/context.ts';
import { Refusal } from '../../../call/refusal.ts';
import * as items from './captured-item.queries.ts';
import { type CapturedNoun, type CapturedRow, contentOf, plainInstants, type Values } from './captured-noun.ts';
import { appendVersion, checkParents, takePlace, unknownRun } from './captured-version.ts';
import { authorOf, findReplay, type Push, readPush, rememberAnswer } from './push.ts';

type Creation<Feature> = {
  values: Values & { id?: string | undefined; field_run?: string | null | undefined };
  headers: PushHeaders;
  get: (id: string) => Promise<Feature>;
  /** Refuses what arrived damaged, before anything else is said about it. */
  verify?: () => Promise<unknown>;
  /** Columns beside the fields, found once it is certain that the record is new; refuses what cannot be stored. */
  prepare?: () => Promise<Values>;
  /** What hangs on the new row. */
  finish?: (row: CapturedRow) => Promise<void>;
  /** Told to who sends an id that is here already. */
  sha256Of?: (row: CapturedRow) => Promise<string | null>;
};

/**
 * Stores what a tablet captured under the tablet's own id. The same operation again gets the same answer; another one about the same id
 * learns that it is here, and at which version (SYNC-S1, S3).
 */
export async function createCaptured<Feature extends { id: string }>(
  context: Context,
  noun: CapturedNoun,
  creation: Creation<Feature>,
): Promise<Feature> {
  const { tx, now } = context;
  const { id = newUuid(), field_run = null, ...given } = creation.values;
  const push = await readPush(tx, creation.headers);
  const locked = await items.lockRuns(tx, field_run === null ? [] : [field_run]);
  const replay = await replayOf<Feature>(context, push, id);
  if (replay) return replay;
  await creation.verify?.();
  const there = await items.find(tx, noun.table, id);
  if (there) throw await alreadyUploaded(noun, there, creation);
  if (field_run !== null && !locked.has(field_run)) throw unknownRun();
  const row = await insertRow(context, noun, push, {
    id,
    field_run,
    fields: plainInstants(given),
    extra: (await creation.prepare?.()) ?? {},
  });
  if (!row) return replayAfterAll(context, noun, push, id, creation);
  await creation.finish?.(row);
  const fields = Object.entries(contentOf(noun, row)).flatMap(([field, value]) => (value === null || value === false ? [] : [field]));
  await appendVersion(context, noun, { before: null, after: row, fields, action: 'created', push, base: null });
  if (noun.kind === 'point') await items.settleChildren(tx, id);
  const answer = await creation.get(id);
  await rememberAnswer(tx, push, id, answer, now);
  return answer;
}

type NewRow = { id: string; field_run: string | null; fields: Values; extra: Values };

async function insertRow(context: Context, noun: CapturedNoun, push: Push | null, { id, field_run, fields, extra }: NewRow) {
  const { tx, actor, now } = context;
  const { seq, is_late } = await takePlace(context, field_run, push);
  return items.insert(tx, noun.table, {
    ...noun.columnsOf(fields),
    ...extra,
    ...(await checkParents(context, noun, fields, [], 1)),
    id,
    field_run,
    seq,
    late: is_late,
    create_op: push?.op ?? null,
    device: push?.device ?? null,
    captured_by: authorOf(context, push),
    received_at: now,
    created_on: now,
    created_by: actor.id,
    updated_on: now,
    updated_by: actor.id,
  });
}

/** The id was taken in this very moment, in another run or in none: what that was is known now. */
async function replayAfterAll<Feature extends { id: string }>(
  context: Context,
  noun: CapturedNoun,
  push: Push | null,
  id: string,
  creation: Creation<Feature>,
): Promise<Feature> {
  const replay = await replayOf<Feature>(context, push, id);
  if (replay) return replay;
  throw await alreadyUploaded(noun, (await items.find(context.tx, noun.table, id))!, creation);
}

/** An answer that was given about another record is none to this one. */
export async function replayOf<Feature extends { id: string }>({ tx }: Context, push: Push | null, id: string): Promise<Feature | null> {
  const replay = await findReplay<Feature>(tx, push);
  return replay?.id === id ? replay : null;
}

async function alreadyUploaded<Feature>(noun: CapturedNoun, row: CapturedRow, { sha256Of }: Creation<Feature>): Promise<Refusal> {
  const { version, is_deleted } = row;
  const sha256 = sha256Of ? await sha256Of(row) : null;
  return new Refusal('ALREADY_UPLOADED', `This ${noun.word} is already on the server.`, { version, is_deleted, sha256 });
}
