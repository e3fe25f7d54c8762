import { type DisbursementSummary, getDisbursementSummary } from '@dmse/contract/expenses/disbursement';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { useCan } from '../../../session/self.ts';

type Row = DisbursementSummary['types'][number];
const nameOf = ({ disbursement_type }: Row) => disbursement_type?.name ?? 'Other expenses';
const sayQuantity = (quantity: number, { disbursement_type }: Row) =>
  quantity === 0 ? '–' : `${quantity.toLocaleString('en-CA')} ${disbursement_type?.unit ?? ''}`.trim();

/** How much of a budget is used, as a bar that says so too. */
function Used({ budget, charge }: { budget: number; charge: number }) {
  if (budget === 0) return <Typography variant="body2">{charge === 0 ? '–' : 'Not budgeted'}</Typography>;
  const share = Math.round((100 * charge) / budget);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, Math.max(0, share))}
        color={share > 100 ? 'error' : 'primary'}
        aria-label={`${share} % used`}
        sx={{ flex: 1, minWidth: 60 }}
      />
      <Typography variant="body2" sx={{ width: 52, textAlign: 'right', color: share > 100 ? 'error.main' : 'text.primary' }}>
        {share} %
      </Typography>
    </Stack>
  );
}

const QUANTITIES: readonly DataColumn<Row>[] = [
  { id: 'type', title: 'Disbursement type', cell: nameOf },
  { id: 'budget_quantity', title: 'Budgeted', cell: (row) => sayQuantity(row.budget_quantity, row), align: 'right', width: 120 },
  { id: 'actual_quantity', title: 'Used', cell: (row) => sayQuantity(row.actual_quantity, row), align: 'right', width: 120 },
];
const AMOUNTS: readonly DataColumn<Row>[] = [
  { id: 'budget', title: 'Budget (CAD)', cell: (row) => <MoneyText cents={row.budget_amount} dense />, align: 'right', width: 130 },
  { id: 'cost', title: 'Cost (CAD)', cell: (row) => <MoneyText cents={row.cost} dense />, align: 'right', width: 130 },
  { id: 'charge', title: 'Charge (CAD)', cell: (row) => <MoneyText cents={row.charge} dense />, align: 'right', width: 130 },
  { id: 'used', title: 'Of budget', cell: (row) => <Used budget={row.budget_amount ?? 0} charge={row.charge ?? 0} />, width: 180 },
];

/** Budget against actual, by disbursement type. */
export function DisbursementBudget({ job }: { job: number }) {
  const seesAmounts = useCan('amounts.see');
  const summary = useCall(getDisbursementSummary, { job });
  const columns = useMemo(() => [...QUANTITIES, ...(seesAmounts ? AMOUNTS : [])], [seesAmounts]);
  if (summary.isError)
    return <ErrorState title="The summary could not be loaded." error={summary.error} onRetry={() => void summary.refetch()} />;
  if (summary.data?.types.length === 0) return null;
  return (
    <Stack sx={{ gap: 2, mb: 4 }}>
      <Typography variant="h3" component="h2">
        Budget and actual
      </Typography>
      <DataTable
        label="Disbursements against the budget"
        columns={columns}
        rows={summary.data?.types}
        rowId={(row) => row.disbursement_type?.id ?? 0}
        empty={null}
      />
    </Stack>
  );
}
