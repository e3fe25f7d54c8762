import Button from '@mui/material/Button';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { StateChip, type StateChoice } from '../../parts/record/state-chip.tsx';

const CHOICES: StateChoice[] = [
  { state: 'IN PROGRESS', tone: 'success' },
  { state: 'CLOSED', tone: 'muted', whyNot: 'Two milestones are not finished.', isBlocked: true },
  { state: 'CANCELLED', tone: 'error', whyNot: 'Only a manager can cancel it.' },
  { state: 'ON HOLD', tone: 'warning' },
];

export type GalleryChipProps = { state: string; canEdit: boolean };

/** A state that changes where it stands. */
export function GalleryChip({ state: first, canEdit }: GalleryChipProps) {
  const [state, setState] = useState(first);
  return (
    <StateChip
      state={state}
      choices={CHOICES}
      failedText="Failed to save job."
      {...(canEdit ? { onChoose: async (next: string) => setState(next) } : {})}
      checklist={(next, _, onClose) => (
        <Dialog open title={`Before it can be ${next.toLowerCase()}`} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
          Finish the two milestones that are still open.
        </Dialog>
      )}
    />
  );
}
