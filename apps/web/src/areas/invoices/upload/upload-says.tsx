import type { Upload } from '@dmse/contract/accounting/upload';
import Box from '@mui/material/Box';
import { useNow } from '../../../parts/date/use-now.ts';
import { DateText } from '../../../parts/text/date-text.tsx';

/** What the accounting system said, what helps, and when it is tried again by itself. */
export function UploadSays({ upload: { says, remedy, next_on } }: { upload: Pick<Upload, 'says' | 'remedy' | 'next_on'> }) {
  const now = useNow();
  const isLater = next_on !== null && next_on > now;
  if (!says && !remedy && !isLater) return '–';
  return (
    <Box sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere', py: 1, lineHeight: 1.4 }}>
      {says}
      {remedy ? <Box sx={{ color: 'text.secondary' }}>{remedy}</Box> : null}
      {isLater ? (
        <Box sx={{ color: 'text.secondary' }}>
          Next attempt <DateText value={next_on} as="relative" />
        </Box>
      ) : null}
    </Box>
  );
}
