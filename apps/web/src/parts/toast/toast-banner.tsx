import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-paths.ts';
import { dismissToast, type QueuedToast, type ToastColour } from './toast-store.ts';

/** Runs `done` once after so many milliseconds of not being paused; what had run before a pause still counts. */
function usePausableTimer(milliseconds: number, isPaused: boolean, done: () => void): void {
  const left = useRef(milliseconds);
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    if (isPaused) return;
    const started = performance.now();
    const timer = setTimeout(() => latest.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [isPaused]);
}

const ICONS: Record<ToastColour, IconName> = {
  neutral: 'info',
  success: 'check_circle',
  info: 'info',
  warning: 'warning',
  error: 'error',
};

export type ToastBannerProps = { toast: QueuedToast };

/** One toast. It waits while it is pointed at or focused, so that nobody loses the race for its button. */
export function ToastBanner({ toast }: ToastBannerProps) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const dismiss = () => dismissToast(toast.id);
  usePausableTimer(toast.milliseconds, isHovered || isFocused, dismiss);
  const isNeutral = toast.colour === 'neutral';

  return (
    <Paper
      elevation={8}
      data-colour={toast.colour}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => event.key === 'Escape' && dismiss()}
      sx={(theme) => ({
        pointerEvents: 'auto',
        mt: 2,
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minWidth: 280,
        maxWidth: 560,
        py: 1.5,
        pl: 4,
        pr: 1.5,
        borderRadius: '10px',
        border: '1px solid',
        borderColor: isNeutral ? 'divider' : `${toast.colour}.main`,
        backgroundColor: isNeutral ? 'background.paper' : theme.vars.palette.tint[toast.colour as Exclude<ToastColour, 'neutral'>],
      })}
    >
      <Box sx={{ color: isNeutral ? 'text.secondary' : `${toast.colour}.main` }}>
        <Icon name={toast.icon ?? ICONS[toast.colour]} />
      </Box>
      <Box sx={{ flex: 1, py: 1, minWidth: 0 }}>
        <Typography variant="body1" sx={{ fontWeight: 500, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {toast.text}
        </Typography>
        {toast.subtitle ? (
          <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {toast.subtitle}
          </Typography>
        ) : null}
      </Box>
      {toast.action ? (
        <Button
          size="small"
          onClick={() => {
            toast.action?.run();
            dismiss();
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <IconButton size="small" aria-label="Dismiss" onClick={dismiss}>
        <Icon name="close" size={18} />
      </IconButton>
    </Paper>
  );
}
