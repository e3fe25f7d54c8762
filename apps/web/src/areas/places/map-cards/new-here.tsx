import { LinkButton } from '../../../parts/links.tsx';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { Can } from '../../../session/can.tsx';
import { writePlaces } from '../location/place-words.ts';

/** Begins a job or a quote at a place, or in an area of several corners. */
export function NewHere({ places }: { places: readonly Lonlat[] }) {
  const search = { place: writePlaces(places) } as never;
  return (
    <>
      <Can do="jobs.write">
        <LinkButton size="small" variant="outlined" to="/job" search={search}>
          New job here
        </LinkButton>
      </Can>
      <Can do="quotes.write">
        <LinkButton size="small" variant="outlined" to="/quote" search={search}>
          New quote here
        </LinkButton>
      </Can>
    </>
  );
}
