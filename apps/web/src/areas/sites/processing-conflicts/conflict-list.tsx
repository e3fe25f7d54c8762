import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useEffect, useRef } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { SEVERITIES, titleOfKind } from './conflict-kinds.ts';

export type ConflictListProps = { conflicts: readonly ProcessingConflict[]; current: string | null; onOpen: (key: string) => void };

const ICONS = { B: 'error', W: 'warning', I: 'info' } as const;

/** The conflicts in their order, worst first; the one in hand is marked and in sight. */
export function ConflictList({ conflicts, current, onOpen }: ConflictListProps) {
  const marked = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one in hand is what it waits for
  useEffect(() => {
    marked.current?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);
  return (
    <Paper
      variant="outlined"
      component="ul"
      aria-label="Conflicts"
      sx={{ m: 0, p: 0, listStyle: 'none', overflowY: 'auto', maxHeight: { xs: 240, md: 'calc(100vh - 220px)' } }}
    >
      {conflicts.map(({ key, id, severity, sentence }) => (
        <Box component="li" key={key} sx={{ borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
          <Box
            component="button"
            type="button"
            ref={key === current ? marked : undefined}
            aria-current={key === current}
            onClick={() => onOpen(key)}
            sx={{
              width: '100%',
              display: 'flex',
              gap: 2,
              px: 3,
              py: 1.5,
              border: 0,
              font: 'inherit',
              textAlign: 'left',
              color: 'text.primary',
              cursor: 'pointer',
              bgcolor: key === current ? 'tint.primary' : 'transparent',
              '&:hover': { bgcolor: key === current ? 'tint.primary' : 'tint.muted' },
            }}
          >
            <Box sx={{ color: `${SEVERITIES[severity].tone}.main`, pt: 0.5 }}>
              <Icon name={ICONS[severity]} size={16} />
            </Box>
            <Box sx={{ minWidth: 0 }}>
              <Box sx={{ fontWeight: 500 }}>{titleOfKind(id)}</Box>
              <Box
                sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
              >
                {sentence}
              </Box>
            </Box>
          </Box>
        </Box>
      ))}
    </Paper>
  );
}
