import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export type SelectionBarProps = { count: number; onClear: () => void; children: ReactNode };

/** Says how many rows are selected, also on pages not in sight, and what can be done with them. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  return (
    <Stack
      direction="row"
      role="region"
      aria-label="Selection"
      sx={(theme) => ({
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 2,
        px: 3,
        py: 1.5,
        borderRadius: '10px',
        backgroundColor: theme.vars.palette.tint.primary,
      })}
    >
      <Typography role="status" sx={{ fontWeight: 500, mr: 2 }}>
        {count} selected
      </Typography>
      {children}
      <Button size="small" onClick={onClear} sx={{ ml: 'auto' }}>
        Clear selection
      </Button>
    </Stack>
  );
}
