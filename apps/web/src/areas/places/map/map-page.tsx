import { getMapFeature, type MapEntry, type MapFeatureCard } from '@dmse/contract/places/map';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Map as GlMap } from 'maplibre-gl';
import { type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { BaseMapChooser } from '../../../parts/map/base/base-map-chooser.tsx';
import { boundsOf } from '../../../parts/map/map-bounds.ts';
import type { Bounds, Lonlat, Measurement } from '../../../parts/map/map-layer.ts';
import { MapPane, preloadMap } from '../../../parts/map/map-pane.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { useTour } from '../../../parts/tour/use-tour.tsx';
import { writePlaces } from '../location/place-words.ts';
import { useOfficeGrid } from '../location/use-office-grid.ts';
import { FeatureCard } from '../map-cards/feature-card.tsx';
import { MarkCard } from '../map-cards/mark-card.tsx';
import { PickList } from '../map-cards/pick-list.tsx';
import { PlacePanel } from '../map-cards/place-panel.tsx';
import { overlayLayers } from '../map-layers/overlay-layers.ts';
import { useBrokenSources } from '../map-layers/use-broken-sources.ts';
import { useDrawnLayers } from '../map-layers/use-drawn-layers.ts';
import { useMapFirst } from '../map-layers/use-map-first.ts';
import { useMapTiles } from '../map-layers/use-map-tiles.ts';
import { useUncovered } from '../map-layers/use-uncovered.ts';
import { PrintDialog } from '../map-print/print-dialog.tsx';
import { AreaBar } from './area-bar.tsx';
import { DrawReadout } from './draw-readout.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapListPanel } from './map-list-panel.tsx';
import { MapNotices } from './map-notices.tsx';
import { MapSearch } from './map-search.tsx';
import { MapSide } from './map-side.tsx';
import { MAP_TOUR } from './map-tour.ts';
import { useBaseChoice } from './use-base-choice.ts';
import { areaOf, cornersOf } from './use-in-area.ts';
import { useMapAddress } from './use-map-address.ts';
import { useMapPicks } from './use-map-picks.ts';
import { useRestOfWindow } from './use-rest-of-window.ts';

/** The page is drawn with its map at once: drawn without it first, it would keep the map waiting. */
export const mapFetched = preloadMap();

/** Milliseconds after which the list follows the map. */
const SETTLED = 250;
/** Room under the map: the bar of a phone, the edge of a desk. */
const FREE = { phone: 76, desk: 20 };

/** The firm's records on one map: layers, list, cards, search, areas and print. The address says all that is seen. */
export function MapPage() {
  const isNarrow = useNarrow();
  const { address, change, asked } = useMapAddress();
  const { filters, pick, mark, area, corners, measured, drawn } = address;
  const { known, shown, tiles, error, retry } = useMapTiles(address);
  const base = useBaseChoice(address.base);
  const { crs, fromGrid } = useOfficeGrid();
  const { place: frame, height } = useRestOfWindow(isNarrow ? FREE.phone : FREE.desk);

  const [map, setMap] = useState<GlMap | null>(null);
  const [seen, setSeen] = useState<Bounds | null>(null);
  const [hasNoMap, setNoMap] = useState(false);
  const isWhole = useMapFirst(map, hasNoMap);
  const [active, setActive] = useState<MapEntry | null>(null);
  const [placing, setPlacing] = useState<{ card: MapFeatureCard; at: Lonlat | null } | null>(null);
  const [isPrinting, setPrinting] = useState(false);

  const picks = useMapPicks({ map, shown, filters, pick, mark, change });
  const card = useCall(getMapFeature, { layer: pick?.layer ?? 'job', feature: pick?.id ?? '' }, { enabled: pick !== null, retry: false });
  const picked = pick ? (card.data ?? null) : null;
  useUncovered(map, picked ? [picked.lon, picked.lat] : null, isNarrow);

  const everything = useMemo(() => {
    const boxes = (known ?? []).filter(({ layer }) => shown.includes(layer)).flatMap(({ bounds }) => (bounds ? [bounds] : []));
    return boundsOf(
      boxes.flatMap(([west, south, east, north]): Lonlat[] => [
        [west, south],
        [east, north],
      ]),
    );
  }, [known, shown]);
  // Everything is fitted once, where the address says no view; a layer that is switched does not move the map.
  const firstFit = useRef<Bounds | null>(null);
  if (!address.view) firstFit.current ??= everything;
  const { under, over, selected } = useMemo(
    () =>
      overlayLayers({
        area,
        corners: corners ?? [],
        card: picked,
        mark,
        active: active ? [active.lon, active.lat] : null,
        place: placing?.at ?? null,
      }),
    [area, corners, picked, mark, active, placing],
  );
  const extra = useDrawnLayers(drawn);
  const layers = useMemo(() => [...under, ...extra, ...tiles, ...over], [under, extra, tiles, over]);

  const asking = useMemo(() => {
    // Where no map can be drawn, the list shows everything.
    const bounds = hasNoMap ? everything : seen;
    const box = area.length > 2 ? area : bounds && cornersOf(bounds);
    return box ? areaOf(box, shown, filters) : null;
  }, [area, seen, hasNoMap, everything, shown, filters]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = useCallback(
    (view: { center: Lonlat; zoom: number }, bounds: Bounds) => {
      change({ view });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setSeen(bounds), SETTLED);
    },
    [change],
  );
  const measure = useCallback(
    (next: SetStateAction<Measurement | null>) =>
      change((before) => ({ measured: typeof next === 'function' ? next(before.measured) : next })),
    [change],
  );
  const broken = useBrokenSources(map, tiles, base);
  const tour = useTour(MAP_TOUR, map !== null && known !== null);

  function tap(at: Lonlat): void {
    if (placing) setPlacing({ ...placing, at });
    else if (corners) change((before) => ({ corners: [...(before.corners ?? []), at] }));
  }
  function finishArea(next: readonly Lonlat[]): void {
    change({ area: next, corners: null, pick: null, tab: null }, true);
  }
  // While corners are set no card is shown: on a phone it would lie over the ground that is drawn on.
  const isTapping = placing !== null || corners !== null;
  const tools = (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="polyline" size={18} />}
        aria-pressed={corners !== null}
        onClick={() => change({ corners: corners ? null : [] })}
      >
        {isNarrow ? 'Area' : 'Draw an area'}
      </Button>
      <Button variant="outlined" startIcon={<Icon name="print" size={18} />} disabled={!map} onClick={() => setPrinting(true)}>
        Print
      </Button>
    </>
  );

  return (
    <Box sx={{ mb: { xs: -8, sm: -6 } }}>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 3, flexWrap: 'wrap' }}>
        <Typography variant="h1" tabIndex={-1} data-page-title>
          Map
        </Typography>
        <Box data-tour="map-search" sx={{ flex: '1 1 240px', maxWidth: 520, minHeight: 40, display: 'flex' }}>
          {isWhole ? <MapSearch onFound={picks.goTo} /> : null}
        </Box>
        {isNarrow ? null : (
          <Box data-tour="map-tools" sx={{ display: 'flex', gap: 2, ml: 'auto' }}>
            {isWhole ? tools : null}
          </Box>
        )}
      </Box>
      <MapNotices
        brokenBase={base.broken}
        onBase={base.tryAgain}
        brokenLayers={broken.layers}
        error={error}
        onRetry={() => {
          retry();
          broken.fetchAgain();
        }}
      />
      <Box
        ref={frame}
        sx={{
          height,
          display: 'flex',
          border: 1,
          borderColor: 'divider',
          borderRadius: '10px',
          overflow: 'hidden',
          bgcolor: 'background.paper',
        }}
      >
        <MapSide
          isSheet={isNarrow}
          isWanted={isWhole}
          tools={tools}
          closeOn={pick ? `${pick.layer} ${pick.id}` : ''}
          openOn={area.length > 2 ? String(writePlaces(area)) : ''}
          tab={address.tab ?? (area.length > 2 ? 'list' : 'layers')}
          onTab={(tab) => change({ tab })}
          legend={
            <>
              <MapLegend
                known={known ?? []}
                shown={shown}
                filters={filters}
                onShown={(next) => change({ layers: next })}
                onFilters={(next) => change({ filters: next })}
              />
              <Box sx={{ pt: 3 }}>
                <BaseMapChooser
                  list={base.list}
                  chosen={base.chosen}
                  choose={(id) => {
                    base.choose(id);
                    base.tryAgain();
                    change({ base: id ?? 0 });
                  }}
                />
              </Box>
              {drawn.length > 0 ? (
                <Button size="small" onClick={() => change({ drawn: [] })} sx={{ mt: 2 }}>
                  Hide the layers of field runs that are drawn
                </Button>
              ) : null}
            </>
          }
          list={
            <MapListPanel
              asking={asking}
              isArea={area.length > 2}
              hasLayers={shown.length > 0}
              pick={pick}
              onOpen={(entry) => picks.open({ layer: entry.layer, id: entry.id }, [entry.lon, entry.lat])}
              onActive={setActive}
              bar={
                area.length > 2 && asking ? (
                  <AreaBar area={asking} onClear={() => change({ area: [], tab: 'list' })} />
                ) : (
                  <Box sx={{ px: 3, pb: 3 }}>
                    <Button size="small" variant="outlined" disabled={!seen} onClick={() => seen && finishArea(cornersOf(seen))}>
                      Use this view as an area
                    </Button>
                  </Box>
                )
              }
            />
          }
        />
        <Box data-tour="map-picture" sx={{ position: 'relative', flex: 1, minWidth: 0 }}>
          {base.isKnown && (known || error || asked) ? (
            <MapPane
              label="Map of the firm’s records"
              layers={layers}
              selected={selected}
              view={asked}
              fit={firstFit.current}
              everything={everything}
              onView={look}
              onMap={setMap}
              onNoMap={() => setNoMap(true)}
              onSourceError={broken.note}
              crs={crs}
              tools={isTapping ? ['locate'] : ['locate', 'measure']}
              measured={measured}
              onMeasured={measure}
              style={base.style}
              {...(isTapping ? { onTap: tap } : { onFind: picks.find })}
            />
          ) : null}
          {corners ? (
            <DrawReadout
              corners={corners}
              onChange={(next) => change({ corners: next })}
              onCancel={() => change({ corners: null })}
              onDone={() => finishArea(corners)}
            />
          ) : null}
          {placing ? (
            <PlacePanel
              card={placing.card}
              at={placing.at}
              fromGrid={fromGrid}
              onAt={(at) => {
                setPlacing({ ...placing, at });
                map?.jumpTo({ center: [at[0], at[1]] });
              }}
              onClose={() => setPlacing(null)}
            />
          ) : corners ? null : pick ? (
            <FeatureCard
              key={`${pick.layer} ${pick.id}`}
              pick={pick}
              onClose={picks.close}
              onPick={picks.open}
              onBack={picks.back}
              onPlace={(of) => setPlacing({ card: of, at: null })}
              onArea={(of) => of.geometry?.type === 'Polygon' && finishArea(of.geometry.coordinates[0]!.slice(0, -1))}
              onShowLayer={({ id }) => change({ drawn: [...drawn.filter((one) => one !== id), id] })}
            />
          ) : mark ? (
            <MarkCard at={mark} crs={crs} onClose={picks.close} onPick={picks.open} />
          ) : picks.several ? (
            <PickList {...picks.several} onPick={picks.open} onClose={picks.close} />
          ) : null}
        </Box>
      </Box>
      {isPrinting && map ? (
        <PrintDialog
          map={map}
          shown={shown}
          marks={[...(picked ? [[picked.lon, picked.lat] as const] : []), ...(mark ? [mark] : [])]}
          credits={[...(base.style && base.chosen?.attribution ? [base.chosen.attribution] : []), ...(crs ? [`Grid: ${crs.name}`] : [])]}
          onClose={() => setPrinting(false)}
        />
      ) : null}
      {tour}
    </Box>
  );
}
