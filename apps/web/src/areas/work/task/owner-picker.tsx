import { listJobs } from '@dmse/contract/jobs/job';
import { listQuotes } from '@dmse/contract/jobs/quote';
import { Picker } from '../../../parts/picker/picker.tsx';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';

type NumRow = { id: number; num: string; desc: string; client_name: string };

function toChoice({ id, num, desc, client_name }: NumRow): PickerChoice {
  return { id, label: `${num} ${desc}`, ...(client_name ? { subtitle: client_name } : {}) };
}

export type OwnerPickerProps = {
  of: 'job' | 'quote';
  value: PickerChoice | null;
  onChange: (choice: PickerChoice | null) => void;
  /** The one that is not offered, because it is the page one is on. */
  without?: number | undefined;
};

/** Finds the job or quote work is copied from or to. */
export function OwnerPicker({ of, value, onChange, without }: OwnerPickerProps) {
  const common = { toChoice, value, onChange, without: without === undefined ? [] : [without] };
  if (of === 'job') return <Picker key="job" label="Job" endpoint={listJobs} recentKey="job" {...common} />;
  return <Picker key="quote" label="Quote" endpoint={listQuotes} recentKey="quote" {...common} />;
}
