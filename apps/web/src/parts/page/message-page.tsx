import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-paths.ts';

export type MessagePageProps = { icon: IconName; title: string; children: ReactNode; actions?: ReactNode };

/** A page that has one thing to say and the way on. */
export function MessagePage({ icon, title, children, actions }: MessagePageProps) {
  return (
    <Box sx={{ maxWidth: 520, mx: 'auto', py: { xs: 8, sm: 16 }, display: 'grid', gap: 3, justifyItems: 'start' }}>
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 48,
          height: 48,
          borderRadius: '50%',
          bgcolor: 'tint.primary',
          color: 'primary.main',
        }}
      >
        <Icon name={icon} size={26} />
      </Box>
      <Typography variant="h1" tabIndex={-1} data-page-title>
        {title}
      </Typography>
      <Box sx={{ color: 'text.secondary', display: 'grid', gap: 2 }}>{children}</Box>
      {actions ? <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 2 }}>{actions}</Box> : null}
    </Box>
  );
}
