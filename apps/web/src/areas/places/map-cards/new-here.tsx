import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { Can } from '../../../session/can.tsx';
import { writePlaces } from '../location/place-words.ts';

/** Begins a job or a quote at a place, or in an area of several corners. */
export function NewHere({ places }: { places: readonly Lonlat[] }) {
  const search = { place: writePlaces(places) } as never;
  return (
    <>
      <Can do="jobs.write">
        <Button size="small" variant="outlined" component={Link} to="/job" search={search}>
          New job here
        </Button>
      </Can>
      <Can do="quotes.write">
        <Button size="small" variant="outlined" component={Link} to="/quote" search={search}>
          New quote here
        </Button>
      </Can>
    </>
  );
}
