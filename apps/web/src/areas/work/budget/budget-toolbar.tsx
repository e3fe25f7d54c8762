import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { BudgetChanges, ChangesState } from './budget-changes.ts';

export type BudgetToolbarProps = { changes: BudgetChanges; state: ChangesState; add: ReactNode; canScale: boolean; onScale: () => void };

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

/** What can be done to the budget as a whole. */
export function BudgetToolbar({ changes, state, add, canScale, onScale }: BudgetToolbarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Box role="status" aria-label="Saving" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {state.isSaving ? 'Saving…' : ''}
      </Box>
      <StepButton label="Undo" keys="Ctrl+Z" icon="undo" says={state.undo.at(-1)?.says} onPress={() => void changes.undo()} />
      <StepButton label="Redo" keys="Ctrl+Y" icon="redo" says={state.redo.at(-1)?.says} onPress={() => void changes.redo()} />
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
