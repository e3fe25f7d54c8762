import type { Endpoint, IdOf, InputOf } from '@dmse/contract/endpoint';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { HistoryList } from './history-list.tsx';

export type HistoryPanelProps<E extends Endpoint> = { endpoint: E; id: IdOf<E> };

/** A record's history at the foot of its page. */
export function HistoryPanel<E extends Endpoint>({ endpoint, id }: HistoryPanelProps<E>) {
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 3 }}>
        History
      </Typography>
      <HistoryList endpoint={endpoint} input={{ id } as object as InputOf<E>} />
    </Paper>
  );
}
