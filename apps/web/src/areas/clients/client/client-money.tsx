import type { Client } from '@dmse/contract/clients/client';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { useCan } from '../../../session/self.ts';
import { ClientStatement } from './client-statement.tsx';

const FIGURES = [
  ['balance', 'Balance'],
  ['overdue', 'Overdue'],
  ['unapplied_credit', 'Unapplied credit'],
] as const;

export type ClientMoneyProps = { client: Client };

/** What the client owes. Not there at all for whoever may not see amounts; a dash, with the reason, while nothing was invoiced. */
export function ClientMoney({ client }: ClientMoneyProps) {
  const mayRead = useCan('invoices.read');
  if (client.balance === undefined) return null;
  return (
    <Paper variant="outlined" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 2, px: { xs: 4, sm: 5 }, py: 3, mb: 4 }}>
      {FIGURES.map(([field, label]) => (
        <Box key={field}>
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {label} (CAD)
          </Typography>
          <Typography sx={{ fontSize: 16, fontWeight: 600 }}>
            {client[field] == null ? '–' : <MoneyText cents={client[field]} />}
          </Typography>
        </Box>
      ))}
      {client.balance === null ? (
        <Typography variant="caption" sx={{ color: 'text.secondary', alignSelf: 'center' }}>
          Nothing has been invoiced to this client.
        </Typography>
      ) : mayRead ? (
        <ClientStatement client={client.id} name={client.name} />
      ) : null}
    </Paper>
  );
}
