import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import TableCell from '@mui/material/TableCell';
import { Icon } from '../icon/icon.tsx';
import { directionOf, nextOrdering } from './address-values.ts';
import { type SearchColumn, titleOf } from './search-column.ts';

export type OrderHeadProps<Row> = {
  column: SearchColumn<Row, string>;
  ordering: string;
  /** The order the list has while nobody has chosen one. */
  usualOrder: string;
  onOrder: (ordering: string) => void;
};

const HEAD = { font: 'inherit', display: 'inline-flex', alignItems: 'center', verticalAlign: 'middle', minHeight: 22, gap: 0.5 };

/** A column's header; where the list can be ordered by it, a button: ascending, descending, and back to the list's own order. */
export function OrderHead<Row>({ column, ordering, usualOrder, onOrder }: OrderHeadProps<Row>) {
  const direction = column.order ? directionOf(ordering || usualOrder, column.order) : null;
  const sorted = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none';
  return (
    <TableCell scope="col" align={column.align ?? 'left'} {...(column.order ? { 'aria-sort': sorted } : {})} sx={{ width: column.width }}>
      {column.order ? (
        <ButtonBase
          onClick={() => onOrder(nextOrdering(ordering, column.order!, usualOrder))}
          sx={{
            ...HEAD,
            borderRadius: '4px',
            flexDirection: column.align === 'right' ? 'row-reverse' : 'row',
            color: direction ? 'text.primary' : 'inherit',
            '&:hover': { color: 'text.primary' },
            '& .order-mark': { opacity: direction ? 1 : 0 },
            '&:hover .order-mark, &:focus-visible .order-mark': { opacity: 1 },
          }}
        >
          {titleOf(column)}
          <Box component="span" className="order-mark" sx={{ display: 'flex' }}>
            <Icon name={direction === 'desc' ? 'arrow_downward' : 'arrow_upward'} size={14} />
          </Box>
        </ButtonBase>
      ) : (
        <Box component="span" sx={HEAD}>
          {titleOf(column)}
        </Box>
      )}
    </TableCell>
  );
}
