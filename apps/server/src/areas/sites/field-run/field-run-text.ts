import type { Context } from '../../../call/context.ts';
import type { Tx } from '../../../db/database.ts';
import { type Change, recordHistory } from '../../../records/history.ts';
import { describeChange, describeNew, type Noun } from '../../../records/record.ts';
import type { FieldRunRow } from './field-run.queries.ts';

/** A run as its history tells it. */
export const fieldRunNoun: Noun<'field_run'> = {
  noun: 'field run',
  table: 'field_run',
  nameOf: (row) => nameOfRun(row as { name?: string | null }),
  fields: {
    name: 'Name',
    short_description: 'Description',
    job_num: 'Job',
    task: { label: 'Task', words: (value) => `task ${value}` },
    state: 'State',
    note: 'Note',
    started_on: 'Started',
    task_types: 'Task types',
    present_hazards: 'Present hazards',
    hazard_controls: 'Hazard controls',
    personal_protective_equipment_used: 'Protective equipment used',
    crew: { label: 'Crew', words: (value, { tx }) => namesOf(tx, value as number[]) },
    equipment: 'Equipment',
    shifts: { label: 'Shifts', words: (value) => `${(value as unknown[]).length} shifts` },
    HPN_easting_shift: 'HPN easting shift',
    HPN_northing_shift: 'HPN northing shift',
    HPN_elevation_shift: 'HPN elevation shift',
    is_deleted: 'Deleted',
    conflict: { label: 'Conflicts', words: (value) => conflictWords(value as { field: string }[]) },
  },
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
