import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { SkeletonRows } from '../table/skeleton-rows.tsx';
import { STICKY_HEAD } from '../table/sticky-head.ts';
import { OrderHead } from './order-head.tsx';
import { walkRows } from './row-link.tsx';
import { SearchRow } from './search-row.tsx';
import type { SearchView } from './search-view.ts';

export type SearchRowsProps<Row> = { view: SearchView<Row> };

/** What is said here for all rows and cells is not worked out again for each. */
const Body = styled(TableBody)(({ theme: { vars } }) => ({
  '& tr': { height: 36 },
  '& tr:hover': { backgroundColor: vars.palette.action.hover },
  '& tr.Mui-selected': { backgroundColor: vars.palette.tint.primary },
  '& td': { padding: '0 12px', fontSize: '0.8125rem', lineHeight: 1.6, borderBottom: `1px solid ${vars.palette.TableCell.border}` },
  '& tr:last-child td': { borderBottom: 0 },
  '& td.check': { paddingLeft: 8, paddingRight: 0 },
  '& td.cell': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& td.figures': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
}));

/** The list as a table: sticky header, dense rows, the whole row a link except its own controls. */
export function SearchRows<Row>({ view }: SearchRowsProps<Row>) {
  const { table, ofRow, state, label, isFirstLoad } = view;
  const { columns, rowLink, rowActions, onSelect } = ofRow;
  const width = columns.length + (onSelect ? 1 : 0) + (rowActions ? 1 : 0);
  return (
    <Table aria-label={label} sx={{ tableLayout: 'fixed' }} onKeyDown={walkRows}>
      <TableHead sx={STICKY_HEAD}>
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
      <Body style={{ cursor: rowLink ? 'pointer' : 'default' }}>
        {isFirstLoad ? <SkeletonRows rows={10} columns={width} /> : null}
        {table.getRowModel().rows.map((entry) => (
          <SearchRow key={entry.id} view={ofRow} id={entry.id} row={entry.original as Row} isSelected={entry.getIsSelected()} />
        ))}
      </Body>
    </Table>
  );
}
