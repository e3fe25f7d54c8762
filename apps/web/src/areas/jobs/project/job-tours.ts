import type { Tour } from '../../../parts/tour/tour-steps.ts';
import { tourTimes } from '../../../session/tour-times.ts';

export const INFO_TOUR: Tour = {
  ...tourTimes('jobs.info.memos'),
  steps: [
    {
      anchor: '[role="tab"][href$="/memos"], a[href$="/memos"]',
      title: 'Memos',
      text: 'What used to be correspondence is now called memos. They reach the project manager and the leads by mail.',
    },
    {
      anchor: '[aria-label="Inbox and folder"]',
      title: 'The inbox of the job',
      text: 'Forward a mail to this address and it becomes a memo of the job, with its attachments.',
    },
  ],
};
