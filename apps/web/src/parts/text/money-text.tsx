import { useTheme } from '@mui/material/styles';

const WITH_SIGN = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD', currencySign: 'accounting' });
const PLAIN = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Cents as a person reads them: parentheses when negative; without the currency sign where the header says CAD. */
export function formatCents(cents: number, isDense = false): string {
  if (!isDense) return WITH_SIGN.format(cents / 100);
  if (cents === 0) return '–';
  const figure = PLAIN.format(Math.abs(cents) / 100);
  return cents < 0 ? `(${figure})` : figure;
}

export type MoneyTextProps = {
  /** Integer cents; null and undefined show nothing known. */
  cents: number | null | undefined;
  /** In a table whose header says CAD: no currency sign, zero as an en dash. */
  dense?: boolean;
};

const FIGURE = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** An amount. Negative ones stand in parentheses and in the error colour. A page may hold hundreds, so that it has no style of its own to work out. */
export function MoneyText({ cents, dense = false }: MoneyTextProps) {
  const { vars } = useTheme();
  if (cents === null || cents === undefined) return dense ? '–' : null;
  return <span style={cents < 0 ? { ...FIGURE, color: vars.palette.error.main } : FIGURE}>{formatCents(cents, dense)}</span>;
}
