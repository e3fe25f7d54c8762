import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { RowLink } from '../../../parts/search/row-link.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { type CapturedThing, listThings, sayThing } from '../shot/captured-thing.ts';

const COLUMNS: readonly DataColumn<CapturedThing>[] = [
  { id: 'thing', title: 'What', cell: (row) => (row.path ? <RowLink to={row.path}>{sayThing(row)}</RowLink> : sayThing(row)) },
  { id: 'captured_by', title: 'Captured by', cell: (row) => row.captured_by ?? '–' },
  { id: 'received_at', title: 'Received', cell: (row) => <DateText value={row.received_at} as="relative" /> },
];

export type LateListProps = { run: string };

/** What came from a tablet after the office had begun to process the run. It is stored; whether it matters somebody must see. */
export function LateList({ run }: LateListProps) {
  const late = useQuery({
    queryKey: ['/api/sites/fieldrun-shot/', { run }, 'late'],
    queryFn: ({ signal }) => listThings(run, { late: true }, signal),
  });
  return (
    <Paper component="section" variant="outlined" aria-labelledby="late" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography id="late" variant="h2">
        Arrived late
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>
        Stored after processing had begun, so it may be missing in what was made of the run.
      </Typography>
      {late.isError ? (
        <ErrorState title="Late items could not be loaded." error={late.error} onRetry={() => void late.refetch()} />
      ) : (
        <DataTable
          label="Late items"
          columns={COLUMNS}
          rows={late.data}
          rowId={(row) => row.id}
          empty={<Typography sx={{ p: 4 }}>Nothing came late.</Typography>}
        />
      )}
    </Paper>
  );
}
