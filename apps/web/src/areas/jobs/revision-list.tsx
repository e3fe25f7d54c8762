import { listQuoteRevisions } from '@dmse/contract/jobs/quote';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../parts/icon.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { MoneyText } from '../../parts/text/money-text.tsx';

/** What was sent to the client each time the quote was submitted: frozen, and there to be fetched for ever. */
export function RevisionList({ quote }: { quote: number }) {
  const revisions = useCall(listQuoteRevisions, { id: quote, page_size: 100 });
  const list = revisions.data?.results ?? [];
  if (list.length === 0) return null;
  return (
    <Paper component="section" variant="outlined" aria-label="Revisions" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Revisions
      </Typography>
      <Stack component="ul" sx={{ gap: 2, m: 0, p: 0, listStyle: 'none' }}>
        {list.map(({ id, number, created_on, created_by, total, pdf_url }) => (
          <Stack component="li" key={id} direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
            <Icon name="picture_as_pdf" size={20} />
            {pdf_url ? (
              <Link href={pdf_url} target="_blank" rel="noopener">
                Revision {number}
              </Link>
            ) : (
              <span>Revision {number}</span>
            )}
            <DateText value={created_on} as="prose" />
            <span>{created_by?.full_name}</span>
            {total === undefined ? null : <MoneyText cents={total} />}
          </Stack>
        ))}
      </Stack>
    </Paper>
  );
}
