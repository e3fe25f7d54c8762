import { FIELD_RUN, FIELD_RUN_STATES } from '@dmse/domain/states/field-run';
import type { StateChoice } from '../../../parts/record/state-chip.tsx';

/** Every state of a run with its colour, for the chip. */
export const RUN_STATE_CHOICES: readonly StateChoice[] = FIELD_RUN_STATES.map((state) => ({ state, tone: FIELD_RUN.rows[state].tone }));

/** The states as a filter offers them. */
export const RUN_STATE_FILTER = FIELD_RUN_STATES.map((state) => ({ value: state, label: state }));

/** A run's name as lists and titles say it. */
export function sayRunName(name: string | null | undefined): string {
  return name?.trim() ? name : 'Name Unset';
}
