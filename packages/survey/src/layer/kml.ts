import type { XmlElement } from '../read/ppp/xml.ts';
import { closeRing, LayerDesk, type LayerGeometry, type LayerPosition, LayerRefusal, type ReadLayer } from './layer.ts';
import { childrenOf, localName, readXmlRoot, textOf, withoutMarkup } from './xml-layer.ts';

const GEOMETRIES = ['point', 'linestring', 'linearring', 'polygon', 'multigeometry', 'track', 'multitrack'];

/** Placemarks with their names, descriptions and data. Pictures laid over the ground and links elsewhere are left out, and said so. */
export function readKml(text: string): ReadLayer {
  const desk = new LayerDesk();
  walk(desk, readXmlRoot(text, 'kml'), '');
  if (desk.features.length === 0) {
    const [problem] = desk.finish(null).problems;
    throw new LayerRefusal(`There is nothing to draw in this KML.${problem ? ` ${problem}` : ''}`);
  }
  return desk.finish({ kind: 'lonlat' });
}

function walk(desk: LayerDesk, element: XmlElement, folder: string): void {
  for (const child of element.children) {
    const kind = localName(child);
    if (kind === 'placemark') takePlacemark(desk, child, folder);
    else if (kind === 'document' || kind === 'folder') walk(desk, child, kind === 'folder' ? textOf(child, 'name') : folder);
    else if (kind === 'groundoverlay')
      desk.leaveOut('A picture laid over the ground was left out: upload the picture itself with its corners');
    else if (kind === 'networklink') desk.leaveOut('A link to another file was left out');
  }
}

function takePlacemark(desk: LayerDesk, placemark: XmlElement, folder: string): void {
  const data = Object.fromEntries([...dataOf(placemark)]);
  const properties = {
    name: textOf(placemark, 'name') || undefined,
    description: withoutMarkup(textOf(placemark, 'description')) || undefined,
    folder: folder || undefined,
    ...data,
  };
  const geometries = childrenOf(placemark, ...GEOMETRIES).flatMap((element) => readGeometries(desk, element, 0));
  if (geometries.length === 0) desk.leaveOut('A placemark has no readable geometry and was left out');
  for (const geometry of geometries) desk.add(geometry, properties);
}

function* dataOf(placemark: XmlElement): Generator<[string, string]> {
  for (const extended of childrenOf(placemark, 'extendeddata')) {
    for (const data of childrenOf(extended, 'data')) yield [data.attributes.name ?? 'data', textOf(data, 'value')];
    for (const schema of childrenOf(extended, 'schemadata')) {
      for (const data of childrenOf(schema, 'simpledata')) yield [data.attributes.name ?? 'data', data.text.trim()];
    }
  }
}

function readGeometries(desk: LayerDesk, element: XmlElement, depth: number): LayerGeometry[] {
  const kind = localName(element);
  if (kind === 'multigeometry' || kind === 'multitrack') {
    if (depth > 4) return [];
    return childrenOf(element, ...GEOMETRIES).flatMap((child) => readGeometries(desk, child, depth + 1));
  }
  if (kind === 'polygon') {
    const rings = [...childrenOf(element, 'outerboundaryis'), ...childrenOf(element, 'innerboundaryis')]
      .flatMap((boundary) => childrenOf(boundary, 'linearring'))
      .map((ring) => closeRing(readCoordinates(desk, textOf(ring, 'coordinates'))));
    const outer = rings[0];
    return outer ? [{ type: 'Polygon', coordinates: rings.filter((ring) => ring !== null) }] : [];
  }
  const line = kind === 'track' ? readTrack(desk, element) : readCoordinates(desk, textOf(element, 'coordinates'));
  const [first] = line;
  if (kind === 'point') return first ? [{ type: 'Point', coordinates: first }] : [];
  return line.length >= 2 ? [{ type: 'LineString', coordinates: line }] : [];
}

function readCoordinates(desk: LayerDesk, text: string): LayerPosition[] {
  const positions: LayerPosition[] = [];
  for (const match of text.replace(/\s*,\s*/g, ',').matchAll(/\S+/g)) {
    const position = readPosition(desk, match[0].split(','));
    if (position) positions.push(position);
  }
  return positions;
}

function readTrack(desk: LayerDesk, track: XmlElement): LayerPosition[] {
  return childrenOf(track, 'coord')
    .map((coord) => readPosition(desk, coord.text.trim().split(/\s+/)))
    .filter((position) => position !== null);
}

function readPosition(desk: LayerDesk, cells: readonly string[]): LayerPosition | null {
  const [lon, lat, height] = cells.map((cell) => (cell === '' ? Number.NaN : Number(cell)));
  if (lon === undefined || lat === undefined || !Number.isFinite(lon) || !Number.isFinite(lat)) {
    desk.leaveOut('A position is not a pair of figures and was left out');
    return null;
  }
  desk.count(1);
  return height !== undefined && Number.isFinite(height) ? [lon, lat, height] : [lon, lat];
}
