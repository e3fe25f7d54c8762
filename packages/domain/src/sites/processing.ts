/** The steps of the wizard, in their order; `?step=` names one. */
export const PROCESSING_STEPS = ['import', 'validate', 'shifts', 'conflicts', 'review', 'export', 'finish'] as const;
export type ProcessingStep = (typeof PROCESSING_STEPS)[number];

/** The parts of an import, each with the words for its kind of file; the first two are needed. */
export const PROCESSING_PARTS = {
  raw_file: 'Raw file',
  points_file: 'Points file',
  sum_file: 'PPP summary',
  ref_file: 'Base reference',
  loc_file: 'Localization',
} as const;
export type ProcessingPart = keyof typeof PROCESSING_PARTS;
export const PART_NAMES = Object.keys(PROCESSING_PARTS) as [ProcessingPart, ...ProcessingPart[]];
export const NEEDED_PARTS: readonly ProcessingPart[] = ['raw_file', 'points_file'];

/** open: being worked on · archived: put aside by a reset · finished: its coordinates were published. */
export const ATTEMPT_STATES = ['open', 'archived', 'finished'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** How long a run is held for whoever works on it, unless they do something. */
export const LEASE_MINUTES = 10;
