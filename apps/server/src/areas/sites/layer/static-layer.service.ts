import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MAX_LAYER_PIXELS, MAX_LAYER_RESULT_BYTES, type NewStaticLayer, type StaticLayer } from '@dmse/contract/sites/static-layer';
import { makeProjection } from '@dmse/survey/geo/projection';
import type { Bounds } from '@dmse/survey/layer/place-layer';
import type { CrsSetting } from '@dmse/survey/survey-settings';
import type { z } from 'zod';
import type { LayerAnswer } from '../../../adapters/layers/layer-converter.ts';
import type { Context } from '../../../call/context.ts';
import type { ReceivedUpload } from '../../../call/multipart.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { PageInput } from '../../../db/paging.ts';
import { recordHistory } from '../../../records/history.ts';
import { fileUrl, storeMade, storeUpload } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as runs from '../field-run/field-run.queries.ts';
import { fieldRunNoun, nameOfRun } from '../field-run/field-run-text.ts';
import { boundsOf, whyNotCorners } from './layer-corners.ts';
import * as layers from './static-layer.queries.ts';

type New = z.infer<typeof NewStaticLayer>;
type Made = Pick<layers.LayerRow, 'format' | 'kind' | 'features' | 'vertices' | 'bounds' | 'crs' | 'problems' | 'shown'>;

function toLayer({ file, shown, ...row }: layers.LayerRow): StaticLayer {
  return { ...(row as StaticLayer), url: fileUrl(shown), file: fileUrl(file) };
}

export async function listStaticLayers({ tx }: Context, filter: PageInput & { field_run?: string | undefined }) {
  const { count, results } = await layers.list(tx, filter);
  return { count, results: results.map(toLayer) };
}

/** Reads what somebody chose, makes of it what a tablet can show, and keeps both. */
export async function createStaticLayer(context: Context, values: New, uploads: readonly ReceivedUpload[]): Promise<StaticLayer> {
  const { tx, adapters, actor, now } = context;
  const run = await runs.peek(tx, values.field_run);
  if (!run || run.is_deleted) throw invalid({ field_run: 'There is no such field run.' });
  const original = await storeUpload(context, uploads);
  const { office_crs } = await getSection(tx, 'coordinates');
  const answer = await adapters.layers.convert({
    bytes: await buffer(adapters.files.open(original.sha256)),
    name: original.name,
    crs: values.crs ?? null,
    office_crs,
    known_area: await knownArea(tx, office_crs),
    most_bytes: MAX_LAYER_RESULT_BYTES,
    most_pixels: MAX_LAYER_PIXELS,
  });
  const name = values.name ?? original.name.replace(/\.[^.]*$/, '');
  const made = await keepAnswer(context, answer, values, { id: original.id, name });
  const corners = values.corners ? JSON.stringify(values.corners) : null;
  const { field_run } = values;
  const id = await layers.insert(tx, { ...made, field_run, name, file: original.id, corners, created_on: now, created_by: actor.id });
  await tell(context, run, null, name);
  return toLayer((await layers.find(tx, id))!);
}

async function keepAnswer(context: Context, answer: LayerAnswer, { corners }: New, original: { id: number; name: string }): Promise<Made> {
  if (answer.kind === 'refused') throw invalid({ file: answer.sentence });
  if (answer.kind === 'image') {
    const why = corners ? whyNotCorners(corners) : 'Give the four corners of the picture: top left, top right, bottom right, bottom left.';
    if (!corners || why) throw invalid({ corners: why ?? '' });
    const { format, kind } = answer;
    return { format, kind, features: 1, vertices: 4, bounds: boundsOf(corners), crs: null, problems: [], shown: original.id };
  }
  if (corners) throw invalid({ corners: 'Corners belong to a picture; this layer knows where it lies.' });
  const { geojson, bounds, ...told } = answer;
  const stored = await context.adapters.files.put(Readable.from([geojson]), MAX_LAYER_RESULT_BYTES);
  const shown = await storeMade(context, { ...stored, name: `${original.name}.geojson`, mime_type: 'application/geo+json' });
  return { ...told, bounds: [...bounds], shown: shown.id };
}

/** Where the firm works, as far as its control points tell. */
async function knownArea(tx: Tx, office_crs: CrsSetting): Promise<Bounds | null> {
  const extent = await layers.findControlExtent(tx);
  if (!extent) return null;
  const { toGeographic } = makeProjection(office_crs);
  const low = toGeographic({ easting: extent.west, northing: extent.south });
  const high = toGeographic({ easting: extent.east, northing: extent.north });
  return low && high ? [low.longitude, low.latitude, high.longitude, high.latitude] : null;
}

export async function removeStaticLayer(context: Context, id: number): Promise<void> {
  const { tx } = context;
  const layer = await layers.find(tx, id);
  if (!layer || !(await layers.remove(tx, id))) throw notFound();
  const run = await runs.peek(tx, layer.field_run);
  if (run) await tell(context, run, layer.name, null);
}

function tell(context: Context, run: runs.FieldRunRow, from: string | null, to: string | null): Promise<void> {
  const { id } = run;
  const changes = [{ field: 'layers', label: 'Layers', from, to }];
  return recordHistory(context, {
    noun: fieldRunNoun.noun,
    record_id: id,
    record_name: nameOfRun(run),
    version: null,
    action: 'changed',
    changes,
  });
}
