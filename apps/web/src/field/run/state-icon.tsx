import Box from '@mui/material/Box';
import { Icon } from '../../parts/icon/icon.tsx';
import type { IconName } from '../../parts/icon/icon-paths.ts';
import type { ItemState } from '../sync/sync-counts.ts';
import { sayState } from './state-text.ts';

const LOOKS: Readonly<Record<ItemState, { icon: IconName; tone: string; word: string }>> = {
  local: { icon: 'mobile', tone: 'warning.main', word: 'here' },
  sent: { icon: 'upload', tone: 'warning.main', word: 'sent' },
  error: { icon: 'error', tone: 'error.main', word: 'refused' },
  confirmed: { icon: 'cloud_done', tone: 'success.main', word: 'server' },
};

export type StateIconProps = { state: ItemState };

/** Where a record is, as a sign and a word. */
export function StateIcon({ state }: StateIconProps) {
  const { icon, tone, word } = LOOKS[state];
  return (
    <Box title={sayState(state, null)} sx={{ display: 'grid', justifyItems: 'center', color: tone, fontSize: '0.75rem', minWidth: 48 }}>
      <Icon name={icon} size={20} />
      {word}
    </Box>
  );
}
