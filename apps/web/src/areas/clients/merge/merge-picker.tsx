import { listClients } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { clientChoice } from '../../../parts/picker/client-choice.ts';
import { Picker } from '../../../parts/picker/picker.tsx';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';
import { contactChoice } from '../choices.ts';
import { MergeDialog } from './merge-dialog.tsx';

export type MergePickerProps = { noun: 'client' | 'contact'; record: { id: number; name: string }; onClose: () => void };

/** Finds the records that are the same as this one, then goes on to the merge itself. */
export function MergePicker({ noun, record, onClose }: MergePickerProps) {
  const [others, setOthers] = useState<readonly { id: number; name: string }[]>([]);
  const [isChosen, setChosen] = useState(false);
  const navigate = useNavigate();
  if (isChosen) {
    return (
      <MergeDialog
        noun={noun}
        rows={[record, ...others]}
        onClose={onClose}
        onMerged={(path) => {
          onClose();
          void navigate({ to: path });
        }}
      />
    );
  }
  const add = (choice: PickerChoice | null) => {
    if (choice) setOthers([...others, { id: Number(choice.id), name: choice.label }]);
  };
  const shared = {
    label: `Find a ${noun}`,
    value: null,
    onChange: add,
    without: [record.id, ...others.map(({ id }) => id)],
    isAdding: true,
    recentKey: noun,
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="contained" disabled={others.length === 0} onClick={() => setChosen(true)}>
        Compare
      </Button>
    </>
  );
  return (
    <Dialog open title={`Merge into ${record.name}`} onClose={onClose} actions={actions} width="sm">
      <Stack sx={{ gap: 3, pt: 1 }}>
        <Typography sx={{ color: 'text.secondary' }}>
          Choose the {noun}s that are the same as this one. The next step compares them.
        </Typography>
        {noun === 'client' ? (
          <Picker {...shared} endpoint={listClients} toChoice={clientChoice} />
        ) : (
          <Picker {...shared} endpoint={listContacts} toChoice={contactChoice} />
        )}
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {others.map(({ id, name }) => (
            <Chip key={id} label={name} onDelete={() => setOthers(others.filter((other) => other.id !== id))} />
          ))}
        </Stack>
      </Stack>
    </Dialog>
  );
}
