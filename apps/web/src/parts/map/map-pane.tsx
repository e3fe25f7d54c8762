import Box from '@mui/material/Box';
import type { Map as GlMap } from 'maplibre-gl';
import { Component, type Dispatch, type ReactNode, type SetStateAction, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import type { MapStyle } from './base/base-map-style.ts';
import type { Bounds, Lonlat, MapFound, MapLayer, MapPick, MapView, Measurement } from './map-layer.ts';

/** Fetches what draws maps, where a page knows that it will show one before it knows what is on it. Whether it came is said where the map stands. */
export const preloadMap = (): Promise<void> => MapCanvas.fetch().catch(() => undefined);

export type MapPaneProps = {
  /** Said by screen readers. */
  label: string;
  /** Keep the array the same while nothing changes: the map is drawn again when it is another. */
  layers: readonly MapLayer[];
  /** The id of the feature to mark. */
  selected?: string | null;
  /** What was tapped; null for bare ground. */
  onPick?: (pick: MapPick | null) => void;
  /** Where was tapped, and what lies there. */
  onTap?: (at: Lonlat, pick: MapPick | null) => void;
  /** Everything under a tap, of the layers of tiles. */
  onFind?: (found: MapFound) => void;
  /** Where the map looks: at first, and again whenever it is another object. Goes before `fit`. */
  view?: MapView | null;
  /** Where it looks after it was moved, and what is seen there. */
  onView?: (view: MapView, bounds: Bounds) => void;
  /** Something could not be fetched: the source, or null where that is not known. */
  onSourceError?: (source: string | null) => void;
  /** There will be no map: the device cannot draw one. */
  onNoMap?: () => void;
  /** The map itself once it is there, for what takes a picture of it. */
  onMap?: (map: GlMap | null) => void;
  /** Shown at first, and again whenever it changes; without one the map shows everything on it. */
  fit?: Bounds | null;
  /** What "Show everything" shows, where the layers themselves do not say. */
  everything?: Bounds | null;
  /** Brought into sight, without zooming, where it changes and is not seen. */
  inView?: Lonlat | null;
  /** The grid whose eastings and northings are drawn at street scale, and on which is measured. */
  crs?: { readonly name: string; readonly proj: string } | null;
  tools?: readonly ('locate' | 'measure')[];
  /** What is measured, where the page keeps it; without `onMeasured` the map does. */
  measured?: Measurement | null;
  onMeasured?: Dispatch<SetStateAction<Measurement | null>>;
  /** Own position from the start, without pressing the button. */
  isLocating?: boolean;
  /** A line from here to there, with distance and bearing. */
  goTo?: { readonly to: Lonlat; readonly name: string; readonly onEnd: () => void } | null;
  /** Under this name the map remembers where it was left. */
  keepView?: string;
  /** What lies under the layers, from `useBaseMaps`; without one the style that is shipped and needs no network. Keep it the same while it is. */
  style?: MapStyle | null;
};

function Sentence({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', p: 6, textAlign: 'center', bgcolor: 'background.paper' }}
    >
      {children}
    </Box>
  );
}

const MapCanvas = lazyPart(() => import('./map-canvas.tsx').then((file) => file.MapCanvas), <Sentence>Loading the map…</Sentence>);

/** A map that cannot be drawn must not take the page with it. */
class MapGuard extends Component<{ children: ReactNode; fallback: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** A map of given layers, filling the place it stands in. It needs no network. */
export function MapPane(props: MapPaneProps) {
  const [hasFailed, setFailed] = useState(false);
  const failed = <Sentence>The map cannot be drawn on this device: the browser offers no WebGL. The lists show the same.</Sentence>;
  return (
    <Box sx={{ position: 'relative', width: '100%', height: '100%', minHeight: 200, overflow: 'hidden' }}>
      {hasFailed ? (
        failed
      ) : (
        <MapGuard fallback={failed}>
          <MapCanvas
            {...props}
            onFail={() => {
              setFailed(true);
              props.onNoMap?.();
            }}
          />
        </MapGuard>
      )}
    </Box>
  );
}
