import type { Processing, ProcessingAttempt } from '@dmse/contract/sites/processing/run';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import { Icon } from '../../../parts/icon/icon.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';

export type Attempt = z.infer<typeof ProcessingAttempt>;

const STATES: Record<Attempt['state'], string> = { open: 'in work since', archived: 'put aside', finished: 'finished' };

export type AttemptMenuProps = { run: Processing };

/** Which attempt is shown; earlier ones can be opened to read. */
export function AttemptMenu({ run }: AttemptMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const navigate = useNavigate();
  if (run.attempts.length === 0) return null;
  const present = run.attempts.find(({ state }) => state !== 'archived');
  function open(attempt: Attempt): void {
    setAnchor(null);
    const search = attempt.id === present?.id ? {} : { attempt: String(attempt.id), step: 'review' };
    void navigate({ to: `/processing/${run.id}`, search });
  }
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        endIcon={<Icon name="arrow_drop_down" size={18} />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {run.attempt ? `Attempt ${run.attempt.number}` : 'Earlier attempts'}
      </Button>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': 'Attempts' } }}>
          {[...run.attempts]
            .sort((one, other) => other.number - one.number)
            .map((attempt) => (
              <MenuItem key={attempt.id} selected={attempt.id === run.attempt?.id} onClick={() => open(attempt)}>
                <ListItemText
                  primary={`Attempt ${attempt.number}`}
                  secondary={
                    <>
                      {STATES[attempt.state]} <DateText value={attempt.ended_on ?? attempt.started_on} />
                      {attempt.reason ? `: ${attempt.reason}` : ''}
                    </>
                  }
                />
              </MenuItem>
            ))}
        </Menu>
      ) : null}
    </>
  );
}
