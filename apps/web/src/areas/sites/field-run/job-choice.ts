import type { JobRow } from '@dmse/contract/jobs/job';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';

/** A job in a picker: its number, with what it is about beneath. */
export function jobChoice({ id, num, desc }: JobRow): PickerChoice {
  return { id, label: num, subtitle: desc };
}
