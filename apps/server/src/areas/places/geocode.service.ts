import type { Page } from '@dmse/contract/endpoint';
import type { FoundPlace } from '@dmse/contract/places/geocode';
import { can } from '@dmse/domain/access/grants';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../http/refusal.ts';
import { getSection } from '../settings/setting.service.ts';
import * as places from './geocode.queries.ts';

const WORDS = { address: 'address', parcel: 'parcel' } as const;

/**
 * Finds a place by its address or parcel: first among what the firm has located and imported, then with the service it has named, if
 * any. A service that does not answer takes nothing away from what is known here.
 */
export async function findPlaces(context: Context, kind: places.PlaceKind, query: string): Promise<Page<FoundPlace>> {
  const results = await collect(context, kind, query);
  return { count: results.length, results };
}

async function collect({ tx, actor, outside }: Context, kind: places.PlaceKind, query: string): Promise<FoundPlace[]> {
  const withQuotes = can(actor.groups, 'quotes.read');
  const known = [...(await places.findLocated(tx, kind, query, withQuotes)), ...(await places.findKnown(tx, kind, query))];
  const { address_url, parcel_url } = await getSection(tx, 'geocoding');
  const template = kind === 'address' ? address_url : parcel_url;
  if (!template) return known;
  try {
    return [...known, ...(await outside.geocoder.find(template, query))];
  } catch {
    if (known.length > 0) return known;
    throw new Refusal(503, {
      detail: `The ${WORDS[kind]} service did not answer. Try again, or set the place on the map.`,
      code: 'UNAVAILABLE',
    });
  }
}
