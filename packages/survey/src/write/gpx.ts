import type { GeoJsonCollection, GeoJsonFeature } from './geojson.ts';
import { escapeXml } from './landxml.ts';

const element = (name: string, value: unknown) =>
  value === null || value === undefined || value === '' ? '' : `<${name}>${escapeXml(String(value))}</${name}>`;
const at = ([longitude, latitude]: readonly number[]) => `lat="${latitude}" lon="${longitude}"`;

/** What GPX has no place for stands nowhere: a point outside the projection is left out. */
function writeFeature({ geometry, properties }: GeoJsonFeature): string {
  const { name, code, description, elevation } = properties;
  if (geometry?.type === 'Point')
    return `<wpt ${at(geometry.coordinates)}>${element('ele', elevation)}${element('name', name)}${element('desc', description)}${element('type', code)}</wpt>`;
  if (geometry?.type === 'LineString') {
    const points = geometry.coordinates.map((one) => `<rtept ${at(one)}></rtept>`).join('');
    return `<rte>${element('name', name)}${element('desc', properties.note)}${points}</rte>`;
  }
  return '';
}

/** GPX 1.1: points as waypoints, lines and pipes as routes, for a hand-held receiver. The standard wants all waypoints first. */
export function writeGpx({ features }: GeoJsonCollection, creator: string): string {
  const [points, lines] = ['Point', 'LineString'].map((type) => features.filter(({ geometry }) => geometry?.type === type));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="${escapeXml(creator)}">`,
    ...points!.map(writeFeature),
    ...lines!.map(writeFeature),
    '</gpx>',
    '',
  ].join('\n');
}
