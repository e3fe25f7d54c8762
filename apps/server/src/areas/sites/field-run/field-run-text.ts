import { FieldRun, FieldRunPatch } from '@dmse/contract/sites/field-run';
import type { Context } from '../../../call/context.ts';
import type { Tx } from '../../../db/database.ts';
import { type Change, recordHistory } from '../../../records/history.ts';
import { describeChange, describeNew, fieldsOf, type Noun } from '../../../records/record.ts';
import type { FieldRunRow } from './field-run.queries.ts';

const { conflict } = FieldRun.shape;
/** The job is told by its number, which is there before the job is. */
const { job: _, ...runFields } = FieldRunPatch.shape;

/** A run as its history tells it. */
export const fieldRunNoun: Noun<'field_run'> = {
  noun: 'field run',
  table: 'field_run',
  nameOf: (row) => nameOfRun(row as { name?: string | null }),
  fields: fieldsOf(
    { ...runFields, conflict },
    {
      crew: (value, { tx }) => namesOf(tx, value as number[]),
      conflict: (value) => conflictWords(value as { field: string }[]),
    },
  ),
};

export function nameOfRun({ name }: { name?: string | null | undefined }): string {
  return name?.trim() || 'Name Unset';
}

async function namesOf(tx: Tx, ids: number[]): Promise<string | null> {
  if (ids.length === 0) return null;
  const people = await tx.selectFrom('app_user').select('full_name').where('id', 'in', ids).orderBy('full_name').execute();
  return people.map((person) => person.full_name).join(', ');
}

function conflictWords(conflicts: { field: string }[]): string | null {
  return conflicts.length > 0 ? [...new Set(conflicts.map(({ field }) => labelOf(field)))].join(', ') : null;
}

function labelOf(field: string): string {
  const entry = fieldRunNoun.fields[field];
  return (typeof entry === 'string' ? entry : entry?.label) ?? field;
}

export async function tellCreated(context: Context, row: FieldRunRow): Promise<void> {
  await tell(context, row, 'created', await describeNew(context, fieldRunNoun, row));
}

export async function tellChanged(context: Context, before: FieldRunRow, after: FieldRunRow, fields: readonly string[]): Promise<void> {
  const value = (row: FieldRunRow, field: string) => row[field as keyof FieldRunRow];
  const told = fields.filter((field) => field in fieldRunNoun.fields);
  const changes = await Promise.all(
    told.map((field) => describeChange(context, fieldRunNoun, field, value(before, field), value(after, field))),
  );
  const seen = changes.filter((change) => change.from !== change.to);
  if (seen.length > 0) await tell(context, after, 'changed', seen);
}

async function tell(context: Context, row: FieldRunRow, action: string, changes: Change[]): Promise<void> {
  const { id, version } = row;
  await recordHistory(context, { noun: fieldRunNoun.noun, record_id: id, record_name: nameOfRun(row), version, action, changes });
}
