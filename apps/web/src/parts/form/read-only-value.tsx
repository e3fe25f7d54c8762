import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export type ReadOnlyValueProps = { label: string; children?: ReactNode; isWide?: boolean | undefined };

/** A field nobody may change here: its name and what it holds, without the looks of an input. */
export function ReadOnlyValue({ label, children, isWide }: ReadOnlyValueProps) {
  const isEmpty = children === undefined || children === null || children === '';
  return (
    <Box sx={isWide ? { gridColumn: '1 / -1' } : {}}>
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{label}</Box>
      <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', minHeight: 21, color: isEmpty ? 'text.secondary' : 'text.primary' }}>
        {isEmpty ? '–' : children}
      </Box>
    </Box>
  );
}
