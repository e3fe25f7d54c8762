import { buffer } from 'node:stream/consumers';
import type { GeoidGrid } from '@dmse/contract/sites/settings';
import { extentOf, verticalSystemOf } from '@dmse/survey/geo/geoid';
import { loadGeoidGrid } from '@dmse/survey/geo/geoid-grid';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { recordHistory } from '../../../records/history.ts';
import { claimUpload, describeFiles, fileUrl } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as grids from './geoid-grid.queries.ts';

/** A grid larger than this is of no use to a firm: the whole of Canada at one minute is a fraction of it. */
const MOST_BYTES = 80 * 1024 * 1024;

export async function listGeoidGrids(tx: Tx): Promise<GeoidGrid[]> {
  const { undulation_grid, offset_grid } = await getSection(tx, 'coordinates');
  const rows = await grids.list(tx);
  return rows.map((row) => ({
    ...row,
    kind: row.kind as GeoidGrid['kind'],
    extent: row.extent as GeoidGrid['extent'],
    url: fileUrl(row.file),
    is_in_force: row.id === undulation_grid || row.id === offset_grid,
  }));
}

async function getGeoidGrid(tx: Tx, id: number): Promise<GeoidGrid> {
  const found = (await listGeoidGrids(tx)).find((grid) => grid.id === id);
  if (!found) throw notFound();
  return found;
}

type NewGrid = { file: number; name?: string | undefined; vertical_system?: string | undefined };

/** Keeps a grid once the survey engine can read it. Its vertical system is told by its name where the settings know the model. */
export async function createGeoidGrid(context: Context, values: NewGrid): Promise<GeoidGrid> {
  const { tx, adapters, actor, now } = context;
  await claimUpload(context, values.file, 'file');
  const file = (await describeFiles(tx, [values.file])).get(values.file)!;
  if (file.bytes > MOST_BYTES) throw invalid({ file: `A geoid grid may have at most ${MOST_BYTES / 1024 / 1024} MB.` });
  const name = values.name ?? file.name.replace(/\.[^.]*$/, '');
  const loaded = await loadGeoidGrid(await buffer(adapters.files.open(file.sha256)), file.name);
  if (!loaded.ok) throw invalid({ file: loaded.sentence });
  const { grid } = loaded;
  const { geoid_models } = await getSection(tx, 'coordinates');
  const vertical_system =
    values.vertical_system ?? verticalSystemOf(file.name, geoid_models) ?? verticalSystemOf(grid.description, geoid_models);
  if (!vertical_system) throw invalid({ vertical_system: 'Say which vertical system this grid leads to: its name does not tell.' });
  const { west, south, east, north } = extentOf(grid);
  const id = await grids.insert(tx, {
    name,
    description: grid.description.slice(0, 1000),
    kind: grid.kind,
    vertical_system,
    extent: [west, south, east, north],
    file: values.file,
    created_on: now,
    created_by: actor.id,
  });
  await recordHistory(context, { noun: 'geoid grid', record_id: id, record_name: name, version: null, action: 'created', changes: [] });
  return getGeoidGrid(tx, id);
}

export async function removeGeoidGrid(context: Context, id: number): Promise<void> {
  const { tx } = context;
  if (!(await grids.lock(tx, id))) throw notFound();
  const grid = await getGeoidGrid(tx, id);
  if (grid.is_in_force) throw new Refusal('IN_USE', 'This grid is in force. Choose another in the coordinate settings first.');
  await grids.remove(tx, id);
  await recordHistory(context, {
    noun: 'geoid grid',
    record_id: id,
    record_name: grid.name,
    version: null,
    action: 'deleted',
    changes: [],
  });
}

/** Why a grid cannot be taken into force for this purpose; null when it can. Held against removal from here on. */
export async function whyNotInForce(tx: Tx, id: number, kind: GeoidGrid['kind']): Promise<string | null> {
  await grids.lock(tx, id);
  const grid = await grids.find(tx, id);
  if (!grid) return 'There is no such grid.';
  return grid.kind === kind ? null : `${grid.name} is a grid of ${grid.kind === 'offset' ? 'offsets' : 'undulations'}.`;
}
