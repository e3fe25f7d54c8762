import type { RunBaseMaps } from '@dmse/contract/places/base-map-pack';
import { type Area, areaOfRun } from '@dmse/domain/places/base-map-pack';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import { listAllBaseMaps, measureBaseMaps } from '../../places/base-map/base-map-pack.service.ts';
import * as runs from './field-run.queries.ts';

/** Where the run lies: its shots, its layers and the location of its job, with some room around. */
export async function findRunArea(context: Pick<Context, 'tx'>, id: string) {
  const run = await runs.peek(context.tx, id);
  if (!run || run.is_deleted) throw notFound();
  const boxes = await runs.listBoxes(context.tx, id);
  return { area: areaOfRun(boxes), rows: await listAllBaseMaps(context) };
}

type Found = Awaited<ReturnType<typeof findRunArea>>;

export async function measureRun(context: Pick<Context, 'adapters'>, { area, rows }: Found): Promise<RunBaseMaps> {
  if (area === null) return { area, base_maps: [], others: [] };
  return { area: [...area] as [number, number, number, number], ...(await measureBaseMaps(context, rows, area as Area)) };
}
