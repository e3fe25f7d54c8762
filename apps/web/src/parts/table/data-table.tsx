import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { useNarrow } from '../page/use-narrow.ts';
import { OrderHead } from '../search/order-head.tsx';
import { openRow, RowLink, walkRows } from '../search/row-link.tsx';
import { type ColumnTitle, titleOf } from '../search/search-column.ts';
import { OneLine } from '../text/one-line.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { STICKY_HEAD } from './sticky-head.ts';

export type DataColumn<Row> = {
  id: string;
  title: ColumnTitle;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  width?: number | string;
  /** Its name where the rows are ordered by it. */
  order?: string;
  /** Its sum, under the rows. */
  foot?: ReactNode;
  /** Its text: in a table on one line, cut where the column ends, with all of it in a tooltip. */
  text?: (row: Row) => string;
};

export type DataTableProps<Row> = {
  /** For screen readers. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string | number;
  /** Null for a row that opens nothing. */
  rowLink?: (row: Row) => string | null;
  /** With this the headings of the columns that have an `order` are buttons. */
  sorting?: { ordering: string; usualOrder: string; onOrder: (ordering: string) => void };
  /** Shown instead of an empty table. */
  empty: ReactNode;
  /** The table is what its page is for: its head stays in sight while one scrolls. */
  isOfPage?: boolean;
};

const UNKNOWN_COLUMNS = 6;

/** A plain table for a list that is all here: no filters of its own. On a phone each row is a card. */
export function DataTable<Row>({ label, columns, rows, rowId, rowLink, sorting, empty, isOfPage }: DataTableProps<Row>) {
  const isNarrow = useNarrow();
  if (rows?.length === 0) return <Paper variant="outlined">{empty}</Paper>;
  const hasFoot = columns.some(({ foot }) => foot !== undefined);
  const show = (row: Row, column: DataColumn<Row>) => {
    const to = column === columns[0] ? rowLink?.(row) : null;
    const shown = column.text && !isNarrow ? <OneLine full={column.text(row)}>{column.cell(row)}</OneLine> : column.cell(row);
    return to ? <RowLink to={to}>{shown}</RowLink> : shown;
  };

  // One width for all cards, so that what they say stands in one line from card to card.
  const labels = `${Math.ceil(0.9 * Math.max(...columns.map((column) => titleOf(column).length)))}ch`;

  if (isNarrow && rows)
    return (
      <Paper variant="outlined" component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }} onKeyDown={walkRows}>
        {rows.map((row) => (
          <Card
            key={rowId(row)}
            title={show(row, columns[0]!)}
            labels={labels}
            facts={columns.slice(1).flatMap((column) => {
              const fact = column.cell(row);
              return fact === null || fact === '' || fact === '–' ? [] : [[column, fact] as const];
            })}
          />
        ))}
        {hasFoot ? (
          <Card
            title="Total"
            labels={labels}
            facts={columns.flatMap((column) => (column.foot === undefined ? [] : [[column, column.foot] as const]))}
          />
        ) : null}
      </Paper>
    );
  return (
    <Paper variant="outlined" sx={{ overflowX: isOfPage ? { xs: 'auto', lg: 'visible' } : 'auto' }}>
      <Table aria-label={label} onKeyDown={walkRows}>
        <TableHead sx={isOfPage ? STICKY_HEAD : {}}>
          <TableRow>
            {columns.map((column) =>
              sorting && column.order ? (
                <OrderHead key={column.id} column={column} {...sorting} />
              ) : (
                <TableCell key={column.id} scope="col" align={column.align ?? 'left'} sx={{ width: column.width }}>
                  {titleOf(column)}
                </TableCell>
              ),
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows === undefined ? <SkeletonRows rows={isOfPage ? 10 : 4} columns={columns.length || UNKNOWN_COLUMNS} /> : null}
          {rows?.map((row) => (
            <TableRow
              key={rowId(row)}
              hover
              onClick={openRow}
              onAuxClick={openRow}
              sx={{ height: 36, ...(rowLink?.(row) ? { cursor: 'pointer' } : {}) }}
            >
              {columns.map((column) => (
                <TableCell key={column.id} align={column.align ?? 'left'} sx={column.text ? { maxWidth: 0 } : {}}>
                  {show(row, column)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        {hasFoot && rows ? (
          <TableFooter>
            <TableRow
              sx={{
                '& td, & th': {
                  borderTop: 1,
                  borderBottom: 0,
                  borderColor: 'divider',
                  color: 'text.primary',
                  fontSize: '0.8125rem',
                  fontWeight: 600,
                },
              }}
            >
              {columns.map((column, at) => (
                <TableCell key={column.id} align={column.align ?? 'left'} {...(at === 0 ? { component: 'th', scope: 'row' } : {})}>
                  {column.foot ?? (at === 0 ? 'Total' : null)}
                </TableCell>
              ))}
            </TableRow>
          </TableFooter>
        ) : null}
      </Table>
    </Paper>
  );
}

type CardProps<Row> = { title: ReactNode; labels: string; facts: readonly (readonly [DataColumn<Row>, ReactNode])[] };

/** A row on a phone, without the columns it has nothing in; the sums have all of theirs. */
function Card<Row>({ title, labels, facts }: CardProps<Row>) {
  return (
    <Box
      component="li"
      onClick={openRow}
      sx={{ px: 4, py: 3, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
    >
      <Box sx={{ fontWeight: 500 }}>{title}</Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: `${labels} 1fr`,
          alignItems: 'baseline',
          columnGap: 3,
          rowGap: 0.5,
          fontSize: '0.8125rem',
        }}
      >
        {facts.map(([column, fact]) => (
          <Box key={column.id} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {titleOf(column)}
            </Box>
            <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
              {fact}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
