import Checkbox from '@mui/material/Checkbox';
import { memo } from 'react';
import { RowActions } from './row-actions.tsx';
import { RowCell } from './row-cell.tsx';
import { openRow, RowLink } from './row-link.tsx';
import type { SearchRowProps } from './search-view.ts';

const SMALL = { p: 1 };

function Row<Row>({ view, id, row, isSelected }: SearchRowProps<Row>) {
  const { columns, rowTitle, rowLink, rowActions, onSelect, query } = view;
  return (
    // Plain elements, styled once for the whole body: two hundred cells of the library's own take a slow machine half a second.
    <tr className={isSelected ? 'Mui-selected' : undefined} onClick={openRow} onAuxClick={openRow}>
      {onSelect ? (
        <td className="check">
          <Checkbox
            size="small"
            sx={SMALL}
            checked={isSelected}
            onChange={(event) => onSelect(id, event.target.checked)}
            slotProps={{ input: { 'aria-label': `Select ${rowTitle(row)}` } }}
          />
        </td>
      ) : null}
      {columns.map((column, at) => {
        const cell = <RowCell column={column} row={row} query={query} />;
        return (
          <td key={column.id} className={column.align === 'right' ? 'cell figures' : 'cell'}>
            {at === view.titleAt && rowLink ? <RowLink to={rowLink(row)}>{cell}</RowLink> : cell}
          </td>
        );
      })}
      {rowActions ? (
        <td>
          <RowActions actions={rowActions(row)} of={rowTitle(row)} />
        </td>
      ) : null}
    </tr>
  );
}

/** A row of the table, drawn again only when something in it has changed. */
export const SearchRow = memo(Row) as typeof Row;
