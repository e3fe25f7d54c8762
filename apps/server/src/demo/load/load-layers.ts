import type { FileStore } from '../../adapters/files/file-store.ts';
import * as fileRows from '../../areas/files/file/file.queries.ts';
import { fieldRunNoun } from '../../areas/sites/field-run/field-run-text.ts';
import { insert } from '../../areas/sites/layer/static-layer.queries.ts';
import type { Loading } from '../bulk-load.ts';
import type { RunKind, RunLife } from '../firm/field-runs.ts';
import type { Random } from '../firm/random.ts';
import type { HistoryRow } from '../firm/record-with-history.ts';
import { makeFloodLines, makePowerCorridor, type RunLayer } from '../firm/run-layers.ts';
import { boxOf } from './load-places.ts';

const MAKERS: Record<RunKind, (random: Random, origin: RunLife['origin']) => RunLayer> = {
  topo: makeFloodLines,
  sewer: makePowerCorridor,
  legal: makePowerCorridor,
};
/** So many of the newest runs that somebody has begun took a layer along. */
const RUNS = 6;

/** Layers that the office gave to the newest runs, as GeoJSON that needed no conversion. */
export async function loadLayers(
  context: Loading,
  random: Random,
  files: FileStore,
  lives: readonly RunLife[],
  add: (rows: HistoryRow[]) => Promise<void>,
): Promise<void> {
  const { tx } = context;
  const own = random.fork('layers');
  const taken = lives.filter(({ started_on }) => started_on !== null);
  const newest = taken.toSorted((a, b) => b.created.at.localeCompare(a.created.at)).slice(0, RUNS);
  const made = newest.map((life) => ({ life, layer: MAKERS[life.kind](own, life.origin) }));
  const texts = made.map(({ layer }) => Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: layer.features })));
  const stored = await files.putAll(texts);
  const stamps = made.map(({ life }) => ({ created_on: life.created.at, created_by: life.created.by }));
  const ids = await fileRows.insertMany(
    tx,
    made.map(({ layer }, at) => ({ ...stored[at]!, name: `${layer.name}.geojson`, mime_type: 'application/geo+json', ...stamps[at]! })),
  );
  for (const [at, { life, layer }] of made.entries()) {
    const places = layer.features.flatMap(({ geometry }) =>
      geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates,
    );
    const { min_lon, min_lat, max_lon, max_lat } = boxOf(places);
    const file = ids[at]!;
    await insert(tx, {
      field_run: life.id,
      name: layer.name,
      format: 'GeoJSON',
      kind: 'vector',
      features: layer.features.length,
      vertices: places.length,
      bounds: [min_lon, min_lat, max_lon, max_lat],
      crs: null,
      corners: null,
      file,
      shown: file,
      ...stamps[at]!,
    });
    await add([
      {
        noun: fieldRunNoun.noun,
        record_id: life.id,
        record_name: fieldRunNoun.nameOf(life.values as never),
        version: null,
        action: 'changed',
        changes: [{ field: 'layers', label: 'Layers', from: null, to: layer.name }],
        at: life.created.at,
        by: life.created.by,
      },
    ]);
  }
}
