import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import { useStore } from '../../session/store.ts';
import { fieldNote, hush } from './field-note.ts';

const STAYS = 8000;
const ICONS = { success: 'check_circle', warning: 'warning', error: 'error' } as const;

/** Says what has happened. A success goes by itself; an error stays until the next word. */
export function FieldNoteStrip() {
  const note = useStore(fieldNote);
  useEffect(() => {
    if (!note || note.tone === 'error') return;
    const timer = setTimeout(hush, STAYS);
    return () => clearTimeout(timer);
  }, [note]);
  return (
    <Box role={note?.tone === 'error' ? 'alert' : 'status'} data-testid="field-note">
      {note ? (
        <Box
          key={note.id}
          sx={(theme) => ({
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            px: 3,
            py: 1,
            minHeight: 48,
            backgroundColor: theme.vars.palette.tint[note.tone],
            borderBottom: 2,
            borderColor: `${note.tone}.main`,
            fontWeight: 600,
          })}
        >
          <Box sx={{ color: `${note.tone}.main` }}>
            <Icon name={ICONS[note.tone]} size={24} />
          </Box>
          <Box sx={{ flex: 1, minWidth: 0 }}>{note.text}</Box>
          {note.action ? (
            <Button
              variant="outlined"
              color="inherit"
              onClick={() => {
                note.action?.run();
                hush();
              }}
            >
              {note.action.label}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}
