import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';

/** What the two numbers come to, with the values being typed. */
export function NumberingExample() {
  const [first, block] = useWatch({ name: ['first_point_number', 'point_block'] }) as unknown[];
  if (!Number.isInteger(first) || !Number.isInteger(block)) return null;
  const starts = [0, 1, 2].map((device) => Number(first) + device * Number(block));
  return (
    <Typography variant="body2" role="status" sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>
      The devices of a run begin at {starts.join(', ')}, …
    </Typography>
  );
}
