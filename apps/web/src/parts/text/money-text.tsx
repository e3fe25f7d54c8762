import Box from '@mui/material/Box';

const WITH_SIGN = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD', currencySign: 'accounting' });
const PLAIN = new Intl.NumberFormat('en-CA', {
  style: 'currency',
  currency: 'CAD',
  currencySign: 'accounting',
  currencyDisplay: 'code',
});

/** Cents as a person reads them: parentheses when negative; without the currency sign where the header says CAD. */
export function formatCents(cents: number, isDense = false): string {
  if (isDense && cents === 0) return '–';
  if (!isDense) return WITH_SIGN.format(cents / 100);
  return PLAIN.formatToParts(cents / 100)
    .filter((part) => part.type !== 'currency')
    .map((part) => part.value)
    .join('')
    .replace(/\s/gu, '');
}

export type MoneyTextProps = {
  /** Integer cents; null and undefined show nothing known. */
  cents: number | null | undefined;
  /** In a table whose header says CAD: no currency sign, zero as an en dash. */
  dense?: boolean;
};

/** An amount. Negative ones stand in parentheses and in the error colour. */
export function MoneyText({ cents, dense = false }: MoneyTextProps) {
  if (cents === null || cents === undefined) return dense ? '–' : null;
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', ...(cents < 0 ? { color: 'error.main' } : {}) }}>
      {formatCents(cents, dense)}
    </Box>
  );
}
