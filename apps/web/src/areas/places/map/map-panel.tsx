import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';

export type MapPanelProps = {
  title: string;
  /** Above the title, small: what it is. */
  kind?: ReactNode;
  chip?: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  /** Takes the focus when it opens, and again when another one takes its place. */
  focusKey?: string;
};

/** What is said about a place, over the map: in its lower corner on a desk, along the bottom on a phone. Escape closes it. */
export function MapPanel({ title, kind, chip, children, actions, onClose, focusKey }: MapPanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever came here with the keyboard goes back to where they were.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    if (focusKey) heading.current?.focus({ preventScroll: true });
  }, [focusKey]);
  return (
    <Paper
      component="section"
      role="region"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      sx={{
        position: 'absolute',
        zIndex: 3,
        left: { xs: 0, sm: 8 },
        right: { xs: 0, sm: 'auto' },
        bottom: { xs: 0, sm: 44 },
        width: { sm: 340 },
        maxHeight: { xs: '60%', sm: 'calc(100% - 60px)' },
        display: 'flex',
        flexDirection: 'column',
        border: 1,
        borderColor: 'divider',
        borderRadius: { xs: '12px 12px 0 0', sm: '10px' },
        boxShadow: 4,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, px: 4, pt: 3 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {kind ? (
            <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
              {kind}
            </Typography>
          ) : null}
          <Typography id={titleId} ref={heading} variant="h2" tabIndex={-1} sx={{ overflowWrap: 'anywhere', outline: 'none' }}>
            {title}
          </Typography>
          {chip ? <Box sx={{ mt: 1 }}>{chip}</Box> : null}
        </Box>
        <IconButton aria-label="Close" onClick={onClose} sx={{ mr: -2, mt: -1 }}>
          <Icon name="close" />
        </IconButton>
      </Box>
      <Box sx={{ overflow: 'auto', px: 4, py: 2 }}>{children}</Box>
      {actions ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, px: 4, py: 3, borderTop: 1, borderColor: 'divider' }}>{actions}</Box>
      ) : null}
    </Paper>
  );
}
