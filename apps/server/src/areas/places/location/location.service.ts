import { type Location, type LocationPatch, locationFields, type NearbyPlace } from '@dmse/contract/places/location';
import { boxOf, whyNotPlace } from '@dmse/domain/places/geometry';
import { sayPlace } from '@dmse/domain/places/place-text';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import { refuseWhileReferred } from '../../../flows/references.ts';
import type { Change } from '../../../records/history.ts';
import {
  type Changeable,
  createRecord,
  fieldsOf,
  lockRecord,
  openRecord,
  type RowOf,
  removeRecord,
  updateRecord,
} from '../../../records/record.ts';
import * as locations from './location.queries.ts';

type Patch = z.infer<typeof LocationPatch>;

export const locationNoun: Changeable<'location'> = {
  noun: 'location',
  table: 'location',
  nameOf: (row) => sayPlace(row as never) ?? 'without a place',
  fields: fieldsOf(locationFields),
  get: getLocation,
};

/** The geometry goes in with its box, in plain columns; both go when it is taken away. */
function withBox({ geometry, ...fields }: Patch) {
  if (geometry === undefined) return fields;
  if (geometry === null) return { ...fields, geometry, min_lon: null, min_lat: null, max_lon: null, max_lat: null };
  const why = whyNotPlace(geometry);
  if (why) throw invalid({ geometry: why });
  return { ...fields, geometry, ...boxOf(geometry) };
}

export async function getLocation({ tx }: Context, id: number): Promise<Location> {
  const row = await locations.find(tx, id);
  if (!row) throw notFound();
  return row as Location;
}

export function insertLocation(context: Context, values: Patch): Promise<RowOf<'location'>> {
  return createRecord(context, locationNoun, withBox(values));
}

export async function createLocation(context: Context, values: Patch): Promise<Location> {
  return getLocation(context, (await insertLocation(context, values)).id);
}

/** Changes what a record has as its place, or gives it one. Answers the change as the record's own history tells it. */
export async function placeRecord(context: Context, current: number | null, patch: Patch): Promise<{ location: number; change: Change[] }> {
  const before = current === null ? null : await lockRecord(context, locationNoun, current);
  const after = before ? await updateRecord(context, locationNoun, before, withBox(patch)) : await insertLocation(context, patch);
  const isSame = before !== null && before.version === after.version;
  const change = { field: 'location', label: 'Location', from: before && sayPlace(before as never), to: sayPlace(after as never) };
  return { location: after.id, change: isSame ? [] : [change] };
}

export function lockLocation(context: Context, id: number): Promise<RowOf<'location'>> {
  return openRecord(context, locationNoun, id);
}

export function listOwners({ tx }: Context, id: number): Promise<locations.Owner[]> {
  return locations.listOwners(tx, id);
}

export async function removeLocation(context: Context, id: number): Promise<void> {
  const row = await lockRecord(context, locationNoun, id);
  await refuseWhileReferred(context.tx, 'location', id);
  await removeRecord(context, locationNoun, row);
}

export async function listNearby({ tx }: Context, box: locations.Box): Promise<{ count: number; results: NearbyPlace[] }> {
  if (box.min_lon > box.max_lon || box.min_lat > box.max_lat) throw invalid({ min_lon: 'The smaller corner of the box comes first.' });
  const results = await locations.listInside(tx, box);
  return { count: results.length, results };
}
