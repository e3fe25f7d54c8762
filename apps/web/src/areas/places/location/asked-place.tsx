import type { PlaceGeometry } from '@dmse/contract/places/location';
import { sayPlace } from '@dmse/domain/places/place-text';
import Alert from '@mui/material/Alert';
import { showProblem } from '../../../api/problem-toast.ts';
import { useWords } from '../../../parts/search/address.ts';
import { geometryOf, readPlaces } from './place-words.ts';

/** The place on the map where "New job here" was pressed, named in the address. */
export function useAskedPlace(): PlaceGeometry | null {
  return geometryOf(readPlaces(useWords().place));
}

export function AskedPlaceNote({ noun, place }: { noun: 'job' | 'quote'; place: PlaceGeometry | null }) {
  if (!place) return null;
  return (
    <Alert severity="info" sx={{ mb: 4 }}>
      The {noun} will be at the place chosen on the map: {sayPlace({ geometry: place })}.
    </Alert>
  );
}

/** Says where a new record is. It is there already: what goes wrong here is told, and can be set on its page. */
export async function placeNew(place: PlaceGeometry | null, save: (geometry: PlaceGeometry) => Promise<unknown>): Promise<void> {
  if (!place) return;
  try {
    await save(place);
  } catch (error) {
    showProblem(error, 'The location was not saved. Set it under Location.');
  }
}
