import { listEmployees } from '@dmse/contract/people/user';
import type { MilestoneRow } from '@dmse/contract/work/milestone';
import { updateMilestone } from '@dmse/contract/work/milestone';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../parts/icon.tsx';
import { errorText } from '../../parts/notice/error-state.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { forgetWork } from './forget-work.ts';

export type AssigneeCellProps = {
  milestone: Pick<MilestoneRow, 'id' | 'name' | 'assigned_user' | 'version'>;
  isReadOnly: boolean;
};

/** Who does it; chosen from a list where it may be changed. */
export function AssigneeCell({ milestone, isReadOnly }: AssigneeCellProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const client = useQueryClient();
  const people = useCall(listEmployees, {}, { enabled: anchor !== null, staleTime: 300_000 });
  const name = milestone.assigned_user?.full_name ?? 'Unassigned';
  if (isReadOnly) return <>{name}</>;

  async function assign(assigned_user: number | null): Promise<void> {
    setAnchor(null);
    try {
      await call(updateMilestone, { id: milestone.id }, { assigned_user }, { ifMatch: milestone.version });
      showToast({ text: 'Updated assignment.', icon: 'check', colour: 'success' });
    } catch (error) {
      showToast({ text: 'Failed to update.', subtitle: errorText(error), icon: 'error', colour: 'error' });
    }
    await forgetWork(client);
  }

  return (
    <>
      <Button
        size="small"
        color="inherit"
        endIcon={<Icon name="arrow_drop_down" size={18} />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-label={`Assignment of ${milestone.name}: ${name}. Change`}
        aria-haspopup="menu"
        sx={{ fontWeight: 400, ml: -2, justifyContent: 'flex-start', ...(milestone.assigned_user ? {} : { color: 'text.secondary' }) }}
      >
        {name}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ paper: { sx: { maxHeight: 400 } } }}>
        <MenuItem dense onClick={() => void assign(null)} selected={milestone.assigned_user === null}>
          <ListItemText primary="Unassigned" />
        </MenuItem>
        {(people.data?.results ?? []).map(({ id, full_name }) => (
          <MenuItem key={id} dense selected={id === milestone.assigned_user?.id} onClick={() => void assign(id)}>
            <ListItemText primary={full_name} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
