import type { BadCell } from '@dmse/domain/work/budget-paste';
import Box from '@mui/material/Box';
import { memo } from 'react';
import { countSelected, type Selection } from '../../../parts/grid/grid-selection.ts';
import { useRested } from '../../../parts/grid/rest.ts';
import { sayEntry, saySelection } from './budget-cell-text.ts';
import { cellKey } from './budget-columns.ts';
import type { BudgetTable } from './budget-table.ts';

export type BudgetCellLineProps = { table: BudgetTable; selection: Selection; bad: ReadonlyMap<string, BadCell>; seesAmounts: boolean };

/** The line over the table that tells of the selected cell: where it is, how its figure came to be, or what is wrong with it. */
const Line = memo(function Line({ table, selection, bad, seesAmounts }: BudgetCellLineProps) {
  const line = table.lines[selection.at.row];
  const column = table.columns[selection.at.column];
  if (!line || !column) return null;
  const mark = bad.get(cellKey(line.id, column.key));
  const entry = seesAmounts ? line.entries.get(column.line) : undefined;
  const words = mark?.problem ?? (countSelected(selection) > 1 ? saySelection(table, selection) : sayEntry(entry, column));
  return (
    <Box role="status" aria-label="Selected cell" sx={{ flex: '1 1 320px', minHeight: 40, fontSize: '0.8125rem', color: 'text.secondary' }}>
      <Box sx={{ color: 'text.primary', fontWeight: 500 }}>
        {line.name} · {column.title}, {column.unit}
      </Box>
      <Box sx={mark ? { color: 'error.main', fontWeight: 500 } : {}}>{words}</Box>
    </Box>
  );
});

/** It follows the selection once nobody is typing. */
export function BudgetCellLine({ selection, ...told }: BudgetCellLineProps) {
  return <Line {...told} selection={useRested(selection)} />;
}
