import { getPaymentTotals } from '@dmse/contract/payments/payment';
import Paper from '@mui/material/Paper';
import { useCall } from '../../../api/use-call.ts';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { readAddress } from '../../../parts/search/address-values.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { MoneyText } from '../../../parts/text/money-text.tsx';

const FIGURES = [
  ['amount', 'Received'],
  ['undeposited', 'Not deposited'],
  ['unapplied', 'On no invoice'],
] as const;

/** What the payments that were found come to. What was deleted or returned counts as nothing. */
export function PaymentTotals({ filters }: { filters: readonly SearchFilter[] }) {
  const address = useWords();
  const { data } = useCall(getPaymentTotals, readAddress(getPaymentTotals.declaration.query, address, filters), { keepOld: true });
  return (
    <Paper
      component="section"
      aria-label="Totals"
      variant="outlined"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 2, px: 4, py: 3, mb: 4 }}
    >
      {FIGURES.map(([field, label]) => (
        <ReadOnlyValue key={field} label={label}>
          {data ? <MoneyText cents={data[field]} /> : null}
        </ReadOnlyValue>
      ))}
    </Paper>
  );
}
