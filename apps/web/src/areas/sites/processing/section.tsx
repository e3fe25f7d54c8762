import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

export type SectionProps = { title: string; text?: ReactNode; id?: string; children: ReactNode };

/** A part of a step, with its heading. */
export function Section({ title, text, id, children }: SectionProps) {
  const own = useId();
  const heading = id ?? own;
  return (
    <Paper component="section" variant="outlined" aria-labelledby={heading} sx={{ p: { xs: 3, sm: 5 }, minWidth: 0 }}>
      <Stack sx={{ gap: 3 }}>
        <div>
          <Typography id={heading} variant="h2" tabIndex={-1}>
            {title}
          </Typography>
          {text ? <Typography sx={{ color: 'text.secondary' }}>{text}</Typography> : null}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
