import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Dialog } from '../parts/dialog/dialog.tsx';
import { useSelf } from '../session/self.ts';
import { shortcutsOpen } from './shell-state.ts';
import { SHORTCUTS } from './shortcuts.ts';

/** What the keyboard can do. */
export function ShortcutList() {
  const { single_key_shortcuts } = useSelf().preferences;
  const close = () => shortcutsOpen.set(false);
  return (
    <Dialog open title="Keyboard shortcuts" onClose={close} actions={<Button onClick={close}>Close</Button>}>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 2, columnGap: 6, m: 0 }}>
        {SHORTCUTS.filter((shortcut) => single_key_shortcuts || !shortcut.single).map((shortcut) => (
          <Box key={shortcut.keys} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ fontWeight: 600 }}>
              {shortcut.keys}
            </Box>
            <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
              {shortcut.does}
            </Box>
          </Box>
        ))}
      </Box>
      {single_key_shortcuts ? null : (
        <Typography variant="caption" sx={{ display: 'block', mt: 3, color: 'text.secondary' }}>
          Single keys are switched off in Preferences.
        </Typography>
      )}
    </Dialog>
  );
}
