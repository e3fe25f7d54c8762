import { useEffect, useState } from 'react';
import type { MapFeature, MapLayer } from '../../parts/map/map-layer.ts';
import { type LocalLayer, readLayer } from '../device/local-layers.ts';
import { useFieldSession } from '../device/use-field.tsx';

type Collection = { readonly features?: readonly { readonly geometry?: unknown; readonly properties?: Record<string, unknown> | null }[] };

function namesOf(properties: Record<string, unknown> | null | undefined): { label?: string } {
  const name = properties?.name ?? properties?.label ?? properties?.text;
  return typeof name === 'string' && name !== '' ? { label: name } : {};
}

/** The layers that are switched on, read from the device into shapes for the map. They lie beneath everything else and take no taps. */
export function useLayerShapes(layers: readonly LocalLayer[] | undefined, hidden: readonly string[]): readonly MapLayer[] {
  const session = useFieldSession();
  const [shapes, setShapes] = useState<readonly MapLayer[]>([]);
  const wanted = (layers ?? []).filter((layer) => layer.isHere && !hidden.includes(String(layer.id)));
  const key = wanted.map(({ id, sha256 }) => `${id}:${sha256}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which layers they are; the list itself is another one each time
  useEffect(() => {
    let isGone = false;
    const urls: string[] = [];
    const read = async () => {
      const next: MapLayer[] = [];
      for (const layer of wanted) {
        const blob = await readLayer(session, layer);
        if (!blob) continue;
        const id = `layer-${layer.id}`;
        if (layer.kind === 'image' && layer.corners) {
          const url = URL.createObjectURL(blob);
          urls.push(url);
          next.push({ id, kind: 'image', url, corners: layer.corners });
        } else if (layer.kind === 'vector') {
          const { features = [] } = JSON.parse(await blob.text()) as Collection;
          const shown = features.map((feature, at) => ({
            type: 'Feature',
            id: `${id}-${at}`,
            geometry: feature.geometry ?? null,
            properties: namesOf(feature.properties),
          })) as MapFeature[];
          next.push({ id, kind: 'features', features: shown, tone: 'muted', is_background: true });
        }
      }
      if (!isGone) setShapes(next);
    };
    // A layer that cannot be read is missing on the map, not the map itself.
    read().catch((error) => console.warn('A layer could not be read.', error));
    return () => {
      isGone = true;
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [session, key]);
  return shapes;
}
