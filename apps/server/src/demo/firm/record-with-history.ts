import type { Context } from '../../call/context.ts';
import type { Change } from '../../records/history.ts';
import { describeChange, describeNew, type Noun, type Row } from '../../records/record.ts';

export type Values = Record<string, unknown>;

/** One save: who, when, and what stood in the fields before it. `extra` are changes kept in other tables. */
export type Edit = { at: string; by: number; before: Values; extra?: Change[] };

/** A record as it is now and how it came to be so. Edits are in their order. */
export type Life = { id: number | string; values: Values; created: { at: string; by: number | null }; edits: Edit[] };

export type HistoryRow = {
  noun: string;
  record_id: string;
  record_name: string;
  version: number | null;
  action: string;
  changes: Change[];
  at: string;
  by: number | null;
};

/**
 * Turns a life into the row and the history it leaves. Told backwards from what is true now, so that the last entry of every field and
 * the record agree, and the version is the number of saves; in the words the product itself would have written.
 */
export async function makeRecordWithHistory(context: Context, noun: Noun, life: Life): Promise<{ row: Values; history: HistoryRow[] }> {
  const { id, values, created, edits } = life;
  const last = edits.at(-1) ?? created;
  const version = edits.length + 1;
  const stamps = { version, created_on: created.at, created_by: created.by, updated_on: last.at, updated_by: last.by };
  const history: HistoryRow[] = [];
  const tell = (now: Values, entry: Pick<HistoryRow, 'version' | 'action' | 'changes' | 'at' | 'by'>) =>
    history.unshift({ noun: noun.noun, record_id: String(id), record_name: noun.nameOf(now as Row), ...entry });
  let now = values;
  for (let at = edits.length - 1; at >= 0; at--) {
    const { before, extra = [], ...when } = edits[at]!;
    // What nobody would ask about is kept without a sentence.
    const told = Object.keys(before).filter((field) => field in noun.fields);
    const changes = await Promise.all(told.map((field) => describeChange(context, noun, field, before[field], now[field])));
    tell(now, { version: at + 2, action: 'changed', changes: [...changes, ...extra], ...when });
    now = { ...now, ...before };
  }
  tell(now, { version: 1, action: 'created', changes: await describeNew(context, noun, now), ...created });
  return { row: { id, ...values, ...stamps }, history };
}
