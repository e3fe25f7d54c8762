import { MapLayerName } from '@dmse/contract/places/map';
import { z } from 'zod';

/** After an answer that ends the stream the browser does not ask again by itself. */
const ASK_AGAIN = 5000;

const Change = z.object({ layer: MapLayerName, version: z.string() });
export type MapChange = z.infer<typeof Change>;

type Listeners = {
  onChange: (change: MapChange) => void;
  /** The stream is there again after it was cut: what changed meanwhile was not told. */
  onReopened: () => void;
};

/** Listens for layers that have changed until it is told to stop. A stream that is cut is opened again, without a word. */
export function watchMapChanges({ onChange, onReopened }: Listeners): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasCut = false;
  const open = () => {
    source = new EventSource('/api/map/changes/');
    source.onopen = () => {
      if (wasCut) onReopened();
      wasCut = false;
    };
    source.onmessage = ({ data }) => {
      const change = Change.safeParse(JSON.parse(String(data)));
      if (change.success) onChange(change.data);
    };
    source.onerror = () => {
      wasCut = true;
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, ASK_AGAIN);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
