import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useState } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { MapLayer } from '../../parts/map/map-layer.ts';
import { MapPane } from '../../parts/map/map-pane.tsx';
import type { Tour } from '../../parts/tour/tour-steps.ts';
import { GallerySection } from './gallery-section.tsx';

const TourWindow = lazyPart(() => import('../../parts/tour/tour-window.tsx').then((file) => file.TourWindow));

const TOUR: Tour = {
  key: 'gallery.tour',
  delay: 0,
  steps: [
    { anchor: '#gallery-map', title: 'A place', text: 'What is spoken of stands in the light; everything else is dimmed.' },
    { title: 'No place', text: 'A stop without an anchor is said in the middle of the page.' },
  ],
};

const LAYERS: readonly MapLayer[] = [
  {
    id: 'line',
    kind: 'features',
    tone: 'secondary',
    features: [
      {
        type: 'Feature',
        id: 'pipe',
        geometry: {
          type: 'LineString',
          coordinates: [
            [-64.8, 46.1],
            [-64.79, 46.103],
          ],
        },
      },
    ],
  },
  {
    id: 'marks',
    kind: 'features',
    symbol: 'triangle',
    features: [
      { type: 'Feature', id: 'a', geometry: { type: 'Point', coordinates: [-64.8, 46.1] }, properties: { label: 'HPN 101' } },
      {
        type: 'Feature',
        id: 'b',
        geometry: { type: 'Point', coordinates: [-64.79, 46.103] },
        properties: { label: 'Destroyed', tone: 'muted', symbol: 'cross' },
      },
    ],
  },
];

/** What points at places: a map of given layers, and a tour over the page. */
export function GalleryPlaces() {
  const [selected, setSelected] = useState<string | null>('a');
  const [isTouring, setTouring] = useState(false);
  return (
    <>
      <GallerySection title="Map">
        <Paper id="gallery-map" variant="outlined" sx={{ height: 320, overflow: 'hidden' }}>
          <MapPane
            label="Two marks and a pipe"
            layers={LAYERS}
            selected={selected}
            onPick={(pick) => setSelected(pick?.id ?? null)}
            tools={['measure']}
          />
        </Paper>
      </GallerySection>
      <GallerySection title="Tour">
        <Box>
          <Button variant="outlined" onClick={() => setTouring(true)}>
            Start the tour
          </Button>
        </Box>
        {isTouring ? <TourWindow tour={TOUR} onEnd={() => setTouring(false)} /> : null}
      </GallerySection>
    </>
  );
}
