import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { memo } from 'react';
import { RowActions } from './row-actions.tsx';
import { RowCell } from './row-cell.tsx';
import { openRow, RowLink } from './row-link.tsx';
import type { SearchRowProps } from './search-view.ts';

const SMALL = { p: 1 };

function Row<Row>({ view, id, row, isSelected }: SearchRowProps<Row>) {
  const { columns, rowTitle, rowLink, rowActions, onSelect, query } = view;
  return (
    <TableRow hover selected={isSelected} onClick={openRow} onAuxClick={openRow}>
      {onSelect ? (
        <TableCell padding="checkbox">
          <Checkbox
            size="small"
            sx={SMALL}
            checked={isSelected}
            onChange={(event) => onSelect(id, event.target.checked)}
            slotProps={{ input: { 'aria-label': `Select ${rowTitle(row)}` } }}
          />
        </TableCell>
      ) : null}
      {columns.map((column, at) => {
        const cell = <RowCell column={column} row={row} query={query} />;
        return (
          <TableCell key={column.id} align={column.align ?? 'left'} className="cell">
            {at === view.titleAt && rowLink ? <RowLink to={rowLink(row)}>{cell}</RowLink> : cell}
          </TableCell>
        );
      })}
      {rowActions ? (
        <TableCell>
          <RowActions actions={rowActions(row)} of={rowTitle(row)} />
        </TableCell>
      ) : null}
    </TableRow>
  );
}

/** A row of the table, drawn again only when something in it has changed. */
export const SearchRow = memo(Row) as typeof Row;
