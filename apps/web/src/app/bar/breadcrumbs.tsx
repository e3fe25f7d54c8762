import Box from '@mui/material/Box';
import { Icon } from '../../parts/icon/icon.tsx';
import { TextLink } from '../../parts/links.tsx';
import { useNarrow } from '../../parts/page/use-narrow.ts';
import { useCurrentRow } from '../routes/current-row.ts';

/** The way here, from route titles. A phone shows only the way back. */
export function Breadcrumbs() {
  const { row, trail } = useCurrentRow();
  const isNarrow = useNarrow();
  if (!row || !trail || trail.length === 0) return null;
  const shown = isNarrow ? trail.slice(-1) : trail;
  // A report stands under the list of reports, and both are called Reports: once is enough.
  const hasOwn = !isNarrow && trail.at(-1)!.title !== row.title;
  return (
    <Box component="nav" aria-label="Breadcrumbs" sx={{ fontSize: '0.8125rem', color: 'text.secondary', mb: 2 }}>
      <Box component="ol" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((crumb, at) => (
          <Box component="li" key={crumb.path} sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: { xs: 32, sm: 24 } }}>
            {isNarrow ? <Icon name="chevron_left" size={18} /> : null}
            <TextLink to={crumb.path} search={crumb.search ?? {}} color="inherit">
              {crumb.title}
            </TextLink>
            {hasOwn || at < shown.length - 1 ? <Icon name="chevron_right" size={16} /> : null}
          </Box>
        ))}
        {hasOwn ? (
          <Box component="li" aria-current="page" sx={{ color: 'text.primary' }}>
            {row.title}
          </Box>
        ) : null}
      </Box>
    </Box>
  );
}
