import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { BottomBar } from './bottom-bar.tsx';
import { useNarrow } from './use-narrow.ts';

export type PageHeaderProps = {
  /** The record's number and name, or what the page is. */
  title: ReactNode;
  /** The state of the record, beside the title. */
  chip?: ReactNode;
  /** A muted line under the title. */
  subtitle?: ReactNode;
  /** The two or three actions of the page, the filled one last. On a phone they stand in a bar at the bottom. */
  actions?: ReactNode;
  /** RecordTabs, under the title. */
  tabs?: ReactNode;
};

/** The head of every page. Its heading takes the focus when one page follows another. */
export function PageHeader({ title, chip, subtitle, actions, tabs }: PageHeaderProps) {
  const isNarrow = useNarrow();
  return (
    <Box component="header" sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 40, flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
            <Typography variant="h1" tabIndex={-1} data-page-title sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            {chip}
          </Box>
          {subtitle ? <Typography sx={{ color: 'text.secondary' }}>{subtitle}</Typography> : null}
        </Box>
        {actions && !isNarrow ? <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>{actions}</Box> : null}
      </Box>
      {tabs ? <Box sx={{ mt: 1 }}>{tabs}</Box> : null}
      {actions && isNarrow ? <BottomBar isOfPage>{actions}</BottomBar> : null}
    </Box>
  );
}
