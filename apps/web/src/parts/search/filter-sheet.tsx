import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

export type FilterSheetProps = { open: boolean; onClose: () => void; children: ReactNode };

/** The filters of a list on a phone: a sheet from below, closed when done. The list behind follows at once. */
export function FilterSheet({ open, onClose, children }: FilterSheetProps) {
  const titleId = useId();
  return (
    <Drawer
      anchor="bottom"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { borderRadius: '12px 12px 0 0' } } }}
    >
      <Stack sx={{ gap: 4, p: 4, '& > .MuiTextField-root': { flex: 'none' } }}>
        <Typography id={titleId} variant="h2">
          Filter and sort
        </Typography>
        {children}
        <Button variant="contained" size="large" onClick={onClose}>
          Show results
        </Button>
      </Stack>
    </Drawer>
  );
}
