import type { MapFeatureCard } from '@dmse/contract/places/map';
import { fetchFile } from '../../../api/call.ts';
import type { Lonlat, MapFeature, MapGeometry, MapLayer } from '../../../parts/map/map-layer.ts';

type Collection = { features?: { geometry: MapGeometry | null; properties?: { name?: unknown } | null }[] };

/** A static layer of a field run, drawn: its features, or its picture between the corners of its outline. */
export async function fetchStaticLayer({ id, url, geometry }: MapFeatureCard): Promise<MapLayer> {
  const response = await fetchFile(url ?? '');
  if (!response.ok) throw new Error('The layer could not be fetched.');
  const name = `static/${id}`;
  if (response.headers.get('Content-Type')?.startsWith('image/') && geometry?.type === 'Polygon') {
    const [a, b, c, d] = geometry.coordinates[0] as unknown as [Lonlat, Lonlat, Lonlat, Lonlat];
    const lowest = Math.min(a[1], b[1], c[1], d[1]);
    // Top left, top right, bottom right, bottom left, wherever the outline begins.
    const corners = a[1] === lowest ? ([d, c, b, a] as const) : ([a, b, c, d] as const);
    return { id: name, kind: 'image', url: response.url, corners };
  }
  const { features = [] } = (await response.json()) as Collection;
  const drawn = features.map(
    ({ geometry: shape, properties }, place): MapFeature => ({
      type: 'Feature',
      id: place,
      geometry: shape,
      properties: typeof properties?.name === 'string' ? { label: properties.name } : {},
    }),
  );
  return { id: name, kind: 'features', features: drawn, tone: 'warning', is_background: true };
}
