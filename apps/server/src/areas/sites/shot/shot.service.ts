import type { PushHeaders } from '@dmse/contract/sites/field-item';
import type { NewShot, Shot, ShotFilter, ShotPatch } from '@dmse/contract/sites/shot';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import { createCaptured } from '../capture/captured-create.service.ts';
import { type Listed, listCaptured, placeColumns } from '../capture/captured-list.queries.ts';
import { updateCaptured } from '../capture/captured-update.service.ts';
import * as shots from './shot.queries.ts';
import { pointGeometry, SHOT } from './shot-noun.ts';

function toFeature(listed: Listed<shots.ShotRow>): Shot {
  const { row } = listed;
  // Documents were checked against the contract when they came in; the row types know them only as JSON.
  const properties = { ...row, ...placeColumns(listed) } as unknown as Shot['properties'];
  return { type: 'Feature', id: row.id, geometry: pointGeometry(row), properties };
}

export async function getShot({ tx }: Pick<Context, 'tx'>, id: string): Promise<Shot> {
  const row = await shots.find(tx, id);
  if (!row) throw notFound();
  return toFeature({ row, moved: null });
}

export async function listShots({ tx }: Context, filter: z.infer<typeof ShotFilter>) {
  const { count, rows, cursor } = await listCaptured(tx, shots.SHOTS, filter, shots.conditionsOf(filter));
  return { count, results: rows.map(toFeature), cursor };
}

export function createShot(context: Context, headers: PushHeaders, values: z.infer<typeof NewShot>): Promise<Shot> {
  return createCaptured(context, SHOT, { values, headers, get: (id) => getShot(context, id) });
}

export function updateShot(context: Context, id: string, headers: PushHeaders, patch: z.infer<typeof ShotPatch>): Promise<Shot> {
  return updateCaptured(context, SHOT, { id, patch, headers, get: () => getShot(context, id) });
}
