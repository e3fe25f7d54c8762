import type { Endpoint } from '@dmse/contract/endpoint';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { HistoryList } from './history-list.tsx';

export type HistoryPanelProps = { endpoint: Endpoint; id: number | string };

/** A record's history at the foot of its page. */
export function HistoryPanel({ endpoint, id }: HistoryPanelProps) {
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 3 }}>
        History
      </Typography>
      <HistoryList endpoint={endpoint} input={{ id } as never} />
    </Paper>
  );
}
