import type { Page } from '@dmse/contract/endpoint';
import type { FoundPlace } from '@dmse/contract/places/geocode';
import { can } from '@dmse/domain/access/grants';
import type { Context } from '../../../call/context.ts';
import { Refusal } from '../../../call/refusal.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as places from './geocode.queries.ts';

const WORDS = { address: 'address', parcel: 'parcel' } as const;

type Look = { known: places.Found[]; template: string };

/** Among what the firm has located and imported; and where to ask next, if it has named a service. */
export async function findKnown({ tx, actor }: Context, kind: places.PlaceKind, query: string): Promise<Look> {
  const withQuotes = can(actor.groups, 'quotes.read');
  const known = [...(await places.findLocated(tx, kind, query, withQuotes)), ...(await places.findKnown(tx, kind, query))];
  const { address_url, parcel_url } = await getSection(tx, 'geocoding');
  return { known, template: (kind === 'address' ? address_url : parcel_url) ?? '' };
}

/** Adds what the service finds. One that does not answer takes nothing away from what is known here. */
export async function askService(
  { adapters }: Pick<Context, 'adapters'>,
  kind: places.PlaceKind,
  query: string,
  { known, template }: Look,
): Promise<Page<FoundPlace>> {
  if (!template) return pageOf(known);
  try {
    return pageOf([...known, ...(await adapters.geocoder.find(template, query))]);
  } catch {
    if (known.length > 0) return pageOf(known);
    throw new Refusal('UNAVAILABLE', `The ${WORDS[kind]} service did not answer. Try again, or set the place on the map.`);
  }
}

function pageOf(results: FoundPlace[]): Page<FoundPlace> {
  return { count: results.length, results };
}
