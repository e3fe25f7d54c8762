import type { MapArea, MapEntry } from '@dmse/contract/places/map';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { errorText } from '../../../parts/notice/error-state.tsx';
import type { LayerPick } from './map-address.ts';
import { MapList } from './map-list.tsx';
import { useInArea } from './use-in-area.ts';

export type MapListPanelProps = {
  /** What is asked for. Only an open list asks. */
  asking: MapArea | null;
  isArea: boolean;
  hasLayers: boolean;
  pick: LayerPick | null;
  onOpen: (entry: MapEntry) => void;
  onActive: (entry: MapEntry | null) => void;
  /** What can be done with the area, or how to make one. */
  bar: ReactNode;
};

const say = (count: number) => count.toLocaleString('en-CA');

function sayCount(count: number, listed: number, isArea: boolean): string {
  const where = isArea ? 'in the area' : 'in view';
  if (count === 0) return isArea ? 'Nothing in the area.' : 'Nothing in view. Zoom out, or switch on more layers.';
  return listed < count ? `${say(count)} ${where}, the first ${say(listed)} listed.` : `${say(count)} ${where}.`;
}

/** The list beside the map: everything in view, or in the area that was drawn. */
export function MapListPanel({ asking, isArea, hasLayers, pick, onOpen, onActive, bar }: MapListPanelProps) {
  const answer = useInArea(asking);
  const entries = hasLayers ? (answer.data?.results ?? []) : [];
  const words = !hasLayers
    ? 'No layer is switched on.'
    : answer.data
      ? sayCount(answer.data.count, entries.length, isArea)
      : answer.error
        ? `The list could not be loaded. ${errorText(answer.error)}`
        : 'Loading the list…';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}>
      <Box sx={{ height: 2 }}>{answer.isFetching ? <LinearProgress aria-label="Loading the list" sx={{ height: 2 }} /> : null}</Box>
      <Typography role="status" aria-live="polite" sx={{ px: 3, py: 2, fontSize: '0.8125rem', fontWeight: 500 }}>
        {words}
      </Typography>
      {bar}
      <Box
        sx={{ overflow: 'auto', flex: 1, minHeight: 0, borderTop: 1, borderColor: 'divider', opacity: answer.isPlaceholderData ? 0.6 : 1 }}
      >
        {entries.length > 0 ? (
          <MapList label={isArea ? 'In the area' : 'In view'} entries={entries} picked={pick} onOpen={onOpen} onActive={onActive} />
        ) : null}
      </Box>
    </Box>
  );
}
