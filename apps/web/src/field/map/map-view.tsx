import { deleteItem } from '@dmse/sync/local/edit';
import { createPipe } from '@dmse/sync/local/pipe';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Lonlat, MapLayer, MapPick } from '../../parts/map/map-layer.ts';
import { MapPane } from '../../parts/map/map-pane.tsx';
import { useWords } from '../../parts/search/address.ts';
import { useStore } from '../../session/store.ts';
import { type Drawing, NOTHING_DRAWN, pipeFields } from '../capture/pipe/pipe-drawing.ts';
import { type FieldPoint, sayPoint } from '../capture/point/field-record.ts';
import { NewPointButton } from '../capture/point/new-point-button.tsx';
import { listLocalLayers } from '../device/local-layers.ts';
import { useFieldSession, useLocalValue } from '../device/use-field.tsx';
import { FieldFrame } from '../frame/field-frame.tsx';
import { say, sayNotSaved } from '../frame/field-note.ts';
import { usePipes, usePoints } from '../frame/use-records.ts';
import { useFieldRun } from '../run/field-run.ts';
import { hiddenLayers } from './hidden-layers.ts';
import { pipeLayer, pointLayer } from './map-records.ts';
import { useLayerShapes } from './use-layer-shapes.ts';
import { usePackedStyle } from './use-packed-style.ts';

const NO_POINTS: readonly FieldPoint[] = [];

/** `points?view=map`: everything of the run on the map; `draw` draws pipes, `goto` leads to a point. */
export function MapView() {
  const { id, settings } = useFieldRun();
  const session = useFieldSession();
  const navigate = useNavigate();
  const words = useWords();
  const points = usePoints(id) ?? NO_POINTS;
  const pipes = usePipes(id);
  const { value: local } = useLocalValue(['layers', id], () => listLocalLayers(session, id), { also: ['meta', 'layers'] });
  const shapes = useLayerShapes(local, useStore(hiddenLayers));
  const style = usePackedStyle(id);
  const [selected, setSelected] = useState<MapPick | null>(null);
  const from = typeof words.draw === 'string' ? (points.find((point) => point.id === words.draw) ?? null) : null;
  const [drawn, setDrawn] = useState<Drawing | null>(null);
  const isDrawing = words.draw !== undefined;
  const drawing = drawn ?? { ...NOTHING_DRAWN, start: from };
  const layers = useMemo<readonly MapLayer[]>(
    () => [...shapes, pipeLayer(pipes ?? [], points), pointLayer(points)],
    [shapes, pipes, points],
  );
  const show = (search: object) =>
    navigate({ to: '/fieldrun/field/$id/$tab', params: { id, tab: 'points' }, search: { view: 'map', ...search }, replace: true });

  const finish = async (end: FieldPoint | null) => {
    const { start } = drawing;
    if (!start) return;
    const now = new Date(session.clock.now()).toISOString();
    const saved = await createPipe(session, { field_run: id, fields: pipeFields({ ...drawing, start }, end, pipes?.at(-1) ?? null, now) });
    setDrawn(NOTHING_DRAWN);
    if (!saved.saved) return sayNotSaved(session, saved);
    setSelected({ layer: 'pipes', id: saved.item.id });
    const name = String(saved.item.fields.name);
    say('success', `Saved on device: pipe ${name}.`, { label: 'Undo', run: () => void deleteItem(session, 'pipe', saved.item.id) });
  };
  const pick = (found: MapPick | null) => {
    if (!isDrawing) return setSelected(found);
    const point = points.find((one) => one.id === found?.id);
    if (!point?.is_structure) return;
    if (!drawing.start) setDrawn({ start: point, bends: [] });
    else if (point.id !== drawing.start.id) void finish(point);
  };
  const tap = (at: Lonlat, found: MapPick | null) => {
    if (isDrawing && drawing.start && found?.layer !== 'points') setDrawn({ start: drawing.start, bends: [...drawing.bends, at] });
  };

  const target = typeof words.goto === 'string' ? points.find((point) => point.id === words.goto) : undefined;
  const goTo = target?.at ? { to: target.at, name: sayPoint(target), onEnd: () => void show({}) } : null;
  const shownLayers = useDrawnLayer(layers, isDrawing ? drawing : null);
  const point = points.find((one) => selected?.layer === 'points' && one.id === selected.id);
  const pipe = pipes?.find((one) => selected?.layer === 'pipes' && one.id === selected.id);

  const drawBar = (
    <>
      <Box sx={{ flex: 1, fontWeight: 600 }}>
        {drawing.start
          ? `From ${drawing.start.name ?? '?'}: tap the ground for bends, then the next structure.`
          : 'Tap the structure where the pipe starts.'}
      </Box>
      {drawing.bends.length > 0 ? (
        <Button variant="outlined" color="inherit" onClick={() => void finish(null)}>
          Open end here
        </Button>
      ) : null}
      <Button
        variant="contained"
        onClick={() => {
          setDrawn(null);
          void show({});
        }}
      >
        Done
      </Button>
    </>
  );
  const pointBar = point ? (
    <>
      <Box sx={{ flex: 1, fontWeight: 700, minWidth: 0 }}>{sayPoint(point)}</Box>
      <Button variant="outlined" color="inherit" onClick={() => void show({ goto: point.id })}>
        Go to
      </Button>
      <Button
        variant="contained"
        onClick={() => void navigate({ to: '/fieldrun/field/$id/point/$pointId', params: { id, pointId: point.id } })}
      >
        Open
      </Button>
    </>
  ) : null;
  const pipeBar = pipe ? (
    <>
      <Box sx={{ flex: 1, fontWeight: 700, minWidth: 0 }}>Pipe {pipe.name}</Box>
      <Button
        variant="contained"
        onClick={() => void navigate({ to: '/fieldrun/field/$id/pipe/$pipeId', params: { id, pipeId: pipe.id } })}
      >
        Open
      </Button>
    </>
  ) : null;
  const plainBar = (
    <>
      <Button variant="outlined" color="inherit" onClick={() => void show({ draw: 'pipe' })}>
        Pipe
      </Button>
      <NewPointButton />
    </>
  );
  return (
    <FieldFrame place="map" isFull bar={isDrawing ? drawBar : (pointBar ?? pipeBar ?? plainBar)}>
      {style === undefined ? null : (
        <MapPane
          label="Map of the run"
          layers={shownLayers}
          selected={isDrawing ? (drawing.start?.id ?? null) : (selected?.id ?? null)}
          onPick={pick}
          onTap={tap}
          style={style}
          crs={settings?.office_crs ?? null}
          tools={['locate', 'measure']}
          isLocating
          goTo={goTo}
          keepView={`field-${id}`}
        />
      )}
    </FieldFrame>
  );
}

/** The pipe being drawn, over everything else. */
function useDrawnLayer(layers: readonly MapLayer[], drawing: Drawing | null): readonly MapLayer[] {
  return useMemo(() => {
    const path = drawing?.start?.at ? [drawing.start.at, ...drawing.bends] : [];
    const line =
      path.length < 2 ? [] : [{ type: 'Feature' as const, id: 'drawn', geometry: { type: 'LineString' as const, coordinates: path } }];
    return [...layers, { id: 'drawn', kind: 'features', features: line, tone: 'accent', is_background: true }];
  }, [layers, drawing]);
}
