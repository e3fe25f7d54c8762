import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { BOTTOM_BAR_HEIGHT, useBottomSpace, usePageHasBar } from '../page/bottom-bar.tsx';

export type SaveBarProps = {
  /** "Save", or for a new record the verb and its noun. */
  saveLabel: string;
  discardLabel: string;
  message: string;
  isSaving: boolean;
  onDiscard: () => void;
  /** Another way to save. */
  also?: { label: string; onPress: () => void };
};

/** Stands at the bottom of the window while something is not saved. */
export function SaveBar({ saveLabel, discardLabel, message, isSaving, onDiscard, also }: SaveBarProps) {
  useBottomSpace(true);
  // On a phone the actions of the page stand at the very bottom; both are to be reached.
  const bottom = usePageHasBar() ? BOTTOM_BAR_HEIGHT + 12 : 12;
  return (
    <Paper
      role="region"
      aria-label="Save changes"
      elevation={6}
      sx={{
        position: 'sticky',
        bottom,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 4,
        py: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
      }}
    >
      <Typography role="status" sx={{ flex: 1, minWidth: 0, fontWeight: 500 }}>
        {message}
      </Typography>
      <Button onClick={onDiscard} disabled={isSaving}>
        {discardLabel}
      </Button>
      {also ? (
        <Button variant="outlined" disabled={isSaving} onClick={also.onPress}>
          {also.label}
        </Button>
      ) : null}
      <Button type="submit" variant="contained" loading={isSaving} title="Ctrl+S or ⌘S">
        {saveLabel}
      </Button>
    </Paper>
  );
}
