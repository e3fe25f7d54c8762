import type { FileSummary } from '@dmse/survey/run/file-summary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { sayBytes } from '../../../parts/file/file-rules.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { IconName } from '../../../parts/icon/icon-paths.ts';

type Remark = { tone: 'error' | 'warning' | 'info'; sentence: string };
const ICONS: Record<Remark['tone'], IconName> = { error: 'error', warning: 'warning', info: 'info' };
const TONES = { stop: 'error', ask: 'warning', warning: 'warning', notice: 'info' } as const;

export type FileCardProps = {
  name: string;
  bytes: number;
  summary: Pick<FileSummary, 'words' | 'facts' | 'problems'> | null;
  /** What this place has to say of the file beyond what is in it. */
  remarks?: readonly Remark[];
  /** What can be done with it. */
  children?: ReactNode;
};

/** A file of a run: what it is, what is in it, and what is wrong with it. */
export function FileCard({ name, bytes, summary, remarks = [], children }: FileCardProps) {
  const said: Remark[] = [...remarks, ...(summary?.problems ?? []).map(({ severity, sentence }) => ({ tone: TONES[severity], sentence }))];
  return (
    <Box component="li" aria-label={name} sx={{ py: 3, borderTop: 1, borderColor: 'divider', minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', columnGap: 2, rowGap: 3, flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 500 }}>{name}</Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {[summary?.words.replace(/^(an?|the) /, '').replace(/^./, (letter) => letter.toUpperCase()), sayBytes(bytes)]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Box>
        {children}
      </Box>
      {summary && summary.facts.length > 0 ? (
        <Box
          component="dl"
          sx={{
            m: 0,
            mt: 2,
            display: 'grid',
            gridTemplateColumns: 'auto minmax(0, 1fr)',
            columnGap: 3,
            rowGap: 0.5,
            fontSize: '0.8125rem',
            overflowWrap: 'anywhere',
          }}
        >
          {summary.facts.map(({ label, value }) => (
            <Box key={`${label}:${value}`} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {label}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {value}
              </Box>
            </Box>
          ))}
        </Box>
      ) : null}
      {said.map(({ tone, sentence }) => (
        <Box key={sentence} sx={{ display: 'flex', gap: 2, mt: 2, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
          <Box sx={{ color: `${tone}.main`, flex: 'none' }}>
            <Icon name={ICONS[tone]} size={18} />
          </Box>
          <span>{sentence}</span>
        </Box>
      ))}
    </Box>
  );
}
