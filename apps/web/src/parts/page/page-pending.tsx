import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';

/** A page that is on its way: one thin bar, nothing that jumps. */
export function PagePending() {
  return (
    <Box sx={{ minHeight: '60vh' }}>
      <LinearProgress aria-label="Loading the page" sx={{ height: 2 }} />
    </Box>
  );
}
