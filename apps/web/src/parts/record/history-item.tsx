import type { HistoryEntry } from '@dmse/contract/common/history';
import Box from '@mui/material/Box';
import { Icon } from '../icon/icon.tsx';
import { DateText } from '../text/date-text.tsx';

export type HistoryItemProps = { entry: HistoryEntry };

/** One thing that happened: the sentence, who and when under it, then every field that changed. */
export function HistoryItem({ entry }: HistoryItemProps) {
  return (
    <Box component="li" sx={{ py: 2.5, borderBottom: 1, borderColor: 'divider', '&:last-child': { borderBottom: 0 } }}>
      <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{entry.sentence}</Box>
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {entry.by?.full_name ?? 'The system'} · <DateText value={entry.at} as="relative" />
      </Box>
      {entry.changes.length > 0 ? (
        <Box
          component="dl"
          sx={{
            m: 0,
            mt: 1.5,
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '160px 1fr' },
            columnGap: 3,
            rowGap: 1,
            fontSize: '0.8125rem',
          }}
        >
          {entry.changes.map((change) => (
            <Box key={change.field} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {change.label}
              </Box>
              <Box
                component="dd"
                sx={{ m: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, overflowWrap: 'anywhere' }}
              >
                <Side text={change.from} />
                <Icon name="arrow_forward" size={14} label="to" />
                <Side text={change.to} />
              </Box>
            </Box>
          ))}
        </Box>
      ) : null}
    </Box>
  );
}

function Side({ text }: { text: string | null }) {
  return (
    <Box component="span" sx={{ minWidth: 0, whiteSpace: 'pre-line', color: text ? 'text.primary' : 'text.secondary' }}>
      {text || 'Empty'}
    </Box>
  );
}
