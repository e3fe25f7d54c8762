import { listUploads, type Upload } from '@dmse/contract/accounting/upload';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { UploadStateChip } from './upload-chips.tsx';
import { UploadSays } from './upload-says.tsx';
import { sayUpload } from './upload-text.ts';

const COLUMNS: readonly DataColumn<Upload>[] = [
  { id: 'what', title: 'What', cell: sayUpload },
  { id: 'created_on', title: 'Since', cell: ({ created_on }) => <DateText value={created_on} as="relative" /> },
  { id: 'amount', title: 'Amount (CAD)', cell: ({ amount }) => <MoneyText cents={amount} dense />, align: 'right' },
  { id: 'says', title: 'Answer', cell: (upload) => <UploadSays upload={upload} /> },
  { id: 'attempts', title: 'Attempts', cell: ({ attempts }) => attempts, align: 'right' },
  { id: 'state', title: 'State', cell: ({ state }) => <UploadStateChip state={state} /> },
];

/** What was sent to the accounting system of an invoice and its payments, the newest first. */
export function InvoiceUploads({ invoice }: { invoice: number }) {
  const { data, error, isError, refetch } = useCall(listUploads, { invoice, page_size: 200 });
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 3 }}>
        Sent to the accounting system
      </Typography>
      {isError ? (
        <ErrorState title="What was sent could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label="Sent to the accounting system"
          columns={COLUMNS}
          rows={data?.results}
          rowId={({ id }) => id}
          empty={<EmptyState icon="upload" title="Nothing was sent yet." />}
        />
      )}
    </Paper>
  );
}
