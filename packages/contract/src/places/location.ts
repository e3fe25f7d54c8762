import { sayPlace } from '@dmse/domain/places/place-text';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, optionalLine, paragraph, stamps } from '../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';

const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const Ring = z.array(Position).min(4, 'A polygon needs at least three corners.').max(5000);

/** A point or a polygon, lon/lat in degrees. */
export const PlaceGeometry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Point'), coordinates: Position }),
  z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1).max(50) }),
]);
export type PlaceGeometry = z.infer<typeof PlaceGeometry>;

export const locationFields = {
  geometry: field(PlaceGeometry.nullable(), 'Position', { text: (geometry) => sayPlace({ geometry: geometry as PlaceGeometry }) }),
  address: field(optionalLine(300), 'Address'),
  legal_description: field(paragraph(2000), 'Legal description'),
  pid: field(optionalLine(120), 'PID'),
};

/** A location as the record that has it shows it. */
export const PlaceOf = z.object({ id: Id, ...locationFields });
export type PlaceOf = z.infer<typeof PlaceOf>;

export const Location = z.object({ id: Id, ...locationFields, ...stamps });
export type Location = z.infer<typeof Location>;

export const LocationPatch = z.strictObject(locationFields).partial();

/** What the firm knows near a place: for the small map. */
export const NearbyPlace = z.object({
  noun: z.enum(['job', 'quote']),
  id: Id,
  num: z.string(),
  desc: z.string(),
  state: z.string(),
  geometry: PlaceGeometry,
});
export type NearbyPlace = z.infer<typeof NearbyPlace>;

const degrees = z.number().min(-180).max(180);
export const listNearby = endpoint({
  get: '/api/jobs/location/',
  query: z.strictObject({ min_lon: degrees, min_lat: degrees, max_lon: degrees, max_lat: degrees }),
  page: NearbyPlace,
  needs: 'jobs.read',
  summary: 'Located jobs and quotes inside a box, at most 500',
});
export const createLocation = endpoint({
  post: '/api/jobs/location/',
  body: LocationPatch,
  response: Location,
  status: 201,
  needs: 'locations.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Store a location; a record is pointed at it afterwards',
});
export const getLocation = endpoint({ get: '/api/jobs/location/:id/', response: Location, needs: 'jobs.read', summary: 'A location' });
export const updateLocation = endpoint({
  patch: '/api/jobs/location/:id/',
  body: LocationPatch,
  response: Location,
  needs: 'locations.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Change a location',
});
export const removeLocation = endpoint({
  delete: '/api/jobs/location/:id/',
  response: 'nothing',
  needs: 'locations.write',
  summary: 'Delete a location nothing refers to',
});
