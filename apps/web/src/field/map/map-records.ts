import { systemTone } from '@dmse/domain/sites/structure-text';
import type { FeatureLayer, Lonlat, MapFeature, MapTone } from '../../parts/map/map-layer.ts';
import type { FieldPipe, FieldPoint } from '../capture/point/field-record.ts';

function toneOf({ state, is_structure }: FieldPoint): MapTone {
  if (state === 'error') return 'error';
  return is_structure ? 'primary' : 'secondary';
}

/** The points of the run; structures are squares, because pipes end at them. */
export function pointLayer(points: readonly FieldPoint[]): FeatureLayer {
  const features = points.flatMap((point): MapFeature[] => {
    if (point.at === null || point.is_deleted) return [];
    const symbol = point.is_structure ? 'square' : point.category === 'Control' ? 'triangle' : 'dot';
    const label = [point.name, point.code].filter(Boolean).join(' ');
    return [
      {
        type: 'Feature',
        id: point.id,
        geometry: { type: 'Point', coordinates: point.at },
        properties: { label, short_label: point.name || point.code || undefined, symbol, tone: toneOf(point) },
      },
    ];
  });
  return { id: 'points', kind: 'features', features, tone: 'secondary' };
}

/** Where a pipe runs now: between its structures as they stand, through its bends. An end without a structure stays where it was drawn. */
export function pathOf(pipe: FieldPipe, points: ReadonlyMap<string, FieldPoint>): readonly Lonlat[] {
  const start = pipe.start_structure === null ? null : (points.get(pipe.start_structure)?.at ?? null);
  const end = pipe.end_structure === null ? null : (points.get(pipe.end_structure)?.at ?? null);
  const path = [...pipe.path];
  if (path.length < 2) return start && end ? [start, end] : [];
  if (start) path[0] = start;
  if (end) path[path.length - 1] = end;
  return path;
}

export function pipeLayer(pipes: readonly FieldPipe[], points: readonly FieldPoint[]): FeatureLayer {
  const byId = new Map(points.map((point) => [point.id, point]));
  const features = pipes.flatMap((pipe): MapFeature[] => {
    const coordinates = pipe.is_deleted ? [] : pathOf(pipe, byId);
    if (coordinates.length < 2) return [];
    const isOpen = pipe.start_structure === null || pipe.end_structure === null;
    return [
      {
        type: 'Feature',
        id: pipe.id,
        geometry: { type: 'LineString', coordinates },
        properties: { tone: systemTone(pipe.system), is_dashed: isOpen },
      },
    ];
  });
  return { id: 'pipes', kind: 'features', features, tone: 'info' };
}
