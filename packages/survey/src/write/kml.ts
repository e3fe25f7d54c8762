import type { GeoJsonCollection, GeoJsonFeature } from './geojson.ts';
import { escapeXml } from './landxml.ts';

const position = ([longitude, latitude]: readonly number[], elevation: unknown) =>
  [longitude, latitude, ...(typeof elevation === 'number' ? [elevation] : [])].join(',');

function geometryOf({ geometry, properties: { elevation = null } }: GeoJsonFeature): string {
  if (geometry === null) return '';
  if (geometry.type === 'Point') return `<Point><coordinates>${position(geometry.coordinates, elevation)}</coordinates></Point>`;
  if (geometry.type === 'Polygon') {
    const rings = geometry.coordinates.map((ring, place) => {
      const side = place === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
      return `<${side}><LinearRing><coordinates>${ring.map((one) => position(one, null)).join(' ')}</coordinates></LinearRing></${side}>`;
    });
    return `<Polygon><tessellate>1</tessellate>${rings.join('')}</Polygon>`;
  }
  const line = geometry.coordinates.map((one) => position(one, null)).join(' ');
  return `<LineString><tessellate>1</tessellate><coordinates>${line}</coordinates></LineString>`;
}

/** KML 2.2: a placemark for each point, line and pipe, what is known of it as its data. Elevations are those of the office, not of the globe's model. */
export function writeKml({ features }: GeoJsonCollection, name: string): string {
  const placemarks = features.map((feature) => {
    const { name: called, ...rest } = feature.properties;
    const data = Object.entries(rest)
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]) => `<Data name="${escapeXml(key)}"><value>${escapeXml(String(value))}</value></Data>`);
    const extended = data.length > 0 ? `<ExtendedData>${data.join('')}</ExtendedData>` : '';
    return `<Placemark><name>${escapeXml(String(called ?? ''))}</name>${extended}${geometryOf(feature)}</Placemark>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    `<Document><name>${escapeXml(name)}</name>`,
    ...placemarks,
    '</Document></kml>',
    '',
  ].join('\n');
}
