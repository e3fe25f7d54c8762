import { MapLayerName } from '@dmse/contract/places/map';
import { z } from 'zod';

/** After an answer that ends the stream the browser does not ask again by itself: milliseconds until we do, longer each time. */
const ASK_AGAIN = { first: 5000, last: 60_000 };

const Change = z.object({ layer: MapLayerName, version: z.string() });
export type MapChange = z.infer<typeof Change>;

/**
 * Listens until it is told to stop: first the versions of now, then each layer that has changed. A stream that is cut is opened again
 * without a word; since the versions come first, nothing is missed.
 */
export function watchMapChanges(onChange: (change: MapChange) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = ASK_AGAIN.first;
  const open = () => {
    source = new EventSource('/api/map/changes/');
    source.addEventListener('layer', ({ data }) => {
      const change = Change.safeParse(JSON.parse(String(data)));
      if (change.success) onChange(change.data);
    });
    source.onopen = () => {
      wait = ASK_AGAIN.first;
    };
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, ASK_AGAIN.last);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
