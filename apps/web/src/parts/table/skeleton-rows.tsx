import Skeleton from '@mui/material/Skeleton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';

const WIDTHS = ['72%', '54%', '64%', '46%', '80%'];

export type SkeletonRowsProps = { rows: number; columns: number };

/** Rows that hold the place while the first answer is on its way. */
export function SkeletonRows({ rows, columns }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike, only their place tells them apart
    <TableRow key={row} aria-hidden sx={{ height: 36 }}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <TableCell key={column}>
          <Skeleton variant="text" width={WIDTHS[(row + column) % WIDTHS.length]!} />
        </TableCell>
      ))}
    </TableRow>
  ));
}
