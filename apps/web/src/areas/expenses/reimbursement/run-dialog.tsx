import { addressOf } from '@dmse/contract/endpoint';
import { getReimbursement, type Reimbursement, reimbursementPdf } from '@dmse/contract/expenses/reimbursement';
import { sayCount } from '@dmse/domain/text/counts';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';

type Person = Reimbursement['people'][number];

const columnsOf = (run: number): DataColumn<Person>[] => [
  { id: 'person', title: 'Person', cell: ({ user }) => user.full_name },
  { id: 'expenses', title: 'Expenses', cell: ({ expenses }) => sayCount(expenses.length, 'expense'), align: 'right' },
  { id: 'total', title: 'Total (CAD)', cell: ({ total }) => <MoneyText cents={total} dense />, align: 'right' },
  {
    id: 'pdf',
    title: 'Document',
    cell: ({ user }) => (
      <Button
        component="a"
        size="small"
        href={addressOf(reimbursementPdf, { id: run, user: user.id })}
        target="_blank"
        rel="noopener"
        aria-label={`PDF of ${user.full_name}`}
        startIcon={<Icon name="picture_as_pdf" size={18} />}
      >
        PDF
      </Button>
    ),
    width: 110,
  },
];

/** A reimbursement by person, each with the document they are given. */
export function RunDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, isError, refetch } = useCall(getReimbursement, { id });
  return (
    <Dialog
      open
      width="md"
      title={data ? `Reimbursement ${data.number}` : 'Reimbursement'}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {isError ? (
        <ErrorState title="The reimbursement could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack sx={{ gap: 3 }}>
          {data ? (
            <Typography sx={{ color: 'text.secondary' }}>
              <DateText value={data.date} as="prose" /> · <MoneyText cents={data.total} />
              {data.note ? ` · ${data.note}` : ''}
            </Typography>
          ) : null}
          <DataTable label="People" columns={columnsOf(id)} rows={data?.people} rowId={({ user }) => user.id} empty={null} />
        </Stack>
      )}
    </Dialog>
  );
}
