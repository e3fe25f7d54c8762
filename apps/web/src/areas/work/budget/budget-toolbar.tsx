import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useRested } from '../../../parts/grid/rest.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { BudgetChanges } from './budget-changes.ts';

export type BudgetToolbarProps = {
  changes: BudgetChanges;
  /** What would be taken back, and done again: "paste". */
  undo: string | undefined;
  redo: string | undefined;
  add: ReactNode;
  canScale: boolean;
  onScale: () => void;
};

type StepButtonProps = { label: string; keys: string; icon: 'undo' | 'redo'; says: string | undefined; onPress: () => void };

function StepButton({ label, keys, icon, says, onPress }: StepButtonProps) {
  return (
    <Tooltip title={says ? `${label} ${says} (${keys})` : `Nothing to ${label.toLowerCase()}`}>
      <span>
        <IconButton aria-label={label} disabled={says === undefined} onClick={onPress}>
          <Icon name={icon} />
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** By itself, so that the buttons beside it are not drawn again with every figure. */
function SavingNote({ changes }: { changes: BudgetChanges }) {
  const isSaving = useSyncExternalStore(changes.subscribe, () => changes.read().isSaving);
  const isSlow = useRested(isSaving);
  return (
    <Box role="status" aria-label="Saving" aria-busy={isSaving} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
      {isSaving && isSlow ? 'Saving…' : ''}
    </Box>
  );
}

/** What can be done to the budget as a whole. */
export function BudgetToolbar({ changes, undo, redo, add, canScale, onScale }: BudgetToolbarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <SavingNote changes={changes} />
      <StepButton label="Undo" keys="Ctrl+Z" icon="undo" says={undo} onPress={() => void changes.undo()} />
      <StepButton label="Redo" keys="Ctrl+Y" icon="redo" says={redo} onPress={() => void changes.redo()} />
      {add}
      <Button
        id="scale-budget"
        variant="outlined"
        disabled={!canScale}
        startIcon={<Icon name="linear_scale" size={18} />}
        onClick={onScale}
      >
        Scale to a total
      </Button>
    </Box>
  );
}
