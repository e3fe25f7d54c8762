import { getSitesSettings } from '@dmse/contract/sites/settings';
import { makeProjection } from '@dmse/survey/geo/projection';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';

/** The firm's grid: what the map draws and what eastings and northings are read on. */
export function useOfficeGrid() {
  const settings = useCall(getSitesSettings, {}, { staleTime: 300_000 });
  const crs = settings.data?.office_crs ?? null;
  return useMemo(() => {
    const projection = crs ? makeProjection(crs) : null;
    return {
      crs,
      fromGrid: projection
        ? (easting: number, northing: number) => {
            const at = projection.toGeographic({ easting, northing });
            return at ? { lon: at.longitude, lat: at.latitude } : null;
          }
        : null,
    };
  }, [crs]);
}
