import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';

/** A file that has arrived is being read, which takes as long as it takes. */
export function Reading({ text }: { text: string }) {
  return (
    <Box role="status">
      <Typography variant="body2" sx={{ mb: 2 }}>
        {text}
      </Typography>
      <LinearProgress aria-label="Reading the file" />
    </Box>
  );
}
