import type { PushHeaders } from '@dmse/contract/sites/field-item';
import type { NewPipe, Pipe, PipeFilter, PipePatch } from '@dmse/contract/sites/pipe';
import type { DerivedPipe } from '@dmse/survey/pipe/pipe';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import { createCaptured } from '../capture/captured-create.service.ts';
import { type Listed, listCaptured, placeColumns } from '../capture/captured-list.queries.ts';
import { updateCaptured } from '../capture/captured-update.service.ts';
import * as pipes from './pipe.queries.ts';
import { figurePipes } from './pipe-figures.ts';
import { PIPE } from './pipe-noun.ts';

async function toFeatures({ tx }: Pick<Context, 'tx'>, listed: readonly Listed<pipes.PipeRow>[]): Promise<Pipe[]> {
  const { derived } = await figurePipes(
    tx,
    listed.map(({ row }) => row),
  );
  return listed.map((one) => {
    const { geometry, ...row } = one.row;
    // Documents were checked against the contract when they came in; the row types know them only as JSON.
    const properties = { ...row, ...figuresOf(derived.get(row.id)!), ...placeColumns(one) } as unknown as Pipe['properties'];
    return { type: 'Feature', id: row.id, geometry: geometry as Pipe['geometry'], properties };
  });
}

function figuresOf({ start, end, length_2d, length_3d, slope_percent }: DerivedPipe) {
  return { start_invert: start.invert.elevation, end_invert: end.invert.elevation, length_2d, length_3d, slope_percent };
}

export async function getPipe(context: Pick<Context, 'tx'>, id: string): Promise<Pipe> {
  const row = await pipes.find(context.tx, id);
  if (!row) throw notFound();
  const [feature] = await toFeatures(context, [{ row, moved: null }]);
  return feature!;
}

export async function listPipes(context: Context, filter: z.infer<typeof PipeFilter>) {
  const { count, rows, cursor } = await listCaptured(context.tx, pipes.PIPES, filter, pipes.conditionsOf(filter));
  return { count, results: await toFeatures(context, rows), cursor };
}

export function createPipe(context: Context, headers: PushHeaders, values: z.infer<typeof NewPipe>): Promise<Pipe> {
  return createCaptured(context, PIPE, { values, headers, get: (id) => getPipe(context, id) });
}

export function updatePipe(context: Context, id: string, headers: PushHeaders, patch: z.infer<typeof PipePatch>): Promise<Pipe> {
  return updateCaptured(context, PIPE, { id, patch, headers, get: () => getPipe(context, id) });
}
