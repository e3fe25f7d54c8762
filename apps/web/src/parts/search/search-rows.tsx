import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { SkeletonRows } from '../table/skeleton-rows.tsx';
import { OrderHead } from './order-head.tsx';
import { RowActions } from './row-actions.tsx';
import { RowCell } from './row-cell.tsx';
import { openRow, RowLink, walkRows } from './row-link.tsx';
import type { SearchView } from './search-view.ts';

export type SearchRowsProps<Row> = { view: SearchView<Row> };

const HEAD = { position: 'sticky', top: 'var(--top-bar, 0px)', zIndex: 2, backgroundColor: 'background.paper' } as const;

/** The list as a table: sticky header, dense rows, the whole row a link except its own controls. */
export function SearchRows<Row>({ view }: SearchRowsProps<Row>) {
  const { table, columns, state, label, rowTitle, rowLink, rowActions, canSelect, isFirstLoad } = view;
  const width = columns.length + (canSelect ? 1 : 0) + (rowActions ? 1 : 0);
  return (
    <Table aria-label={label} sx={{ tableLayout: 'fixed' }} onKeyDown={walkRows}>
      <TableHead
        sx={{
          '& th': { ...HEAD, height: 36, py: 0 },
          '& th:first-of-type': { borderTopLeftRadius: '10px' },
          '& th:last-of-type': { borderTopRightRadius: '10px' },
        }}
      >
        <TableRow>
          {canSelect ? (
            <TableCell padding="checkbox" sx={{ width: 44 }}>
              <Checkbox
                size="small"
                sx={{ p: 1 }}
                checked={table.getIsAllPageRowsSelected()}
                indeterminate={table.getIsSomePageRowsSelected()}
                onChange={table.getToggleAllPageRowsSelectedHandler()}
                slotProps={{ input: { 'aria-label': 'Select this page' } }}
              />
            </TableCell>
          ) : null}
          {columns.map((column) => (
            <OrderHead key={column.id} column={column} ordering={state.ordering} usualOrder={view.usualOrder} onOrder={state.setOrdering} />
          ))}
          {rowActions ? (
            <TableCell sx={{ width: view.actionsWidth }}>
              <span style={{ position: 'absolute', clipPath: 'inset(50%)' }}>Actions</span>
            </TableCell>
          ) : null}
        </TableRow>
      </TableHead>
      <TableBody>
        {isFirstLoad ? <SkeletonRows rows={10} columns={width} /> : null}
        {table
          .getRowModel()
          .rows.map((entry) => ({ entry, row: entry.original as Row }))
          .map(({ entry, row }) => (
            <TableRow
              key={entry.id}
              hover
              selected={entry.getIsSelected()}
              onClick={openRow}
              onAuxClick={openRow}
              sx={{ height: 36, cursor: rowLink ? 'pointer' : 'default', '& td': { py: 0 } }}
            >
              {canSelect ? (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    sx={{ p: 1 }}
                    checked={entry.getIsSelected()}
                    onChange={entry.getToggleSelectedHandler()}
                    slotProps={{ input: { 'aria-label': `Select ${rowTitle(row)}` } }}
                  />
                </TableCell>
              ) : null}
              {columns.map((column, at) => {
                const cell = <RowCell column={column} row={row} query={view.query} />;
                return (
                  <TableCell
                    key={column.id}
                    align={column.align ?? 'left'}
                    sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                  >
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
          ))}
      </TableBody>
    </Table>
  );
}
