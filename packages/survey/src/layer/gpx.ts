import type { XmlElement } from '../read/ppp/xml.ts';
import { LayerDesk, type LayerPosition, LayerRefusal, type ReadLayer } from './layer.ts';
import { childrenOf, readXmlRoot, textOf } from './xml-layer.ts';

/** Waypoints, routes and tracks. Each piece of a track between two losses of signal stays a piece. */
export function readGpx(text: string): ReadLayer {
  const root = readXmlRoot(text, 'gpx');
  const desk = new LayerDesk();
  for (const point of childrenOf(root, 'wpt')) {
    const coordinates = readPosition(desk, point);
    if (coordinates)
      desk.add({ type: 'Point', coordinates }, { ...aboutOf(point), kind: 'waypoint', time: textOf(point, 'time') || undefined });
  }
  for (const route of childrenOf(root, 'rte')) addLine(desk, childrenOf(route, 'rtept'), { ...aboutOf(route), kind: 'route' });
  for (const track of childrenOf(root, 'trk')) {
    for (const piece of childrenOf(track, 'trkseg')) addLine(desk, childrenOf(piece, 'trkpt'), { ...aboutOf(track), kind: 'track' });
  }
  if (desk.features.length === 0) throw new LayerRefusal('There is no waypoint, route or track in this GPX.');
  return desk.finish({ kind: 'lonlat' });
}

function addLine(desk: LayerDesk, points: readonly XmlElement[], about: Record<string, unknown>): void {
  const coordinates = points.flatMap((point) => {
    const position = readPosition(desk, point);
    return position ? [position] : [];
  });
  if (coordinates.length >= 2) desk.add({ type: 'LineString', coordinates }, about);
  else desk.leaveOut('A route or track has fewer than two points and was left out');
}

function aboutOf(element: XmlElement): Record<string, unknown> {
  return { name: textOf(element, 'name') || undefined, description: textOf(element, 'desc') || textOf(element, 'cmt') || undefined };
}

function readPosition(desk: LayerDesk, point: XmlElement): LayerPosition | null {
  const { lon, lat } = point.attributes;
  const [x, y] = [Number(lon ?? Number.NaN), Number(lat ?? Number.NaN)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) {
    desk.leaveOut('A position is not a pair of figures and was left out');
    return null;
  }
  desk.count(1);
  const ele = textOf(point, 'ele');
  const height = Number(ele);
  return ele !== '' && Number.isFinite(height) ? [x, y, height] : [x, y];
}
