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
/** For the report of a client who reads French. */
export const FRENCH_PARTS: Record<ProcessingPart, string> = {
  raw_file: 'Fichier brut',
  points_file: 'Fichier de points',
  sum_file: 'Sommaire PPP',
  ref_file: 'Référence de la base',
  loc_file: 'Localisation',
};
export type ProcessingPart = keyof typeof PROCESSING_PARTS;
export const PART_NAMES = Object.keys(PROCESSING_PARTS) as [ProcessingPart, ...ProcessingPart[]];
export const NEEDED_PARTS: readonly ProcessingPart[] = ['raw_file', 'points_file'];

const MEGABYTE = 1024 * 1024;
/** What all files of a run may have together. */
const MOST_RUN_BYTES = 200 * MEGABYTE;

export function whyTooLarge(bytes: number): string | null {
  if (bytes <= MOST_RUN_BYTES) return null;
  return `The files have ${Math.ceil(bytes / MEGABYTE)} MB together; a run takes at most ${MOST_RUN_BYTES / MEGABYTE} MB.`;
}

/** open: being worked on · archived: put aside by a reset · finished: its coordinates were published. */
export const ATTEMPT_STATES = ['open', 'archived', 'finished'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** How long a run is held for whoever works on it, unless they do something. */
export const LEASE_MINUTES = 10;
