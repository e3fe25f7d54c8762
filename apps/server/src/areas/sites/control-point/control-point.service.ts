import { type ControlPoint, type ControlPointPatch, type ControlPointRow, controlFields } from '@dmse/contract/sites/control-point';
import { can } from '@dmse/domain/access/grants';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { listHistory } from '../../../records/history.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf } from '../../../records/record.ts';
import { createRecords, updateRecords } from '../../../records/record-bulk.ts';
import { claimUpload, describeFiles } from '../../files/file/file.service.ts';
import * as points from './control-point.queries.ts';

type Patch = z.infer<typeof ControlPointPatch>;

export const controlPointNoun: Changeable<'control_point', ControlPoint> = {
  noun: 'control point',
  table: 'control_point',
  nameOf: (row) => String(row.name),
  fields: fieldsOf(controlFields),
  get: getControlPoint,
};

/** Coordinates are kept to a tenth of a millimetre; more is noise of the arithmetic. */
export function roundMetres<T extends Partial<Record<'easting' | 'northing' | 'elevation', number | null>>>(values: T): T {
  const rounded = { ...values };
  for (const axis of ['easting', 'northing', 'elevation'] as const) {
    const value = rounded[axis];
    if (typeof value === 'number') rounded[axis] = Math.round(value * 10_000) / 10_000;
  }
  return rounded;
}

export async function getControlPoint({ tx, actor }: Context, id: number): Promise<ControlPoint> {
  const row = await points.find(tx, id);
  if (!row) throw notFound();
  const pictures = await points.listImages(tx, id);
  const files = await describeFiles(tx, [row.sketch, ...pictures.map((picture) => picture.file)]);
  const images = pictures.map(({ file, ...picture }) => {
    return { ...picture, url: files.get(file)?.url ?? '', thumbnail_url: files.get(file)?.thumbnail_url ?? null };
  });
  const sketch = row.sketch === null ? null : (files.get(row.sketch) ?? null);
  return { ...row, sketch, images, can_edit: can(actor.groups, 'control.write') };
}

export function listControlPoints({ tx }: Context, filter: points.ControlPointFilter) {
  return points.list(tx, filter) as Promise<{ count: number; results: ControlPointRow[] }>;
}

/** Those of the ids that are there, by name. */
export async function listControlNames({ tx }: Pick<Context, 'tx'>, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return ids.length > 0 ? points.listNames(tx, ids) : [];
}

export async function createControlPoint(context: Context, values: Patch & { name: string }): Promise<ControlPoint> {
  if (values.sketch) await claimUpload(context, values.sketch, 'sketch');
  const row = await createRecord(context, controlPointNoun, roundMetres(values));
  return getControlPoint(context, row.id);
}

export function updateControlPoint(context: Context, id: number, patch: Patch): Promise<ControlPoint> {
  return changeRecord(context, controlPointNoun, id, async (before) => {
    if (patch.sketch && patch.sketch !== before.sketch) await claimUpload(context, patch.sketch, 'sketch');
    return { values: roundMetres(patch) };
  });
}

/** Values of control points, old ones by id; in one go, however many they are. */
export async function publishControlPoints(
  context: Context,
  given: readonly { id: number | null; values: Patch & { name: string } }[],
): Promise<void> {
  const fresh = given.filter(({ id }) => id === null).map(({ values }) => roundMetres(values));
  if (fresh.length > 0) await createRecords(context, controlPointNoun, fresh, 'created');
  const known = given.flatMap(({ id, values: { name: _, ...values } }) => (id === null ? [] : ([[id, roundMetres(values)]] as const)));
  await updateRecords(context, controlPointNoun, new Map(known));
}

export async function listControlPointHistory(context: Context, id: number, page: PageInput) {
  return listHistory(context, controlPointNoun.noun, id, (await points.find(context.tx, id)) ? [id] : [], page);
}
