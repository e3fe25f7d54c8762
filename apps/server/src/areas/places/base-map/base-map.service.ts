import type { Page, RequestBody } from '@dmse/contract/endpoint';
import * as wire from '@dmse/contract/places/base-map';
import { whyNotBaseMap } from '@dmse/domain/places/base-map';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf, openRecord, removeRecord } from '../../../records/record.ts';
import * as maps from './base-map.queries.ts';

export const baseMapNoun: Changeable<'base_map', wire.BaseMap> = {
  noun: 'base map',
  table: 'base_map',
  nameOf: (row) => String(row.name),
  fields: fieldsOf(wire.baseMapFields),
  get: getBaseMap,
};

/** As the contract shows it: what is kept of hosts and bytes stays here. */
export function toBaseMap(row: maps.BaseMapRow): wire.BaseMap {
  return {
    ...row,
    kind: row.kind as wire.BaseMap['kind'],
    state: row.state as wire.BaseMap['state'],
    tiles: row.tiles as wire.BaseMapTiles | null,
    file_name: row.upload_name,
    file_bytes: row.stored_bytes ?? row.upload_length,
    revision: String(row.version),
  } as wire.BaseMap;
}

export async function listBaseMaps({ tx }: Pick<Context, 'tx'>): Promise<Page<wire.BaseMap>> {
  const results = (await maps.list(tx)).map(toBaseMap);
  return { count: results.length, results };
}

export async function getBaseMap({ tx }: Pick<Context, 'tx'>, id: number): Promise<wire.BaseMap> {
  const row = await maps.find(tx, id);
  if (!row) throw notFound();
  return toBaseMap(row);
}

type Values = Pick<wire.BaseMap, 'name' | 'kind' | 'url' | 'min_zoom' | 'max_zoom'>;

async function refuseWrong({ tx, adapters }: Context, id: number, values: Values): Promise<void> {
  const problems = whyNotBaseMap(values);
  if (problems) throw invalid(problems);
  // Of the other kinds a page asks, from wherever it is open.
  const why = values.kind === 'pmtiles' ? await adapters.tileService.whyNot(values.url) : null;
  if (why) throw invalid({ url: why });
  if (await maps.hasName(tx, values.name, id)) throw invalid({ name: 'Another base map has this name.' });
}

/** The host a page asks for it. What a style names besides is found when it is checked. */
export function hostsOf({ kind, url }: { kind: string; url: string }): string[] {
  return kind === 'style' || kind === 'raster' || kind === 'wmts' ? [new URL(url).origin] : [];
}

/** Only one is shown first: the one before is no longer. */
async function giveUpDefault(context: Context, id: number): Promise<void> {
  const before = await maps.findDefault(context.tx, id);
  if (before !== null) await changeRecord({ ...context, if_match: null }, baseMapNoun, before, () => ({ values: { is_default: false } }));
}

export async function createBaseMap(context: Context, body: RequestBody<typeof wire.createBaseMap>): Promise<wire.BaseMap> {
  const values = { url: '', min_zoom: 0, max_zoom: 22, ...body };
  await refuseWrong(context, 0, values);
  if (values.is_default) await giveUpDefault(context, 0);
  const state = values.kind === 'file' ? 'empty' : 'ready';
  const { id } = await createRecord(context, baseMapNoun, { ...values, state, hosts: hostsOf(values) });
  return getBaseMap(context, id);
}

export async function updateBaseMap(context: Context, id: number, patch: RequestBody<typeof wire.updateBaseMap>): Promise<wire.BaseMap> {
  if (patch.is_default) await giveUpDefault(context, id);
  return changeRecord(context, baseMapNoun, id, async (before) => {
    const values = { ...before, ...patch } as Values;
    await refuseWrong(context, id, values);
    const isMoved = patch.url !== undefined && patch.url !== before.url;
    return { values: { ...patch, ...(isMoved ? { hosts: hostsOf(values), problem: '', checked_on: null } : {}) } };
  });
}

/** Its file and its pieces go with the next clean-up. */
export async function removeBaseMap(context: Context, id: number): Promise<void> {
  await removeRecord(context, baseMapNoun, await openRecord(context, baseMapNoun, id));
}

/** The servers of others that pages may fetch from. */
export const listTileHosts = ({ tx }: Pick<Context, 'tx'>): Promise<string[]> => maps.listHosts(tx);
