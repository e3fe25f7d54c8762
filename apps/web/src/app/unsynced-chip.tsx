import Chip from '@mui/material/Chip';
import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/icon.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import { useUnsynced } from '../session/use-unsynced.ts';

/** On every page while this device holds what the server has not got; leads to where it can be sent. */
export function UnsyncedChip() {
  const isNarrow = useNarrow();
  const counted = useUnsynced();
  if (!counted || counted.unsynced === 0) return null;
  const { unsynced, failed } = counted;
  const words = `${unsynced} unsynced${failed > 0 ? `, ${failed} refused` : ''}`;
  return (
    <Chip
      size="small"
      clickable
      component={Link}
      to="/"
      hash="unsynced"
      color={failed > 0 ? 'error' : 'warning'}
      icon={<Icon name={failed > 0 ? 'sync_problem' : 'sync'} size={16} />}
      label={isNarrow ? unsynced : words}
      aria-label={words}
    />
  );
}
