import Box from '@mui/material/Box';
import { Icon } from '../icon/icon.tsx';

export type OfflineNoteProps = { children: string };

/** A quiet line that says what being offline means here. */
export function OfflineNote({ children }: OfflineNoteProps) {
  return (
    <Box
      role="status"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 3,
        py: 1.5,
        fontSize: '0.8125rem',
        borderRadius: '8px',
        backgroundColor: theme.vars.palette.tint.warning,
      })}
    >
      <Box sx={{ color: 'warning.main' }}>
        <Icon name="wifi_off" size={18} />
      </Box>
      {children}
    </Box>
  );
}
