import Chip from '@mui/material/Chip';
import CircularProgress from '@mui/material/CircularProgress';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { type StateChange, useStateChange } from './use-state-change.ts';

export type StateTone = 'success' | 'info' | 'warning' | 'error' | 'primary' | 'muted';

export type StateChoice = {
  state: string;
  tone: StateTone;
  /** Why it would be refused, in a sentence; null or left out when it would not. */
  whyNot?: string | null;
  /** Refused because something has to be done first: choosing it opens the checklist. */
  isBlocked?: boolean;
};

/** Without `onChoose` it may not be changed here: the chip is then only a chip. */
export type StateChipProps = StateChange & {
  /** The state the record is in. */
  state: string;
  /** Every state of the machine in its order, as it stands for this record and this person. */
  choices: readonly StateChoice[];
  /** What the state belongs to, for screen readers: "State of 25-014". */
  label?: string;
};

/** A record's state by colour. Where it may be changed, a menu of every state; those that would be refused say why. */
export function StateChip({ state, choices, onChoose, failedText, checklist, label = 'State' }: StateChipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { change, isBusy, dialog } = useStateChange({ onChoose, failedText, checklist });
  const tone = choices.find((choice) => choice.state === state)?.tone ?? 'muted';
  const color = tone === 'muted' ? 'default' : tone;
  if (!onChoose) return <Chip size="small" color={color} label={state} />;

  return (
    <>
      <Chip
        size="small"
        color={color}
        clickable
        disabled={isBusy}
        label={
          <Stack component="span" direction="row" sx={{ alignItems: 'center', mr: -1 }}>
            {state}
            {isBusy ? <CircularProgress size={12} color="inherit" sx={{ mx: 0.5 }} /> : <Icon name="arrow_drop_down" size={18} />}
          </Stack>
        }
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-label={`${label}: ${state}. Change`}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
      />
      {/* Made when it is opened: a list has as many chips as rows. */}
      {anchor ? (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': label } }}>
          {choices.map((choice) => {
            const isRefused = Boolean(choice.whyNot) && !(choice.isBlocked && checklist);
            return (
              <MenuItem
                key={choice.state}
                selected={choice.state === state}
                // Not `disabled`: the reason must be reachable by keyboard and readable at full strength.
                aria-disabled={isRefused}
                onClick={() => {
                  if (isRefused) return;
                  setAnchor(null);
                  if (choice.state !== state) void change(choice.state, choice.isBlocked);
                }}
                sx={isRefused ? { cursor: 'default' } : {}}
              >
                <ListItemText
                  primary={
                    <Chip size="small" color={choice.tone === 'muted' ? 'default' : choice.tone} label={choice.state} component="span" />
                  }
                  secondary={choice.whyNot}
                  slotProps={{ secondary: { variant: 'caption' } }}
                  sx={{ maxWidth: 320, '& .MuiListItemText-secondary': { whiteSpace: 'normal' } }}
                />
                {isRefused || choice.isBlocked ? (
                  <ListItemIcon sx={{ ml: 3, justifyContent: 'flex-end' }}>
                    <Icon name={choice.isBlocked ? 'assignment' : 'lock'} size={18} />
                  </ListItemIcon>
                ) : null}
              </MenuItem>
            );
          })}
        </Menu>
      ) : null}
      {dialog}
    </>
  );
}
