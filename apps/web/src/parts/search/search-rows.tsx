import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { SkeletonRows } from '../table/skeleton-rows.tsx';
import { OrderHead } from './order-head.tsx';
import { walkRows } from './row-link.tsx';
import { SearchRow } from './search-row.tsx';
import type { SearchView } from './search-view.ts';

export type SearchRowsProps<Row> = { view: SearchView<Row> };

const HEAD = { position: 'sticky', top: 'var(--top-bar, 0px)', zIndex: 2, backgroundColor: 'background.paper' } as const;

/** The list as a table: sticky header, dense rows, the whole row a link except its own controls. */
export function SearchRows<Row>({ view }: SearchRowsProps<Row>) {
  const { table, ofRow, state, label, isFirstLoad } = view;
  const { columns, rowLink, rowActions, onSelect } = ofRow;
  const width = columns.length + (onSelect ? 1 : 0) + (rowActions ? 1 : 0);
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
          {onSelect ? (
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
      {/* What is said here for all cells is not worked out again for each. */}
      <TableBody
        sx={{
          '& tr': { height: 36, cursor: rowLink ? 'pointer' : 'default' },
          '& td': { py: 0 },
          '& .cell': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        }}
      >
        {isFirstLoad ? <SkeletonRows rows={10} columns={width} /> : null}
        {table.getRowModel().rows.map((entry) => (
          <SearchRow key={entry.id} view={ofRow} id={entry.id} row={entry.original as Row} isSelected={entry.getIsSelected()} />
        ))}
      </TableBody>
    </Table>
  );
}
