import { headingOf } from '@dmse/contract/common/field';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { z } from 'zod';

export type Fact = {
  label: string;
  /** Nothing (null, undefined, '') is shown as "Not set". */
  value: ReactNode;
  /** Takes a line of its own: a description. */
  isWide?: boolean;
};

/** A fact under the label of its field. */
export const factOf = (field: z.ZodType, value: ReactNode): Fact => ({ label: headingOf(field), value });

export type FactsPanelProps = {
  /** What the facts are about, for screen readers: "Details". */
  label: string;
  facts: readonly Fact[];
  /** Beside the facts, below them on a phone: a picture, a small map. */
  aside?: ReactNode;
  /** At the top right: Edit. */
  action?: ReactNode;
};

/** What somebody opening a record wants to know, read at a glance. The form that changes it is elsewhere. */
export function FactsPanel({ label, facts, aside, action }: FactsPanelProps) {
  return (
    <Paper component="section" variant="outlined" aria-label={label} sx={{ p: { xs: 4, sm: 5 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, mb: 3, minHeight: 36 }}>
        <Typography variant="h2">{label}</Typography>
        {action}
      </Box>
      <Box sx={{ display: 'flex', gap: 5, flexDirection: { xs: 'column', md: 'row' }, alignItems: { md: 'flex-start' } }}>
        <Box
          component="dl"
          sx={{
            flex: 1,
            minWidth: 0,
            m: 0,
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(190px, 1fr))' },
          }}
        >
          {facts.map(({ label: name, value, isWide }) => (
            <Box key={name} sx={{ minWidth: 0, overflowWrap: 'anywhere', ...(isWide ? { gridColumn: '1 / -1' } : {}) }}>
              <Typography variant="caption" component="dt" sx={{ color: 'text.secondary' }}>
                {name}
              </Typography>
              <Box component="dd" sx={{ m: 0, whiteSpace: isWide ? 'pre-line' : 'normal' }}>
                {value === null || value === undefined || value === '' ? (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    Not set
                  </Box>
                ) : (
                  value
                )}
              </Box>
            </Box>
          ))}
        </Box>
        {aside ? <Box sx={{ flex: 'none', width: { xs: '100%', md: 260 } }}>{aside}</Box> : null}
      </Box>
    </Paper>
  );
}
