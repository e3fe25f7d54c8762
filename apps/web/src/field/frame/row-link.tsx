import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import type { IconName } from '../../parts/icon/icon-paths.ts';

export type RowLinkProps = {
  icon?: IconName;
  title: ReactNode;
  subtitle?: ReactNode;
  end?: ReactNode;
  /** Where it leads, or what it does. */
  to?: object;
  onClick?: () => void;
};

/** A line as wide as the screen that leads somewhere. */
export function RowLink({ icon, title, subtitle, end, to, onClick }: RowLinkProps) {
  return (
    <ButtonBase
      {...(to ? { component: Link, ...(to as object) } : { onClick })}
      sx={{
        width: '100%',
        minHeight: 56,
        px: 3,
        py: 2,
        gap: 3,
        justifyContent: 'flex-start',
        textAlign: 'left',
        borderRadius: '10px',
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        fontSize: '1rem',
        color: 'text.primary',
      }}
    >
      {icon ? <Icon name={icon} size={24} /> : null}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Box>
        {subtitle ? <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>{subtitle}</Box> : null}
      </Box>
      {end}
      {to ? <Icon name="chevron_right" size={24} /> : null}
    </ButtonBase>
  );
}
