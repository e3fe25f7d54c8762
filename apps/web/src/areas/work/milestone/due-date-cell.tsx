import { labelOf } from '@dmse/contract/common/field';
import { type MilestoneRow, milestoneFields, updateMilestone } from '@dmse/contract/work/milestone';
import { dueTone, sayDue } from '@dmse/domain/dates/due-date';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { DatePopover } from '../../../parts/date/date-popover.tsx';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';

export type DueDateCellProps = { milestone: Pick<MilestoneRow, 'id' | 'name' | 'due_date' | 'version'>; isReadOnly: boolean };

/** When it is due: red when that has passed, amber today, green to come. Typed or picked where it may be changed. */
export function DueDateCell({ milestone, isReadOnly }: DueDateCellProps) {
  const { due_date } = milestone;
  const today = useToday();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const client = useQueryClient();
  const tone = dueTone(due_date, today);
  const colour = tone === null || tone === 'muted' ? 'text.secondary' : `${tone}.main`;
  const words = due_date ?? 'None';
  const hint = sayDue(due_date, today) ?? 'No due date';
  if (isReadOnly)
    return (
      <Box component="span" title={hint} sx={{ color: colour, fontVariantNumeric: 'tabular-nums' }}>
        {words}
      </Box>
    );

  async function save(next: string | null): Promise<void> {
    setAnchor(null);
    if (next === due_date) return;
    try {
      await call(updateMilestone, { id: milestone.id }, { due_date: next }, { ifMatch: milestone.version });
      showToast({ text: 'Updated due date.', icon: 'check', colour: 'success' });
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
        title={hint}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-label={`Due date of ${milestone.name}: ${words}, ${hint}. Change`}
        aria-haspopup="dialog"
        sx={{ fontWeight: 400, ml: -2, color: colour, fontVariantNumeric: 'tabular-nums' }}
      >
        {words}
      </Button>
      {anchor ? (
        <DatePopover
          anchor={anchor}
          title={`Due date of ${milestone.name}`}
          label={labelOf(milestoneFields.due_date)}
          value={due_date}
          onChoose={(day) => void save(day)}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </>
  );
}
