import type { Tour, TourStep } from '../../../parts/tour/tour-steps.ts';
import { tourTimes } from '../../../session/tour-times.ts';

const ORDER: TourStep = {
  anchor: '[role="treegrid"] .grip, [role="treegrid"]',
  title: 'Put work in its order',
  text: 'Drag a row by its grip, or press Alt with ↑ or ↓. Each milestone waits for the one before it unless you say otherwise in its menu.',
};

export const JOB_TASKS_TOUR: Tour = {
  ...tourTimes('jobs.tasks.tutorial2'),
  steps: [
    {
      anchor: '[aria-label="Display mode"]',
      title: 'Two ways to look at work',
      text: 'Milestones shows what is to be done, by whom and by when. WIP shows what each task may cost and what waits to be invoiced.',
    },
    ORDER,
    {
      anchor: '#task-reports',
      title: 'Reports',
      text: 'Tasks, milestones due and budget against actual, as files for a spreadsheet.',
    },
  ],
};

export const QUOTE_TASKS_TOUR: Tour = {
  ...tourTimes('quotes.tasks.tutorial'),
  steps: [
    {
      anchor: '[role="treegrid"]',
      title: 'The work you offer',
      text: 'Tasks and milestones of a quote become those of the job when it is promoted, with their budget and dates.',
    },
    ORDER,
  ],
};
