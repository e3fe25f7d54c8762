import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icon.tsx';

export type WorkToolbarProps = {
  /** The choice of mode, where there is one. */
  mode?: ReactNode;
  reports: ReactNode;
  isAllClosed: boolean;
  canEdit: boolean;
  onFold: () => void;
  onAddGroup: () => void;
  onAddTask: () => void;
};

/** What can be done to the work as a whole. */
export function WorkToolbar({ mode, reports, isAllClosed, canEdit, onFold, onAddGroup, onAddTask }: WorkToolbarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      {mode}
      <Button size="small" startIcon={<Icon name={isAllClosed ? 'keyboard_arrow_down' : 'keyboard_arrow_up'} size={18} />} onClick={onFold}>
        {isAllClosed ? 'Expand all' : 'Collapse all'}
      </Button>
      <Box sx={{ flex: 1 }} />
      {reports}
      {canEdit ? (
        <>
          <Button variant="outlined" onClick={onAddGroup}>
            Add group
          </Button>
          <Button variant="contained" startIcon={<Icon name="add" size={18} />} onClick={onAddTask}>
            Add task
          </Button>
        </>
      ) : null}
    </Box>
  );
}
