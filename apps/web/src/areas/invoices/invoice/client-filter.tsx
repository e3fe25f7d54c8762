import { type BillableClient, listBillableClients } from '@dmse/contract/wip/billable';
import Box from '@mui/material/Box';
import { Picker } from '../../../parts/picker/picker.tsx';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';
import { formatCents } from '../../../parts/text/money-text.tsx';

/** A client with what can be billed to it now. */
export function billableChoice({ id, name, ready, jobs }: BillableClient): PickerChoice {
  return {
    id,
    label: name,
    subtitle: ready === 0 ? 'No work is ready' : `${formatCents(ready)} ready on ${jobs === 1 ? '1 job' : `${jobs} jobs`}`,
  };
}

export type ClientPickerProps = { value: PickerChoice | null; onChange: (client: PickerChoice | null) => void; isRequired?: boolean };

/** Whom to bill: those with the most work that is ready first. */
export function ClientPicker({ value, onChange, isRequired = false }: ClientPickerProps) {
  return (
    <Picker
      label="Client"
      endpoint={listBillableClients}
      toChoice={billableChoice}
      recentKey="billed-client"
      value={value}
      onChange={onChange}
      isRequired={isRequired}
    />
  );
}

/** A filter's picker is as wide as the other filters. */
export function FilterBox({ children }: { children: React.ReactNode }) {
  return <Box sx={{ flex: '0 1 220px', minWidth: 180 }}>{children}</Box>;
}
