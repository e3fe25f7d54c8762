import { z } from 'zod';
import { Id } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

export const FoundPlace = z.object({
  label: z.string(),
  lon: z.number(),
  lat: z.number(),
  /** Who knows it: a job or quote number, or the name of the imported file or provider. */
  source: z.string(),
});
export type FoundPlace = z.infer<typeof FoundPlace>;

const GeocodeQuery = z.strictObject({ query: z.string().trim().min(1, 'Type what to look for.').max(200) });

export const geocodeAddress = endpoint({
  get: '/api/core/geocode/address/',
  query: GeocodeQuery,
  page: FoundPlace,
  needs: 'places.search',
  summary: 'Find a civic address',
});
export const geocodeParcel = endpoint({
  get: '/api/core/geocode/parcel/',
  query: GeocodeQuery,
  page: FoundPlace,
  needs: 'places.search',
  summary: 'Find a parcel by its identifier',
});

export const KNOWN_PLACE_STATES = ['waiting', 'reading', 'ready', 'failed'] as const;
export const KnownPlaceImport = z.object({
  id: Id,
  source: z.string(),
  kind: z.enum(['address', 'parcel']),
  state: z.enum(KNOWN_PLACE_STATES),
  /** Places read so far; at the end those that were taken in. */
  done: z.int(),
  /** Why nothing was taken in; empty where something was. */
  problem: z.string(),
  /** What was left out, the first of it. */
  problems: z.array(z.string()),
});
export type KnownPlaceImport = z.infer<typeof KnownPlaceImport>;
export const KnownPlaceFile = z.object({
  source: z.string(),
  kind: z.enum(['address', 'parcel']),
  places: z.int(),
  /** The last import of this source. */
  last_import: KnownPlaceImport.nullable(),
});
export type KnownPlaceFile = z.infer<typeof KnownPlaceFile>;
export const listKnownPlaces = endpoint({
  get: '/api/staff/known-place/',
  query: z.strictObject({}),
  page: KnownPlaceFile,
  needs: 'settings.write',
  summary: 'The address and parcel files that were imported or are on their way',
});
export const importKnownPlaces = endpoint({
  post: '/api/staff/known-place/',
  /**
   * An uploaded CSV with a label (or pid), lon and lat (or easting and northing) column, a GeoJSON file or a zipped shapefile; replaces
   * what that source held before.
   */
  body: z.strictObject({ file: z.int().positive(), kind: z.enum(['address', 'parcel']), source: z.string().trim().min(1).max(120) }),
  response: KnownPlaceImport,
  status: 202,
  heavy: true,
  needs: 'settings.write',
  summary: 'Import a civic-address or parcel file for the geocoder, on the queue',
});
export const removeKnownPlaces = endpoint({
  delete: '/api/staff/known-place/',
  query: z.strictObject({ kind: z.enum(['address', 'parcel']), source: z.string().min(1).max(120) }),
  response: 'nothing',
  needs: 'settings.write',
  summary: 'Delete the addresses or parcels of a source, and the record of its imports',
});
