import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export type SectionProps = { title?: string; children: ReactNode };

/** A part of a page with air around it. */
export function Section({ title, children }: SectionProps) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 3, mb: 5 }}>
      {title ? (
        <Box component="h2" sx={{ m: 0, fontSize: '1.0625rem', fontWeight: 700 }}>
          {title}
        </Box>
      ) : null}
      {children}
    </Box>
  );
}
