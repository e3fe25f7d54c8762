import type { MapLayerName } from '@dmse/domain/places/map-layers';
import type { ColumnShape, MapFeature } from '@dmse/survey/tile/point-columns';
import type { Tx } from '../../db/database.ts';

/** What the database says has changed: some records of a subject, or any of them. */
export type Notice = { subject: string; ids: readonly string[] | '*' };
/** Features to be read again by id, and points by the group they belong to; `*`: the whole layer. */
export type LayerChange = { ids: readonly string[]; groups?: readonly number[] } | '*';
export type MapChanges = Map<MapLayerName, LayerChange>;
export type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Where the features of the map come from. */
export type MapSource = {
  shapeOf(layer: MapLayerName): ColumnShape;
  /** The whole layer, piece by piece. */
  load(read: Read, layer: MapLayerName): AsyncIterable<MapFeature[]>;
  resolve(tx: Tx, notices: readonly Notice[]): Promise<MapChanges>;
  read(tx: Tx, layer: MapLayerName, change: Exclude<LayerChange, '*'>): Promise<MapFeature[]>;
};

/** `job:5,7` or `job:*`. */
export function readNotice(payload: string): Notice {
  const at = payload.indexOf(':');
  const ids = payload.slice(at + 1);
  return { subject: payload.slice(0, at), ids: ids === '*' ? '*' : ids.split(',') };
}
