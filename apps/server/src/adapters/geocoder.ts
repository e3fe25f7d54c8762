import { type AddressRule, guardedRequest, isPublic, whyNotHost } from './guarded-request.ts';

export type FoundByService = { label: string; lon: number; lat: number; source: string };

/** A service on the internet that knows addresses or parcels. The template comes from the settings, only the query from a person. */
export type Geocoder = {
  find(template: string, query: string): Promise<FoundByService[]>;
  /** Why this template would be refused when it is used. */
  whyNot(template: string): Promise<string | null>;
};

export type GeocoderParts = { isAllowed?: AddressRule; timeoutMs?: number };

const MOST_BYTES = 1024 * 1024;
const MOST_PLACES = 20;

/** The query goes in as one encoded value; it can neither leave its place nor change where the question goes (SEC-S27). */
function addressFor(template: string, query: string): URL {
  const fill = (text: string) => text.replaceAll('{query}', encodeURIComponent(query));
  const url = new URL(fill(template));
  if (url.origin !== new URL(template.replaceAll('{query}', '0')).origin) throw new Error('The template may not hold {query} in its host.');
  return url;
}

export function createGeocoder({ isAllowed = isPublic, timeoutMs = 5000 }: GeocoderParts = {}): Geocoder {
  return {
    async whyNot(template) {
      try {
        return await whyNotHost(addressFor(template, 'x'), isAllowed);
      } catch (error) {
        return (error as Error).message;
      }
    },
    async find(template, query) {
      const url = addressFor(template, query);
      const headers = { Accept: 'application/json, application/geo+json', 'User-Agent': 'DMSE' };
      const { status, text } = await guardedRequest({ url, headers, isAllowed, timeoutMs, mostBytes: MOST_BYTES });
      if (status !== 200) throw new Error(`The service answered ${status}.`);
      return readPlaces(JSON.parse(text), url.hostname);
    },
  };
}

type Loose = Record<string, unknown>;

function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}

function listIn(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer;
  if (!isRecord(answer)) return [];
  return [answer.features, answer.candidates, answer.results].find(Array.isArray) ?? [];
}

/** The first corner of whatever geometry it is: near enough to move a map there. */
function firstPosition(coordinates: unknown): [unknown, unknown] {
  let at = coordinates;
  while (Array.isArray(at) && Array.isArray(at[0])) at = at[0];
  return Array.isArray(at) ? [at[0], at[1]] : [null, null];
}

const LABELS = ['display_name', 'formatted_address', 'formatted', 'label', 'full_address', 'address', 'name', 'pid', 'PID'];

function labelIn(...sources: readonly unknown[]): string {
  for (const source of sources) {
    const words = isRecord(source)
      ? LABELS.map((name) => source[name]).find((value) => typeof value === 'string' || typeof value === 'number')
      : undefined;
    if (words !== undefined && String(words).trim()) return String(words).trim().slice(0, 300);
  }
  return '';
}

/** The shapes such services answer in: a GeoJSON collection, a list with lat and lon, candidates or results with a location. */
function readPlace(entry: unknown, source: string): FoundByService[] {
  if (!isRecord(entry)) return [];
  const geometry = isRecord(entry.geometry) ? entry.geometry : {};
  const location = isRecord(entry.location) ? entry.location : isRecord(geometry.location) ? geometry.location : entry;
  const [x, y] = firstPosition(geometry.coordinates);
  const lon = Number(x ?? location.lon ?? location.lng ?? location.x);
  const lat = Number(y ?? location.lat ?? location.y);
  const label = labelIn(entry.properties, entry, entry.attributes);
  const isPlace = Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && label !== '';
  return isPlace ? [{ label, lon, lat, source }] : [];
}

export function readPlaces(answer: unknown, source: string): FoundByService[] {
  return listIn(answer)
    .slice(0, MOST_PLACES)
    .flatMap((entry) => readPlace(entry, source));
}
