import { getMapFeature } from '@dmse/contract/places/map';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import type { MapLayer } from '../../../parts/map/map-layer.ts';
import { fetchStaticLayer } from './static-layer.ts';

/** The static layers that the address names, fetched one by one; what cannot be fetched is said once. */
export function useDrawnLayers(ids: readonly string[]): readonly MapLayer[] {
  const { layers, error } = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['static layer', id],
      queryFn: async () => fetchStaticLayer(await call(getMapFeature, { layer: 'layer', feature: id })),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: takeLayers,
  });
  useEffect(() => {
    if (error) showProblem(error, 'The layer could not be shown.');
  }, [error]);
  return layers;
}

type Answer = { data: MapLayer | undefined; error: Error | null };

function takeLayers(answers: readonly Answer[]): { layers: readonly MapLayer[]; error: Error | null } {
  return { layers: answers.flatMap(({ data }) => data ?? []), error: answers.find(({ error }) => error)?.error ?? null };
}
