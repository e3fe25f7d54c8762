import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

export type MapReadoutProps = { title: string; children: ReactNode; actions: readonly { label: string; onClick: () => void }[] };

/** A line of figures over the map, with what can be done about it. */
export function MapReadout({ title, children, actions }: MapReadoutProps) {
  return (
    <Box
      role="status"
      sx={{
        position: 'absolute',
        top: 8,
        left: 8,
        right: 72,
        maxWidth: 420,
        p: 2,
        pl: 3,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'inputLine',
        borderRadius: '10px',
        zIndex: 2,
      }}
    >
      <Box sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>{title}</Box>
      <Box sx={{ fontSize: '1rem', fontVariantNumeric: 'tabular-nums' }}>{children}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 1 }}>
        {actions.map(({ label, onClick }) => (
          <Button key={label} variant="outlined" color="inherit" onClick={onClick} sx={{ minHeight: 48 }}>
            {label}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
