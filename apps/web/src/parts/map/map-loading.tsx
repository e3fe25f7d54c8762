import Box from '@mui/material/Box';
import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';

/** Milliseconds that nobody takes for waiting. */
const NOTICED = 700;

/**
 * Says that what is in view is still on its way: an empty map would say that there is nothing. Nothing moves in it, since a map drawn
 * without a graphics card would come later for it. Screen readers have the list.
 */
export function MapLoading({ map }: { map: Pick<GlMap, 'on' | 'off' | 'areTilesLoaded'> | null }) {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      timer ??= setTimeout(() => setLoading(!map?.areTilesLoaded()), NOTICED);
    };
    const end = () => {
      clearTimeout(timer);
      timer = undefined;
      setLoading(false);
    };
    begin();
    map?.on('dataloading', begin);
    map?.on('idle', end);
    return () => {
      clearTimeout(timer);
      map?.off('dataloading', begin);
      map?.off('idle', end);
    };
  }, [map]);
  if (!isLoading) return null;
  return (
    <Box
      aria-hidden="true"
      sx={{
        position: 'absolute',
        bottom: 10,
        right: 10,
        px: 3,
        py: 1,
        fontSize: '0.8125rem',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'inputLine',
        borderRadius: '10px',
        pointerEvents: 'none',
        zIndex: 1,
      }}
    >
      Loading the map …
    </Box>
  );
}
