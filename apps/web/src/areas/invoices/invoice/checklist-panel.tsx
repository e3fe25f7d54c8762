import type { Invoice } from '@dmse/contract/invoices/invoice';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Icon } from '../../../parts/icon/icon.tsx';
import { VISUALLY_HIDDEN } from '../../../parts/visually-hidden.ts';

/** What the law wants on the document, and what is still in the way of submitting it. */
export function ChecklistPanel({ invoice: { checklist, moves } }: { invoice: Pick<Invoice, 'checklist' | 'moves'> }) {
  const whyNot = moves.SUBMITTED;
  return (
    <Paper component="section" variant="outlined" aria-label="Before it is submitted" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Before it is submitted
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>What a client needs on an invoice to claim the tax back.</Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {checklist.map(({ code, label, is_met, says }) => (
          <Box key={code} component="li" sx={{ display: 'flex', gap: 2 }}>
            <Box sx={{ color: is_met ? 'success.main' : 'warning.main', display: 'flex', mt: 0.25 }}>
              <Icon name={is_met ? 'check_circle' : 'warning'} size={18} />
            </Box>
            <Box>
              {label}
              <Box component="span" sx={VISUALLY_HIDDEN}>
                {is_met ? ': there' : ': missing'}
              </Box>
              {is_met ? null : <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{says}</Box>}
            </Box>
          </Box>
        ))}
      </Box>
      <Typography sx={{ mt: 3, fontWeight: 500, color: whyNot ? 'warning.main' : 'success.main' }}>
        {whyNot ?? 'It can be submitted.'}
      </Typography>
    </Paper>
  );
}
