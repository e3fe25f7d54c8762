import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

export type FormSectionProps = {
  title: string;
  /** A line for a newcomer: what these fields are for. */
  explanation?: string;
  children: ReactNode;
};

/** Fields that belong together, in two columns where there is room. A field with `isWide` takes both. */
export function FormSection({ title, explanation, children }: FormSectionProps) {
  const titleId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography id={titleId} variant="h2">
        {title}
      </Typography>
      {explanation ? <Typography sx={{ color: 'text.secondary' }}>{explanation}</Typography> : null}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          columnGap: 4,
          rowGap: 4,
          mt: 4,
          alignItems: 'start',
        }}
      >
        {children}
      </Box>
    </Paper>
  );
}
