import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

export type GallerySectionProps = { title: string; children: ReactNode };

/** A part and its states. */
export function GallerySection({ title, children }: GallerySectionProps) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mb: 12 }}>
      <Typography id={titleId} variant="h2" sx={{ mb: 3, pb: 1, borderBottom: 1, borderColor: 'divider' }}>
        {title}
      </Typography>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>{children}</Box>
    </Box>
  );
}
