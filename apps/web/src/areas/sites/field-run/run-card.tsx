import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { LINE_WITH_ROOM } from '../../../parts/text/one-line.tsx';
import { sayRunName } from './run-state.ts';
import { fieldPath } from './use-start-run.ts';

export type CardRun = {
  id: string;
  name: string | null;
  job_num: string;
  short_description?: string | null;
  has_risk_assessment: boolean;
  /** When it came to this device or was last worked on here; null where it is not stored. */
  stored_on: string | null;
  /** What this device has and the server has not confirmed; null where that is not asked. */
  unsynced: number | null;
  /** What of a stored run is not on this device, in words; null when it is here whole. */
  lacks?: string | null;
};

export type RunCardProps = {
  run: CardRun;
  /** A button at the end; without one the whole card leads into the field app. */
  action?: ReactNode;
};

/** A run as a crew picks it up: its name and job, what is not synced yet, and amber until the dangers of the day are written down. */
export function RunCard({ run, action }: RunCardProps) {
  // Before a run is taken nobody can have looked at its dangers.
  const isAmber = !run.has_risk_assessment && run.stored_on !== null;
  const facts = [run.job_num, run.lacks, isAmber ? 'No risk assessment yet' : run.short_description].filter(Boolean).join(' · ');
  const content = (
    <>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ ...LINE_WITH_ROOM, fontWeight: 500 }}>{sayRunName(run.name)}</Typography>
        <Typography variant="body2" sx={{ ...LINE_WITH_ROOM, color: isAmber ? 'warning.main' : 'text.secondary' }}>
          {facts}
          {run.stored_on ? (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {facts ? ' · ' : ''}used <DateText value={run.stored_on} as="relative" />
            </Box>
          ) : null}
        </Typography>
      </Box>
      {run.unsynced === null ? null : run.unsynced > 0 ? (
        <Chip size="small" color="warning" label={`${run.unsynced} not synced`} />
      ) : run.lacks ? (
        <Chip size="small" color="warning" label="Not loaded yet" />
      ) : (
        <Chip size="small" color="success" label="Synced" />
      )}
      {action ?? <Icon name="chevron_right" />}
    </>
  );
  const look = {
    display: 'flex',
    alignItems: 'center',
    gap: 3,
    minHeight: 56,
    px: 3,
    py: 2,
    border: 1,
    borderColor: isAmber ? 'warning.main' : 'divider',
    borderRadius: '10px',
    bgcolor: isAmber ? 'tint.warning' : 'background.paper',
    color: 'text.primary',
    textDecoration: 'none',
  } as const;
  return action ? (
    <Stack component="li" direction="row" sx={look}>
      {content}
    </Stack>
  ) : (
    <Box component="li" sx={{ listStyle: 'none' }}>
      <Box component={Link} {...({ to: fieldPath(run.id) } as object)} sx={{ ...look, '&:hover': { borderColor: 'primary.main' } }}>
        {content}
      </Box>
    </Box>
  );
}
