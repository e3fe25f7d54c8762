import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-paths.ts';

export type EmptyStateProps = {
  /** Why there is nothing, in a sentence. */
  title: string;
  /** What would change that. */
  text?: ReactNode;
  icon?: IconName;
  /** It is all there is of the page, so its title is the page's heading. */
  isPage?: boolean;
  /** The next step: a button or two. */
  children?: ReactNode;
};

/** Says why a place is empty and offers the next step. */
export function EmptyState({ title, text, icon = 'inbox', isPage = false, children }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', textAlign: 'center', gap: 2, px: 6, py: 12 }}>
      <Box sx={{ color: 'text.secondary' }}>
        <Icon name={icon} size={32} />
      </Box>
      {isPage ? (
        <Typography variant="h1" tabIndex={-1} data-page-title>
          {title}
        </Typography>
      ) : (
        <Typography variant="subtitle1">{title}</Typography>
      )}
      {text ? <Typography sx={{ color: 'text.secondary', maxWidth: 440 }}>{text}</Typography> : null}
      {children ? <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, mt: 2 }}>{children}</Box> : null}
    </Box>
  );
}
