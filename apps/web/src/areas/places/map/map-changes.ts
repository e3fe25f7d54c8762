import { MapLayerName } from '@dmse/contract/places/map';
import { z } from 'zod';

/** After an answer that ends the stream the browser does not ask again by itself. */
const ASK_AGAIN = 5000;

const Change = z.object({ layer: MapLayerName, version: z.string() });
export type MapChange = z.infer<typeof Change>;

/**
 * Listens until it is told to stop: first the versions of now, then each layer that has changed. A stream that is cut is opened again
 * without a word; since the versions come first, nothing is missed.
 */
export function watchMapChanges(onChange: (change: MapChange) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource('/api/map/changes/');
    source.addEventListener('layer', ({ data }) => {
      const change = Change.safeParse(JSON.parse(String(data)));
      if (change.success) onChange(change.data);
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, ASK_AGAIN);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
