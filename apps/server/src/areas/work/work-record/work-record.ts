import { AMOUNT_FIELDS } from '@dmse/domain/access/amount-fields';
import { sayChanges } from '@dmse/domain/text/history-sentence';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { Context } from '../../../call/context.ts';
import { conflict } from '../../../call/refusal.ts';
import { describeChange, type Noun, type OnlyColumns, type RecordTable, type Row, updateRecord } from '../../../records/record.ts';
import { listChangesOf, type WorkChange } from './owner.queries.ts';
import { type Owner, tellOwner } from './owner.service.ts';

/** A noun of work. What happens to it is told in the history of its job or quote, not in one of its own. */
export type WorkNoun<T extends RecordTable = RecordTable> = Noun<T> & {
  /** How a sentence names it: "milestone Field work of task Boundary survey". */
  titleOf: (row: Row, context: Context) => string | Promise<string>;
  /** The fields that only say where it stands. */
  places: readonly string[];
};

type Values = Record<string, unknown>;

/** What a patch changes in a row, in words. */
async function describeWork(context: Context, noun: WorkNoun, before: Row, patch: Values, version: number): Promise<WorkChange[]> {
  const told = Object.keys(noun.fields).filter((field) => field in patch && !isEqual(before[field], patch[field]));
  const changes = await Promise.all(told.map((field) => describeChange(context, noun, field, before[field], patch[field])));
  return changes.map((change) => ({ ...change, record: noun.noun, id: before.id, version }));
}

/** The sentence is read by everybody, so amounts stay in the changes, where whoever may not see them does not get them. */
function belongsInSentence(noun: WorkNoun, { field, from, to }: WorkChange): boolean {
  return !AMOUNT_FIELDS.includes(field) && (!noun.places.includes(field) || from !== to);
}

/** Writes what differs, raises the version, and tells the job or quote. A save that changes nothing leaves no trace. */
export async function changeWork<T extends RecordTable, V>(
  context: Context,
  owner: Owner,
  noun: WorkNoun<T>,
  before: Row,
  patch: OnlyColumns<V, T>,
): Promise<Row> {
  const row = await updateRecord(context, { ...noun, fields: {} }, before, patch);
  if (row === before) return row;
  const changes = await describeWork(context, noun, before, patch, row.version);
  const title = await noun.titleOf(before, context);
  const isMove = changes.every(({ field }) => noun.places.includes(field));
  const what = sayChanges(changes.filter((change) => belongsInSentence(noun, change)));
  const action = `${isMove ? 'moved' : 'changed'} ${title}${what ? ` (${what})` : ''} in`;
  await tellOwner(context, owner, action, changes);
  return row;
}

/** Refuses a save made against an older version, giving the record as it now is and the fields that others have changed. */
export async function refuseStaleWork(context: Context, owner: Owner, noun: WorkNoun, row: Row, load: () => Promise<unknown>) {
  const { if_match, tx } = context;
  if (if_match === null || if_match === row.version) return;
  const changes = await listChangesOf(tx, owner, noun.noun, row.id);
  const changed = [...new Set(changes.filter(({ version }) => version > if_match).map(({ field }) => field))];
  throw conflict(`Somebody else changed this ${noun.noun} since you opened it.`, { current: await load(), changed });
}
