import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export type PrefSectionProps = { title: string; text?: string; children: ReactNode };

/** A section of Preferences: what it is about on the left, its controls on the right. */
export function PrefSection({ title, text, children }: PrefSectionProps) {
  return (
    <Card
      component="section"
      aria-label={title}
      sx={{ p: 4, display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '240px 1fr' } }}
    >
      <Box>
        <Typography variant="h2">{title}</Typography>
        {text ? <Typography sx={{ color: 'text.secondary', mt: 1 }}>{text}</Typography> : null}
      </Box>
      <Box sx={{ display: 'grid', gap: 4, justifyItems: 'start', minWidth: 0 }}>{children}</Box>
    </Card>
  );
}
