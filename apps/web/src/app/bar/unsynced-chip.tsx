import Chip from '@mui/material/Chip';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icon/icon.tsx';
import { useUnsynced } from '../../session/use-unsynced.ts';
import { useTightBar } from './use-tight-bar.ts';

/** On every page while this device holds what the server has not got; leads to where it can be sent. */
export function UnsyncedChip() {
  const isTight = useTightBar();
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
      label={isTight ? unsynced : words}
      aria-label={words}
      title={isTight ? words : undefined}
      sx={{ flexShrink: 0 }}
    />
  );
}
