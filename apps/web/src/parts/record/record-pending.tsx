import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';

/** The room of a record that is on its way. */
export function RecordPending({ noun }: { noun: string }) {
  return (
    <Stack role="progressbar" aria-busy aria-label={`Loading the ${noun}`} sx={{ gap: 4 }}>
      <Skeleton variant="text" width="40%" height={40} />
      <Skeleton variant="rounded" height={280} />
      <Skeleton variant="rounded" height={160} />
    </Stack>
  );
}
