import type { Tour } from '../../../parts/tour/tour-steps.ts';
import { tourTimes } from '../../../session/tour-times.ts';

export const MAP_TOUR: Tour = {
  ...tourTimes('map.tutorial.july2025'),
  steps: [
    {
      title: 'Have we been here before?',
      text: 'Jobs, quotes, control points, field runs and historical files stand on one map. This short tour shows how to ask it.',
    },
    {
      anchor: '[data-tour="map-search"]',
      title: 'Find a place',
      text: 'By number, name, address or parcel, or by coordinates: easting and northing, latitude and longitude, or UTM.',
    },
    {
      anchor: '[data-tour="map-layers"]',
      title: 'Layers and list',
      text: 'Layers are switched on and narrowed here. The list beside them names everything in view; the arrow keys move in it.',
    },
    {
      anchor: '[data-tour="map-picture"]',
      title: 'The map',
      text: 'A click on a symbol shows what it is and what can be done with it. A circle with a number opens into what it stands for.',
    },
    {
      anchor: '[data-tour="map-tools"]',
      title: 'Areas and paper',
      text: 'Draw an area to list and export what lies inside, or to begin a job there. The map as you see it prints to a PDF, and its address shows a colleague the same.',
    },
  ],
};
