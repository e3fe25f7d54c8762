import { sayCount } from '@dmse/domain/text/counts';
import type { BadCell } from '@dmse/domain/work/budget-paste';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { BudgetChanges } from '../budget/budget-changes.ts';

export type BudgetMarksProps = { bad: ReadonlyMap<string, BadCell>; changes: BudgetChanges; onShow: (cell: BadCell) => void };

/** Says how many cells wait to be mended, and leads to the first. */
export function BudgetMarks({ bad, changes, onShow }: BudgetMarksProps) {
  const [first] = bad.values();
  if (!first) return null;
  return (
    <Stack direction="row" role="status" aria-label="Cells to correct" sx={{ alignItems: 'center' }}>
      <Button color="error" startIcon={<Icon name="error" size={18} />} onClick={() => onShow(first)}>
        {sayCount(bad.size, 'cell')} not written
      </Button>
      <Tooltip title="Keep the cells as they are">
        <IconButton size="small" color="error" aria-label="Dismiss the marks" onClick={() => changes.unmark([...bad.values()])}>
          <Icon name="close" size={18} />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}
