import type { Tour } from '../../../parts/tour/tour-steps.ts';
import { tourTimes } from '../../../session/tour-times.ts';

export const BUDGET_TOUR: Tour = {
  ...tourTimes('jobs.budget.tutorial'),
  steps: [
    {
      anchor: '[role="grid"]',
      title: 'A budget is a spreadsheet',
      text: 'Each milestone is a row, each job role and disbursement a column. Type, move with the arrows, copy and paste to and from Excel, and take anything back with Ctrl+Z.',
    },
    {
      anchor: '#add-budget-column',
      title: 'More columns',
      text: 'Add a job role to budget its time, or a disbursement type to budget what is bought. Rates and prices are the firm’s own.',
    },
    {
      anchor: '#scale-budget',
      title: 'Scale to a total',
      text: 'Bring the whole budget to the figure you want to offer. Rows you lock stay as they are, the others keep their share, and you see it before it happens.',
    },
  ],
};
