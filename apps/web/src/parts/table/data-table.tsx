import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { useNarrow } from '../page/use-narrow.ts';
import { openRow, RowLink, walkRows } from '../search/row-link.tsx';
import { type ColumnTitle, titleOf } from '../search/search-column.ts';
import { SkeletonRows } from './skeleton-rows.tsx';

export type DataColumn<Row> = {
  id: string;
  title: ColumnTitle;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  width?: number | string;
};

export type DataTableProps<Row> = {
  /** For screen readers. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string | number;
  rowLink?: (row: Row) => string;
  /** Shown instead of an empty table. */
  empty: ReactNode;
};

/** A plain table for a list that is all here: no paging, no filters. On a phone each row is a card. */
export function DataTable<Row>({ label, columns, rows, rowId, rowLink, empty }: DataTableProps<Row>) {
  const isNarrow = useNarrow();
  if (rows?.length === 0) return <Paper variant="outlined">{empty}</Paper>;
  const show = (row: Row, column: DataColumn<Row>) =>
    column === columns[0] && rowLink ? <RowLink to={rowLink(row)}>{column.cell(row)}</RowLink> : column.cell(row);

  if (isNarrow && rows)
    return (
      <Paper variant="outlined" component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }} onKeyDown={walkRows}>
        {rows.map((row) => (
          <Box
            component="li"
            key={rowId(row)}
            onClick={openRow}
            sx={{ px: 4, py: 3, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
          >
            <Box sx={{ fontWeight: 500 }}>{show(row, columns[0]!)}</Box>
            <Box
              component="dl"
              sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 0.5, fontSize: '0.8125rem' }}
            >
              {columns.slice(1).map((column) => (
                <Box key={column.id} sx={{ display: 'contents' }}>
                  <Box component="dt" sx={{ color: 'text.secondary' }}>
                    {titleOf(column)}
                  </Box>
                  <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                    {column.cell(row)}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </Paper>
    );
  return (
    <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
      <Table aria-label={label} onKeyDown={walkRows}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.id} scope="col" align={column.align ?? 'left'} sx={{ width: column.width }}>
                {titleOf(column)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows === undefined ? <SkeletonRows rows={4} columns={columns.length} /> : null}
          {rows?.map((row) => (
            <TableRow
              key={rowId(row)}
              hover
              onClick={openRow}
              onAuxClick={openRow}
              sx={{ height: 36, ...(rowLink ? { cursor: 'pointer' } : {}) }}
            >
              {columns.map((column) => (
                <TableCell key={column.id} align={column.align ?? 'left'}>
                  {show(row, column)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Paper>
  );
}
