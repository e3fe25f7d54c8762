import 'maplibre-gl/dist/maplibre-gl.css';
import { makeProjection } from '@dmse/survey/geo/projection';
import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import { type Map as GlMap, Marker } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '../../session/store.ts';
import { needsReload } from './base/foreign-request.ts';
import { groundLine, sayBearing, sayDistance } from './ground-line.ts';
import { boundsOfLayers } from './map-bounds.ts';
import { type MapButton, MapButtons } from './map-buttons.tsx';
import type { Lonlat, Measurement } from './map-layer.ts';
import { MapLoading } from './map-loading.tsx';
import type { MapPaneProps } from './map-pane.tsx';
import { MapReadout } from './map-readout.tsx';
import { Measure } from './measure.tsx';
import { goToFeatures, measureFeatures, positionFeatures, selectionFeatures } from './over-features.ts';
import { useOwnPosition } from './own-position.ts';
import { OVER } from './own-style.ts';
import { setFeatures, showBounds, useMap } from './use-map.ts';
import { useMapGrid } from './use-map-grid.ts';
import { useMapLayers } from './use-map-layers.ts';
import { useMapTaps } from './use-map-taps.ts';

const NEAR = 19;
/** The library's own sheet makes the place relative and its scale light in every scheme. */
const PLACE = {
  width: '100%',
  height: '100%',
  '& .maplibregl-ctrl-scale': { bgcolor: 'background.paper', color: 'text.primary', borderColor: 'text.primary', fontSize: '0.75rem' },
  '& .selection-ring': { width: 36, height: 36, border: 4, borderColor: 'accent.main', borderRadius: '50%', pointerEvents: 'none' },
};

/** The map with its tools. Loaded only where there is one: it is the heaviest thing in the product. */
export function MapCanvas(props: MapPaneProps & { onFail: () => void }) {
  const {
    layers,
    label,
    selected = null,
    fit,
    inView = null,
    crs = null,
    goTo = null,
    tools = [],
    keepView = null,
    style = null,
    onFail,
  } = props;
  const { mode, systemMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) ?? 'light';
  const place = useRef<HTMLDivElement>(null);
  const [isLocating, setLocating] = useState(props.isLocating ?? false);
  const [own, setOwn] = useState<Measurement | null>(null);
  const { onMeasured: setMeasured = setOwn, measured: kept = null } = props;
  const measured = props.onMeasured ? kept : own;
  const isMeasurable = tools.includes('measure');
  const isTaken = measured !== null && !isMeasurable;
  useEffect(() => {
    // The page has taken the taps for something else.
    if (isTaken) setMeasured(null);
  }, [isTaken, setMeasured]);
  // From what it is by then: the next tap may come before this one is drawn.
  const addPlace = (at: Lonlat) => setMeasured((before) => before && { ...before, path: [...before.path, at] });
  const { fix, problem } = useOwnPosition(isLocating || goTo !== null);
  const projection = useMemo(() => (crs ? makeProjection({ name: crs.name, epsg: null, proj: crs.proj }) : null), [crs]);

  const { view = null, onView, onSourceError, onMap } = props;
  const bounds = fit ?? boundsOfLayers(layers);
  const isBlocked = useStore(needsReload);
  const map = useMap(place, { label, scheme, style, layers, bounds, view, onView, onSourceError, keepView, onFail });
  useMapLayers(map, layers, scheme);
  useMapGrid(map, projection);
  useMapTaps(map, layers, {
    onTap: measured ? addPlace : props.onTap,
    onPick: measured ? undefined : props.onPick,
    onFind: measured ? undefined : props.onFind,
  });
  useEffect(() => onMap?.(map), [map, onMap]);

  const looked = useRef(view);
  useEffect(() => {
    if (!map || !view || view === looked.current) return;
    looked.current = view;
    map.jumpTo({ center: [view.center[0], view.center[1]], zoom: view.zoom });
  }, [map, view]);

  const wanted = fit ? fit.join() : null;
  const seen = useRef(wanted);
  useEffect(() => {
    if (!map || wanted === null || wanted === seen.current) return;
    seen.current = wanted;
    showBounds(map, wanted.split(',').map(Number) as [number, number, number, number]);
  }, [map, wanted]);

  useEffect(() => {
    if (map && inView && !map.getBounds().contains([inView[0], inView[1]])) map.jumpTo({ center: [inView[0], inView[1]] });
  }, [map, inView]);

  const here: Lonlat | null = fix ? [fix.longitude, fix.latitude] : null;
  const chosen = useMemo(() => (selected === null ? [] : selectionFeatures(layers, selected)), [layers, selected]);
  const point = chosen[0]?.geometry?.type === 'Point' ? chosen[0].geometry.coordinates : null;
  useSelectionRing(map, point);
  const over = useMemo(
    () => [
      ...(fix ? positionFeatures(fix) : []),
      ...(goTo && fix ? goToFeatures([fix.longitude, fix.latitude], goTo.to) : []),
      ...(measured ? measureFeatures(measured.path, measured.isArea) : []),
      ...(point ? [] : chosen),
    ],
    [fix, goTo, measured, point, chosen],
  );
  // Whatever is drawn anew makes the map place every label anew: nothing is not drawn twice.
  const isDrawn = useRef(false);
  useEffect(() => {
    if (!map || (over.length === 0 && !isDrawn.current)) return;
    isDrawn.current = over.length > 0;
    setFeatures(map, OVER, over);
  }, [map, over]);

  // The first fix after the button was pressed brings the map there; after that the person moves it.
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!map || !fix || !isAwaited.current) return;
    isAwaited.current = false;
    map.jumpTo({ center: [fix.longitude, fix.latitude], zoom: Math.max(map.getZoom(), NEAR) });
  }, [map, fix]);
  const locate = () => {
    setLocating(true);
    if (map && here) map.jumpTo({ center: [here[0], here[1]], zoom: Math.max(map.getZoom(), NEAR) });
    else isAwaited.current = true;
  };
  const showAll = () => {
    const bounds =
      fit ?? boundsOfLayers(layers.filter((layer) => layer.kind !== 'features' || !layer.is_background)) ?? boundsOfLayers(layers);
    if (map && bounds) showBounds(map, bounds);
  };

  const buttons: MapButton[] = [
    { label: 'Zoom in', icon: 'add', onClick: () => map?.zoomIn() },
    { label: 'Zoom out', icon: 'remove', onClick: () => map?.zoomOut() },
    { label: 'Show everything', icon: 'fit_screen', onClick: showAll },
  ];
  if (tools.includes('locate')) buttons.push({ label: 'Where am I?', icon: 'my_location', isOn: isLocating, onClick: locate });
  if (isMeasurable)
    buttons.push({
      label: 'Measure',
      icon: 'straighten',
      isOn: measured !== null,
      onClick: () => setMeasured(measured ? null : { path: [], isArea: false }),
    });

  return (
    <Box sx={{ position: 'absolute', inset: 0 }}>
      <Box ref={place} data-ready={map !== null} sx={PLACE} />
      <MapLoading map={map} />
      <MapButtons buttons={buttons} />
      {goTo ? <GoTo name={goTo.name} line={here ? groundLine(here, goTo.to, projection) : null} onEnd={goTo.onEnd} /> : null}
      {measured ? (
        <Measure
          measured={measured}
          projection={projection}
          onChange={setMeasured}
          onCentre={() => map && addPlace([map.getCenter().lng, map.getCenter().lat])}
        />
      ) : null}
      {isBlocked && style !== null ? (
        <MapReadout title="Base map" actions={[{ label: 'Reload', onClick: () => window.location.reload() }]}>
          It was added after this page was opened. Reload the page to see it.
        </MapReadout>
      ) : null}
      {problem && !fix && isLocating && !goTo ? (
        <MapReadout title="No position" actions={[{ label: 'Close', onClick: () => setLocating(false) }]}>
          {problem}
        </MapReadout>
      ) : null}
    </Box>
  );
}

/** The ring around a selected point. It lies over the map, which therefore draws nothing for it. */
function useSelectionRing(map: GlMap | null, at: Lonlat | null): void {
  useEffect(() => {
    if (!map || !at) return;
    const element = document.createElement('div');
    element.className = 'selection-ring';
    const marker = new Marker({ element }).setLngLat([at[0], at[1]]).addTo(map);
    element.setAttribute('aria-hidden', 'true');
    return () => {
      marker.remove();
    };
  }, [map, at]);
}

type GoToProps = { name: string; line: ReturnType<typeof groundLine> | null; onEnd: () => void };

function GoTo({ name, line, onEnd }: GoToProps) {
  const words =
    line === null
      ? 'Waiting for a position'
      : line.bearing === null
        ? 'Here'
        : `${sayDistance(line.distance)} at ${sayBearing(line.bearing)}`;
  return (
    <MapReadout title={`Go to ${name}`} actions={[{ label: 'Stop', onClick: onEnd }]}>
      {words}
    </MapReadout>
  );
}
