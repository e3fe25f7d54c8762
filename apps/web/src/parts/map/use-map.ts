import { type GeoJSONSource, Map as GlMap, prewarm, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Scheme } from '../../theme/tokens.ts';
import type { MapStyle } from './base/base-map-style.ts';
import './base/kept-tiles-protocol.ts';
import { askOnPage } from './base/foreign-request.ts';
import { fetchGround } from './base/ground-files.ts';
import type { Bounds, MapFeature, MapLayer, MapSymbol, MapTone, MapView } from './map-layer.ts';
import { asData, baseStyle } from './map-style.ts';
import { drawSymbol, SYMBOL_RATIO } from './map-symbols.ts';
import { withOwn } from './own-style.ts';

setWorkerUrl(workerUrl);
// The worker starts while the page is still being made, not after.
if (typeof Worker !== 'undefined') prewarm();

/** What a map without anything on it shows. */
const BASE_BOUNDS = [-69.2, 44.5, -63.4, 48.2] as const;

/** Where each map was left, so that coming back from a form shows the same ground. */
const views = new Map<string, { center: [number, number]; zoom: number }>();

/** Milliseconds in which labels appear. Without any, the map would place every label anew with every frame. */
const FADE = 200;

/** Room around what is fitted, and how near a single point is shown. */
const FIT = { padding: { top: 56, bottom: 56, left: 40, right: 88 }, maxZoom: 19, animate: false } as const;

export function setFeatures(map: GlMap, source: string, features: readonly MapFeature[]): void {
  map.getSource<GeoJSONSource>(source)?.setData(asData(features));
}

export function showBounds(map: GlMap, [west, south, east, north]: Bounds): void {
  map.fitBounds([west, south, east, north], FIT);
}

export type MapOptions = {
  label: string;
  scheme: Scheme;
  style: MapStyle | null;
  layers: readonly MapLayer[];
  bounds: Bounds | null;
  view: MapView | null;
  onView: ((view: MapView, bounds: Bounds) => void) | undefined;
  onSourceError: ((source: string | null) => void) | undefined;
  keepView: string | null;
  onFail: () => void;
};

const begun = new WeakMap<GlMap, readonly MapLayer[]>();
/** The layers with which a map was made. */
export const layersAtFirst = (map: GlMap): readonly MapLayer[] => begun.get(map) ?? [];

/** The map itself, null until its style is there. A new scheme or style makes a new one, looking at the same place. */
export function useMap(place: RefObject<HTMLDivElement | null>, options: MapOptions): GlMap | null {
  const [map, setMap] = useState<GlMap | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const last = useRef<{ center: [number, number]; zoom: number } | null>(null);
  const { scheme } = options;
  // A style that cannot be loaded must not keep the layers from being seen: the shipped one takes its place.
  const [broken, setBroken] = useState<MapStyle | null>(null);
  const style = options.style !== null && options.style === broken ? null : options.style;
  useEffect(() => {
    if (!place.current) return;
    const { label, layers, bounds, view, keepView, onFail } = latest.current;
    const asked = view && { center: [view.center[0], view.center[1]] as [number, number], zoom: view.zoom };
    const kept = last.current ?? asked ?? (keepView === null ? null : (views.get(keepView) ?? null));
    let made: GlMap;
    try {
      made = new GlMap({
        container: place.current,
        style: style ?? baseStyle(scheme),
        transformStyle: (_, next) => withOwn(next, layers, scheme),
        // The styles we ship are looked at by tests.
        validateStyle: style !== null,
        ...(kept ?? { bounds: [...(bounds ?? BASE_BOUNDS)] as [number, number, number, number], fitBoundsOptions: FIT }),
        transformRequest: askOnPage,
        locale: { 'Map.Title': label },
        maxZoom: 24,
        attributionControl: style === null ? false : {},
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        fadeDuration: FADE,
        renderWorldCopies: false,
      });
    } catch {
      onFail();
      return;
    }
    if (style === null) void fetchGround(made.getZoom());
    made.touchZoomRotate.disableRotation();
    made.addControl(new ScaleControl({ maxWidth: 110 }), 'bottom-left');
    made.setMissingStyleImageResolver((id) => {
      const [symbol, tone] = id.split('/') as [MapSymbol, MapTone];
      const drawing = drawSymbol(scheme, symbol, tone);
      if (drawing && !made.hasImage(id)) made.addImage(id, drawing, { pixelRatio: SYMBOL_RATIO });
    });
    const tell = () => {
      const { lng, lat } = made.getCenter();
      const box = made.getBounds();
      last.current = { center: [lng, lat], zoom: made.getZoom() };
      latest.current.onView?.(last.current, [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()]);
    };
    let isLoaded = false;
    made.on('error', (event) => {
      if (!isLoaded && typeof style === 'string') setBroken(style);
      if (latest.current.onSourceError) latest.current.onSourceError((event as { sourceId?: string }).sourceId ?? null);
      else console.error(event.error);
    });
    made.on('moveend', () => {
      tell();
      if (latest.current.keepView !== null) views.set(latest.current.keepView, last.current!);
    });
    made.once('style.load', () => {
      isLoaded = true;
      begun.set(made, layers);
      setMap(made);
      // The first frame is not held up by what is only needed after it.
      made.once('render', tell);
    });
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      setMap(null);
      made.remove();
    };
  }, [place, scheme, style]);
  return map;
}
