import type { DepositSums } from '@dmse/domain/payments/deposit';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import { formatCents } from '../../../parts/text/money-text.tsx';

export type DepositSumsTextProps = DepositSums & { count: number };

/** "3 payments, $1,250.00", and what each method has in it. */
export function DepositSumsText({ count, total, methods }: DepositSumsTextProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 1, alignItems: 'baseline', fontVariantNumeric: 'tabular-nums' }}>
      <span>
        {sayCount(count, 'payment')}, <strong>{formatCents(total)}</strong>
      </span>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {methods.map(({ method, count: many, amount }) => `${method} (${many}) ${formatCents(amount)}`).join(' · ')}
      </Box>
    </Box>
  );
}
