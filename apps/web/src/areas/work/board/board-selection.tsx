import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { SelectionBar } from '../../../parts/search/selection-bar.tsx';
import { BulkActions } from '../milestone/bulk-actions.tsx';
import { type Board, selectedMilestones, sourceOf } from './use-board.ts';
import { findRow, readRowKey, type WorkData } from './work-data.ts';

export type BoardSelectionProps = {
  board: Board;
  data: WorkData;
  canEdit: boolean;
  /** Whose milestones may be touched where nothing else may be changed. */
  toucher: number | null;
  /** May write work somewhere: what is only looked at here can still be copied there. */
  canCopy: boolean;
};

/** What is selected, and what can be done with it: changed and copied. */
export function BoardSelection({ board, data, canEdit, toucher, canCopy }: BoardSelectionProps) {
  const { selected, clearSelection, setDialog } = board;
  const source = sourceOf(selected, data);
  const milestones = selectedMilestones(selected, data);
  const canTouch = canEdit || milestones.every(({ assigned_user }) => assigned_user !== null && assigned_user.id === toucher);
  // What somebody has deleted meanwhile is chosen no more.
  const count = [...selected].filter((key) => findRow(data, readRowKey(key))).length;
  const copying = canCopy ? (
    <>
      <Button size="small" disabled={source === null} onClick={() => source && setDialog({ is: 'copy', source })}>
        Copy…
      </Button>
      {source === null ? (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          Choose tasks or milestones, not both, to copy them.
        </Typography>
      ) : null}
    </>
  ) : null;
  if (count === 0) return null;
  return (
    // It stays in sight while rows further down are selected.
    <Box sx={{ position: 'sticky', top: 'calc(var(--top-bar, 0px) + 4px)', zIndex: 3 }}>
      <SelectionBar count={count} onClear={clearSelection}>
        {milestones.length > 0 && canTouch ? (
          <BulkActions run={board.changes.run} data={data} milestones={milestones} canEdit={canEdit} />
        ) : null}
        {copying}
      </SelectionBar>
    </Box>
  );
}
