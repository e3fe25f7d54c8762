import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import type { IconName } from '../../parts/icon/icon-paths.ts';

export type WorkCardProps = { icon: IconName; title: string; children: ReactNode; action?: ReactNode; id?: string };

/** A panel of Home about the person's own work. */
export function WorkCard({ icon, title, children, action, id }: WorkCardProps) {
  return (
    <Card component="section" id={id} aria-label={title} sx={{ p: 4, display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}>
        <Icon name={icon} />
        <Typography variant="h3" component="h2" sx={{ color: 'text.primary' }}>
          {title}
        </Typography>
      </Box>
      <Box sx={{ flex: 1, color: 'text.secondary' }}>{children}</Box>
      {action ? <Box>{action}</Box> : null}
    </Card>
  );
}
