import { keyframes, styled } from '@mui/material/styles';

const WIDTHS = ['72%', '54%', '64%', '46%', '80%'];

export type SkeletonRowsProps = { rows: number; columns: number };

const pulse = keyframes({ '50%': { opacity: 0.4 } });

const Row = styled('tr')(({ theme: { vars } }) => ({
  height: 36,
  '& td': { padding: '0 12px', borderBottom: `1px solid ${vars.palette.TableCell.border}` },
  '& span': {
    display: 'block',
    height: 10,
    borderRadius: 4,
    backgroundColor: vars.palette.Skeleton.bg,
    animation: `${pulse} 2s ease-in-out 0.5s infinite`,
    '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
  },
}));

/** Rows that hold the place while the first answer is on its way. Plain cells: they are drawn before anything else and soon thrown away. */
export function SkeletonRows({ rows, columns }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike, only their place tells them apart
    <Row key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column}>
          <span style={{ width: WIDTHS[(row + column) % WIDTHS.length]! }} />
        </td>
      ))}
    </Row>
  ));
}
