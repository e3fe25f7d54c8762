import type { TickedPayment } from '@dmse/contract/payments/deposit';
import { paymentFields, receivedFields } from '@dmse/contract/payments/payment';
import { depositSums } from '@dmse/domain/payments/deposit';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormHelperText from '@mui/material/FormHelperText';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from '@tanstack/react-router';
import { type FieldName, useField } from '../../../parts/form/use-field.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { DepositSumsText } from './deposit-sums-text.tsx';

const sayTicked = (value: unknown) => sayCount((value as number[] | undefined)?.length ?? 0, 'payment');

export const clientOfPayment: DataColumn<TickedPayment>['cell'] = ({ id, client }) => (
  <Link component={RouterLink} to={`/payment/${id}`}>
    {client.name}
  </Link>
);
/** Beside the client, which is the title of a row. */
export const PAYMENT_COLUMNS: readonly DataColumn<TickedPayment>[] = [
  { id: 'received_on', title: receivedFields.received_on, cell: (row) => <DateText value={row.received_on} />, width: 120 },
  { id: 'method', title: paymentFields.method, cell: (row) => row.method, width: 110 },
  { id: 'reference', title: paymentFields.reference, cell: (row) => row.reference || '–' },
  { id: 'amount', title: 'Amount (CAD)', cell: (row) => <MoneyText cents={row.amount} dense />, align: 'right', width: 130 },
];

export type TickedPaymentsFieldProps = {
  name: FieldName;
  /** Undefined while they are on their way. */
  payments: readonly TickedPayment[] | undefined;
};

/** Which payments are taken to the bank, with what they come to. */
export function TickedPaymentsField({ name, payments }: TickedPaymentsFieldProps) {
  const { field, error } = useField(name, 'Payments', sayTicked);
  const ticked = (field.value ?? []) as readonly number[];
  const all = payments ?? [];
  const chosen = all.filter(({ id }) => ticked.includes(id));
  const isAll = all.length > 0 && chosen.length === all.length;
  const columns: DataColumn<TickedPayment>[] = [
    {
      id: 'client',
      title: 'Client',
      cell: (row) => (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, ml: -1 }}>
          <Checkbox
            size="small"
            sx={{ p: 1 }}
            checked={ticked.includes(row.id)}
            onChange={(_, isTicked) => field.onChange(isTicked ? [...ticked, row.id] : ticked.filter((one) => one !== row.id))}
            slotProps={{ input: { 'aria-label': `Deposit payment ${row.id} of ${row.client.name}` } }}
          />
          {clientOfPayment(row)}
        </Stack>
      ),
    },
    ...PAYMENT_COLUMNS,
  ];
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
      {all.length > 1 ? (
        <Button size="small" sx={{ mb: 1 }} onClick={() => field.onChange(isAll ? [] : all.map(({ id }) => id))}>
          {isAll ? 'Untick all' : 'Tick all'}
        </Button>
      ) : null}
      <DataTable
        label="Payments"
        columns={columns}
        rows={payments}
        rowId={({ id }) => id}
        empty={<EmptyState icon="payments" title="Every payment is in a deposit." text="Enter a payment first." />}
      />
      <Box role="status" sx={{ mt: 3 }}>
        <DepositSumsText count={chosen.length} {...depositSums(chosen)} />
      </Box>
      {error ? (
        <FormHelperText error role="alert" sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      ) : null}
    </Box>
  );
}
