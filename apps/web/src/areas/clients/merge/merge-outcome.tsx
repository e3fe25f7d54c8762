import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment, useId } from 'react';

export type MergeOutcomeProps = {
  filled: readonly { field: string; label: string; words: string }[];
  moved: readonly { what: string; count: number }[];
};

/** What a merge will do that nobody was asked about, before it does it. */
export function MergeOutcome({ filled, moved }: MergeOutcomeProps) {
  const headId = useId();
  const things = moved.map(({ what, count }) => `${count} ${what}`).join('; ');
  return (
    <Box>
      {filled.length > 0 ? (
        <>
          <Typography id={headId} sx={{ fontWeight: 500 }}>
            Will be filled in
          </Typography>
          <Box
            component="dl"
            aria-labelledby={headId}
            sx={{ mt: 1, mb: 3, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '160px 1fr' }, columnGap: 3, rowGap: 1 }}
          >
            {filled.map(({ field, label, words }) => (
              <Fragment key={field}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {label}
                </Box>
                <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                  {words}
                </Box>
              </Fragment>
            ))}
          </Box>
        </>
      ) : null}
      <Typography sx={{ color: 'text.secondary' }}>
        {things ? `What moves to the one that stays: ${things}. ` : 'Nothing else refers to the others. '}
        The others remain only as links that lead to it; their history is kept with its own. A merge cannot be undone.
      </Typography>
    </Box>
  );
}
