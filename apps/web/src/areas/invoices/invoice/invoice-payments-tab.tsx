import type { Invoice } from '@dmse/contract/invoices/invoice';
import { subtractCents, sumCents } from '@dmse/domain/money/cents';
import { isPosted } from '@dmse/domain/states/invoice';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { ClientStatement } from '../../clients/client/client-statement.tsx';
import { InvoiceCredits } from '../../payments/payment/invoice-credits.tsx';
import { InvoicePayments } from '../../payments/payment/invoice-payments.tsx';
import { SettlementFact } from './invoice-facts.tsx';

/** How the balance comes about: what the client was told, less what came in and what was given up. */
export function SettlementFigures({ invoice }: { invoice: Invoice }) {
  const { issued_total, allocated, written_off, credits, balance } = invoice;
  const credited = sumCents(credits.map(({ amount }) => amount));
  const rows = [
    ['Issued total', issued_total],
    ['Paid', -allocated],
    ...(credited === 0 ? [] : [['Credited', -credited] as const]),
    ['Written off', -subtractCents(written_off, credited)],
  ] satisfies (readonly [string, number])[];
  return (
    <Paper component="section" variant="outlined" aria-label="Settlement" sx={{ p: { xs: 4, sm: 5 }, maxWidth: 480 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 3, flexWrap: 'wrap' }}>
        <Typography variant="h2">Settlement</Typography>
        <SettlementFact {...invoice} />
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1.5 }}>
        {rows.map(([label, cents]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Box component="dt">{label}</Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
              {cents === 0 ? '–' : <MoneyText cents={cents} />}
            </Box>
          </Box>
        ))}
        <Box sx={{ display: 'contents', '& > *': { borderTop: 1, borderColor: 'divider', pt: 1.5, fontWeight: 600 } }}>
          <Box component="dt">Balance</Box>
          <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
            <MoneyText cents={balance} />
          </Box>
        </Box>
      </Box>
    </Paper>
  );
}

/** The Payments tab: how it is settled, and by which payments. */
export function InvoicePaymentsTab({ invoice }: { invoice: Invoice }) {
  if (!isPosted(invoice.state))
    return (
      <Paper variant="outlined">
        <EmptyState
          icon="payments"
          title={invoice.num === null ? 'Nothing is owed on a draft.' : 'Nothing is owed on a deleted invoice.'}
          text={invoice.num === null ? 'Once it is submitted, its payments stand here.' : undefined}
        />
      </Paper>
    );
  return (
    <Stack sx={{ gap: 4 }}>
      <SettlementFigures invoice={invoice} />
      {invoice.credits.length > 0 ? <InvoiceCredits invoice={invoice} /> : null}
      <ClientStatement client={invoice.client.id} name={invoice.client.name} />
      <InvoicePayments invoice={invoice.id} />
    </Stack>
  );
}
