import type { Invoice, InvoiceLine } from '@dmse/contract/invoices/invoice';
import { typedDuration } from '@dmse/domain/dates/duration';
import { hasAmount } from '@dmse/domain/invoices/lines';
import { sayCents } from '@dmse/domain/money/cents';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { TraceLink } from '../../../parts/record/trace-link.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';

type Entry = InvoiceLine['entries'][number];

/** "Held back: $40.00", where only a part is billed. */
export function sayRest({ rest }: Pick<Entry, 'rest'>): string {
  if (!rest) return '';
  const reason = rest.reason ? `: ${rest.reason}` : '';
  return `${sayCents(rest.amount)} ${rest.act === 'hold' ? 'is held back' : 'is written off'}${reason}`;
}

/** "2026-03-04 · Joe · Calcs", with the time and the rate of it. */
export function sayEntry({ date, who, what }: Pick<Entry, 'date' | 'who' | 'what'>): string {
  return [date, who, what].filter(Boolean).join(' · ');
}
export function sayTime({ minutes, rate }: Pick<Entry, 'minutes' | 'rate'>): string {
  return minutes === null ? '' : `${typedDuration(minutes)} h${rate === null ? '' : ` at ${sayCents(rate)}`}`;
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}>
      {entries.map((entry) => (
        <Box key={entry.item} component="li" sx={{ display: 'flex', gap: 3, py: 0.75 }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {sayEntry(entry)}
            <Box component="span" sx={{ color: 'text.secondary', ml: 2 }}>
              {[sayTime(entry), sayRest(entry)].filter(Boolean).join(' · ')}
            </Box>
          </Box>
          <MoneyText cents={entry.amount} dense />
        </Box>
      ))}
    </Box>
  );
}

function Line({ line, jobs }: { line: InvoiceLine; jobs: ReadonlyMap<number, string> }) {
  const [isOpen, setOpen] = useState(false);
  const { kind, description, entries, quantity, unit, unit_price, percent, fee, amount, tax, tax_type, account_code } = line;
  const told = [
    line.job === null ? '' : jobs.get(line.job),
    kind,
    unit_price === null ? '' : `${quantity} ${unit} × ${sayCents(unit_price)}`,
    percent === null || fee === null ? '' : `${percent} % of ${sayCents(fee)} in all`,
    hasAmount(kind) ? [account_code, tax_type].filter(Boolean).join(', ') : '',
    [line.division, line.activity].filter(Boolean).join(', '),
  ];
  return (
    <Box component="li" sx={{ px: { xs: 4, sm: 5 }, py: 2.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'baseline' }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 500 }}>{description}</Box>
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{told.filter(Boolean).join(' · ')}</Box>
        </Box>
        {hasAmount(kind) ? (
          <Box sx={{ textAlign: 'right' }}>
            <MoneyText cents={amount} />
            <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{tax === 0 ? 'no tax' : `tax ${sayCents(tax)}`}</Box>
          </Box>
        ) : null}
        <Box sx={{ alignSelf: 'center' }}>
          <TraceLink from={`invoice-line:${line.id}`} of={description} />
        </Box>
      </Box>
      {entries.length > 0 ? (
        <>
          <Button
            size="small"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            startIcon={<Icon name={isOpen ? 'keyboard_arrow_up' : 'keyboard_arrow_down'} size={18} />}
            sx={{ ml: -2 }}
          >
            {sayCount(entries.length, 'entry', 'entries')}
          </Button>
          {isOpen ? <Entries entries={entries} /> : null}
        </>
      ) : null}
    </Box>
  );
}

function Sum({ label, cents, isStrong = false }: { label: string; cents: number; isStrong?: boolean }) {
  return (
    <Box sx={{ display: 'contents', ...(isStrong ? { '& > *': { fontWeight: 600 } } : {}) }}>
      <Box component="dt">{label}</Box>
      <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
        <MoneyText cents={cents} />
      </Box>
    </Box>
  );
}

/** The lines as they are billed, each with the work on it, and what they come to. */
export function InvoiceLinesTable({ invoice }: { invoice: Invoice }) {
  const { lines, subtotal, taxes, total, is_tax_exempt, tax_exempt_reason } = invoice;
  const jobs = new Map<number, string>(invoice.jobs.map(({ id, num }) => [id, num]));
  return (
    <Paper component="section" variant="outlined" aria-label="Lines" sx={{ overflow: 'hidden' }}>
      <Typography variant="h2" sx={{ px: { xs: 4, sm: 5 }, py: 4 }}>
        Lines
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines.map((line) => (
          <Line key={line.id} line={line} jobs={jobs} />
        ))}
      </Box>
      {lines.length === 0 ? <Box sx={{ px: { xs: 4, sm: 5 }, pb: 4, color: 'text.secondary' }}>There are no lines yet.</Box> : null}
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'flex-end',
          px: { xs: 4, sm: 5 },
          py: 3,
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.default',
        }}
      >
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto auto', columnGap: 8, rowGap: 1, minWidth: { sm: 280 } }}
        >
          <Sum label="Subtotal" cents={subtotal} />
          {taxes.map(({ code, name, rate, amount }) => (
            <Sum key={`${code} ${rate}`} label={`${name} ${rate} %`} cents={amount} />
          ))}
          {is_tax_exempt ? (
            <Box sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>Exempt from tax: {tax_exempt_reason || 'no reason given'}</Box>
          ) : null}
          <Sum label="Total" cents={total} isStrong />
        </Box>
      </Box>
    </Paper>
  );
}
