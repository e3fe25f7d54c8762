import type { LightItem } from '@dmse/sync/item';
import { dismissConflict } from '@dmse/sync/local/edit';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Icon } from '../../parts/icon/icon.tsx';
import type { IconName } from '../../parts/icon/icon-paths.ts';
import { TextLink } from '../../parts/links.tsx';
import { syncNow, useFieldSession } from '../device/use-field.tsx';
import type { SyncItem } from './read-sync-items.ts';
import type { ItemState } from './sync-counts.ts';
import { STATE_WORDS } from './sync-text.ts';

const LOOKS: Readonly<Record<ItemState, { icon: IconName; tone: string }>> = {
  error: { icon: 'sync_problem', tone: 'error.main' },
  sent: { icon: 'sync', tone: 'info.main' },
  local: { icon: 'mobile', tone: 'warning.main' },
  confirmed: { icon: 'check_circle', tone: 'success.main' },
};

function pathOf({ kind, id, field_run }: LightItem): string {
  const run = `/fieldrun/field/${field_run}`;
  return kind === 'run' ? run : `${run}/${kind}/${id}`;
}

function sayValue(value: unknown): string {
  if (value === null || value === '') return 'empty';
  return typeof value === 'object' ? JSON.stringify(value) : `“${String(value)}”`;
}

export type SyncItemRowProps = { entry: SyncItem; onOpen: () => void };

/** One record: where it is on its way, what is wrong with it, and how to go on. */
export function SyncItemRow({ entry: { item, name, state, error, isAside }, onOpen }: SyncItemRowProps) {
  const session = useFieldSession();
  const look = LOOKS[state];
  return (
    <Box component="li" sx={{ display: 'flex', gap: 3, py: 2, borderTop: 1, borderColor: 'divider', alignItems: 'flex-start' }}>
      <Box sx={{ color: look.tone, pt: '2px' }}>
        <Icon name={look.icon} size={22} label={STATE_WORDS[state]} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextLink to={pathOf(item)} onClick={onOpen} sx={{ display: 'inline-block', py: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </TextLink>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {STATE_WORDS[state]}
          {item.is_deleted === 1 ? ' · deleted' : ''}
          {isAside ? ` · put aside from ${item._run_name ?? 'its run'}` : ''}
        </Typography>
        {error ? <Typography variant="body2">{error}</Typography> : null}
        {item._conflict.map((conflict) => (
          <Typography key={`${conflict.field}${conflict.version}`} variant="body2">
            Two values for {conflict.field.replaceAll('_', ' ')}: {sayValue(conflict.kept)} stands, {sayValue(conflict.other)} was also
            written.
          </Typography>
        ))}
        {item._conflict.length > 0 ? (
          <Button size="small" sx={{ minHeight: 48 }} onClick={() => void dismissConflict(session, item.kind, item.id)}>
            I have seen both
          </Button>
        ) : null}
      </Box>
      {error ? (
        <Button variant="outlined" sx={{ minHeight: 48, flexShrink: 0 }} onClick={() => void syncNow(item.field_run)}>
          Try again
        </Button>
      ) : null}
    </Box>
  );
}
