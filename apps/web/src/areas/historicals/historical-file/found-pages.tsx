import type { HistoricalRow } from '@dmse/contract/historicals/historical-file';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';
import type { Mark } from '../../../parts/search/search-column.ts';
import { viewerLink } from '../viewer/viewer-address.ts';

export type FoundPagesProps = { row: Pick<HistoricalRow, 'id' | 'found'>; query: string; mark: Mark };

/** Where the words of a search stand in the scans of a file; each opens the viewer there. */
export function FoundPages({ row, query, mark }: FoundPagesProps) {
  return row.found.map(({ scan, name, page, excerpt }) => (
    <Box key={`${scan}/${page}`} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }} title={excerpt}>
      <Link component={RouterLink} {...(viewerLink(row.id, { scan, page, find: query }) as object)}>
        Page {page} of {name}
      </Link>{' '}
      <span>{mark(excerpt)}</span>
    </Box>
  ));
}
