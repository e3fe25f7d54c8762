import { listQuoteRevisions, type Quote, type QuoteRevision } from '@dmse/contract/jobs/quote';
import { isOut } from '@dmse/domain/states/quote';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { MailQuoteDialog } from './mail-quote-dialog.tsx';

export type RevisionListProps = { quote: Quote; renderMails: (mails: QuoteRevision['mails']) => ReactNode };

/** What was sent to the client each time the quote was submitted: frozen, there to be fetched for ever, and whom it was mailed to. */
export function RevisionList({ quote, renderMails }: RevisionListProps) {
  const revisions = useCall(listQuoteRevisions, { id: quote.id, page_size: 100 });
  const [isMailing, setMailing] = useState(false);
  const list = revisions.data?.results ?? [];
  if (list.length === 0) return null;
  const canMail = quote.can_edit && quote.is_editable && isOut(quote);
  return (
    <Paper component="section" variant="outlined" aria-label="Revisions" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, mb: 2 }}>
        <Typography variant="h2">Revisions</Typography>
        {canMail ? (
          <Button size="small" variant="outlined" startIcon={<Icon name="mail" size={18} />} onClick={() => setMailing(true)}>
            Mail to the client
          </Button>
        ) : null}
      </Box>
      <Stack component="ul" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
        {list.map(({ id, number, valid_until, created_on, created_by, total, pdf_url, mails }) => (
          <Box component="li" key={id}>
            <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
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
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                valid until <DateText value={valid_until} as="prose" />
              </Typography>
            </Stack>
            {mails.length > 0 ? <Box sx={{ pl: 8, pt: 1 }}>{renderMails(mails)}</Box> : null}
          </Box>
        ))}
      </Stack>
      {isMailing ? <MailQuoteDialog quote={quote} onClose={() => setMailing(false)} /> : null}
    </Paper>
  );
}
