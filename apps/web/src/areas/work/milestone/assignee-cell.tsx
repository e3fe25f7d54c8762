import type { MilestoneRow } from '@dmse/contract/work/milestone';
import { updateMilestone } from '@dmse/contract/work/milestone';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { AssigneeMenu } from './assignee-menu.tsx';

export type AssigneeCellProps = {
  milestone: Pick<MilestoneRow, 'id' | 'name' | 'assigned_user' | 'version'>;
  isReadOnly: boolean;
};

/** Who does it; chosen from a list where it may be changed. */
export function AssigneeCell({ milestone, isReadOnly }: AssigneeCellProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const client = useQueryClient();
  const name = milestone.assigned_user?.full_name ?? 'Unassigned';
  if (isReadOnly) return <>{name}</>;

  async function assign(assigned_user: number | null): Promise<void> {
    setAnchor(null);
    try {
      await call(updateMilestone, { id: milestone.id }, { assigned_user }, { ifMatch: milestone.version });
      showToast({ text: 'Updated assignment.', icon: 'check', colour: 'success' });
    } catch (error) {
      showProblem(error, 'Failed to update.');
    }
    await invalidateArea(client, 'jobs');
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
      {anchor ? (
        <AssigneeMenu
          anchor={anchor}
          assigned_user={milestone.assigned_user}
          onChoose={(person) => void assign(person?.id ?? null)}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </>
  );
}
