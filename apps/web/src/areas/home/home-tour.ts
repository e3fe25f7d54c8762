import type { Tour } from '../../parts/tour/tour-steps.ts';
import { tourTimes } from '../../session/tour-times.ts';

export const HOME_TOUR: Tour = {
  ...tourTimes('core.home.tutorial2'),
  steps: [
    {
      title: 'Search has moved',
      text: 'The one big search was split into separate dashboards, so that each can show what matters there. This short tour shows where everything is.',
    },
    {
      anchor: '[data-tour="jobs"]',
      title: 'Jobs dashboard',
      text: 'Contacts, clients, jobs and quotes are found here, and the progress of the work on them.',
    },
    { anchor: '[data-tour="field"]', title: 'Field work', text: 'Control points and field runs are found here.' },
    { anchor: '[data-tour="historicals"]', title: 'Historical files', text: 'The firm’s old plans and files have a search of their own.' },
    {
      anchor: '[data-tour="search-menu"]',
      title: 'Straight to a list',
      text: 'Search, up here, leads to each of these lists in one step, from any page.',
    },
  ],
};
