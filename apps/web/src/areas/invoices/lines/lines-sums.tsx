import type { InvoiceSums } from '@dmse/domain/invoices/invoice-tax';
import Box from '@mui/material/Box';
import { MoneyText } from '../../../parts/text/money-text.tsx';

export type LinesSumsProps = { sums: InvoiceSums; exemption: string | null };

/** What the lines come to as they stand, saved or not: the rule is the server's own. */
export function LinesSums({ sums: { subtotal, taxes, total }, exemption }: LinesSumsProps) {
  const rows = [
    { label: 'Subtotal', cents: subtotal },
    ...taxes.map(({ name, rate, amount }) => ({ label: `${name} ${rate} %`, cents: amount })),
    { label: 'Total', cents: total },
  ];
  return (
    <Box
      component="dl"
      aria-label="Totals"
      sx={{
        m: 0,
        mt: 3,
        ml: 'auto',
        display: 'grid',
        gridTemplateColumns: 'auto auto',
        columnGap: 8,
        rowGap: 1,
        width: 'fit-content',
        minWidth: { xs: '100%', sm: 260 },
      }}
    >
      {rows.map(({ label, cents }) => (
        <Box key={label} sx={{ display: 'contents', ...(label === 'Total' ? { '& > *': { fontWeight: 600, fontSize: '1rem' } } : {}) }}>
          <Box component="dt">{label}</Box>
          <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
            <MoneyText cents={cents} />
          </Box>
        </Box>
      ))}
      {exemption === null ? null : (
        <Box sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>Exempt from tax: {exemption || 'no reason given'}</Box>
      )}
    </Box>
  );
}
