import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import type { ProcessingOverview, ProcessingPoints } from '@dmse/contract/sites/processing/result';
import type { Processing } from '@dmse/contract/sites/processing/run';
import { createContext, useContext } from 'react';

export type ProcessingState = {
  run: Processing;
  /** Null while the figures are worked out, and where there is nothing to work on. */
  overview: ProcessingOverview | null;
  /** Null until they have come; those of the revision before stay until the new ones are here. */
  points: ProcessingPoints | null;
  /** The shot that map and table mark. */
  selected: string | null;
  select: (id: string | null) => void;
  /** Decides, offers to undo, and asks anew. A refusal is shown; the answer says whether it was done. */
  decide: (decisions: ProcessingDecision[], why?: string) => Promise<boolean>;
  undo: (id: number) => Promise<boolean>;
  /** Asks anew after a call of a step's own. */
  refresh: () => Promise<void>;
  isWritable: boolean;
  whyNotWrite: string | null;
};

export const ProcessingContext = createContext<ProcessingState | null>(null);

/** The run that is processed, for the steps of the wizard. */
export function useProcessing(): ProcessingState {
  const state = useContext(ProcessingContext);
  if (!state) throw new Error('A step of the wizard was drawn outside of it.');
  return state;
}
