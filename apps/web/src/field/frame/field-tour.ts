import type { Tour } from '../../parts/tour/tour-steps.ts';
import { tourTimes } from '../../session/tour-times.ts';

export const FIELD_TOUR: Tour = {
  ...tourTimes('sites.fieldrun.tutorial'),
  steps: [
    {
      title: 'Everything is kept on this device',
      text: 'Points, photos, pipes and the risk assessment are saved here first, with or without a signal, and go to the office by themselves when there is one.',
    },
    {
      anchor: '[data-tour="gps"]',
      title: 'How good the position is',
      text: 'Green is good, amber is coarse, red is too coarse or too old. It warns; it never stops you.',
    },
    {
      anchor: '[data-tour="unsynced"]',
      title: 'What the office has not got',
      text: 'Tap it to see where each record is, and to sync at once.',
    },
    {
      anchor: '[data-tour="places"]',
      title: 'Five places',
      text: 'Map, points, pipes, the risk assessment, and everything else under More.',
    },
    {
      anchor: '[data-tour="new-point"]',
      title: 'A new point',
      text: 'The number advances automatically: tap a code and Save. Structures ask for their connections.',
    },
    {
      anchor: '[data-tour="leave"]',
      title: 'Before you leave',
      text: 'Leave site, under More, lists what is missing while you can still mend it.',
    },
  ],
};
