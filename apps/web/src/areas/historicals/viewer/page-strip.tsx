import type { ScanPage } from '@dmse/contract/historicals/scan';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

export type PageStripProps = { pages: readonly ScanPage[]; current: number; onPage: (page: number) => void };

const PAGE = {
  flex: 'none',
  display: 'grid',
  gap: 1,
  justifyItems: 'center',
  width: 92,
  p: 1,
  border: '2px solid transparent',
  borderRadius: '8px',
  font: 'inherit',
  fontSize: '0.75rem',
  color: 'text.secondary',
  bgcolor: 'transparent',
  cursor: 'pointer',
  '& img, & i': { width: 72, height: 72, objectFit: 'contain', backgroundColor: '#fff', border: '1px solid', borderColor: 'divider' },
  '&[aria-current]': { borderColor: 'primary.main', color: 'text.primary', fontWeight: 600 },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
} as const;

/** Every page small; on a phone they lie below the page. */
export function PageStrip({ pages, current, onPage }: PageStripProps) {
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is looked at is brought into sight
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <Box
      ref={strip}
      component="nav"
      aria-label="Pages"
      sx={{
        flex: 'none',
        display: 'flex',
        flexDirection: { xs: 'row', sm: 'column' },
        gap: 1,
        p: 1,
        overflow: 'auto',
        order: { xs: 1, sm: 0 },
        borderRight: { sm: 1 },
        borderTop: { xs: 1, sm: 0 },
        borderColor: { xs: 'divider', sm: 'divider' },
        bgcolor: 'background.paper',
      }}
    >
      {pages.map(({ page, thumbnail_url }) => (
        <Box
          key={page}
          component="button"
          type="button"
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onPage(page)}
          sx={PAGE}
        >
          {thumbnail_url ? <img src={thumbnail_url} alt="" loading="lazy" /> : <i />}
          {page}
        </Box>
      ))}
    </Box>
  );
}
