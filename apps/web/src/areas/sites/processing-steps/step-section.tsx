import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

export type StepSectionProps = {
  title: string;
  /** Of the heading, where an address leads to it. */
  id?: string | undefined;
  /** How much is open in it. */
  count?: number;
  /** A line of explanation. */
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** A part of a step under its heading. */
export function StepSection({ title, id: given, count, text, action, children }: StepSectionProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: { xs: 4, sm: 5 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 36, flexWrap: 'wrap' }}>
        <Typography id={id} variant="h2" tabIndex={given ? -1 : undefined} sx={{ flex: 1 }}>
          {title}
          {count === undefined ? null : (
            <Box component="span" sx={{ ml: 2, px: 1.5, py: 0.25, borderRadius: 99, fontSize: '0.75rem', bgcolor: 'tint.muted' }}>
              {count}
            </Box>
          )}
        </Typography>
        {action}
      </Box>
      {text ? <Typography sx={{ color: 'text.secondary', mb: children ? 3 : 0 }}>{text}</Typography> : null}
      {children}
    </Paper>
  );
}
