import type { OpenInvoice } from '@dmse/contract/payments/payment';
import { sayCents, subtractCents } from '@dmse/domain/money/cents';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import { useEffect, useRef } from 'react';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { MoneyInput } from '../../../parts/fields/money-input.tsx';
import { type FieldName, useField } from '../../../parts/form/use-field.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { formatCents, MoneyText } from '../../../parts/text/money-text.tsx';
import { amountOn, type Draft, type DraftAllocation, putOn, sumDraft, tickInvoice } from './allocation-draft.ts';
import { InvoiceLink } from './invoice-links.tsx';

const sayDraft = (value: unknown) => {
  const draft = (value ?? []) as Draft;
  return draft.length === 0 ? 'No invoice' : `${formatCents(sumDraft(draft))} on ${draft.length} of them`;
};

/** What is left stays in sight while the rows below are filled in. */
const SUMS = {
  position: 'sticky',
  top: 'var(--top-bar, 0px)',
  zIndex: 2,
  columnGap: 6,
  rowGap: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  minHeight: 44,
  bgcolor: 'background.paper',
} as const;

export type AllocationFieldProps = {
  names: { allocations: FieldName; keeps_credit: FieldName };
  /** Undefined while they are on their way. */
  rows: readonly OpenInvoice[] | undefined;
  /** What there is to put on invoices; null while it is not known. */
  amount: number | null;
  /** Something was ticked or typed in a row. */
  onDraft?: (draft: DraftAllocation[]) => void;
};

/** Which invoices a payment is on: ticked, or with an amount typed for each. What is left is kept as credit only where that is ticked. */
export function AllocationField({ names, rows, amount, onDraft }: AllocationFieldProps) {
  const { field, error, itemErrors } = useField(names.allocations, 'Invoices', sayDraft);
  const keeps = useField(names.keeps_credit, 'Keep the rest as credit').field;
  const today = useToday();
  const draft = (field.value ?? []) as Draft;
  const put = sumDraft(draft);
  const left = amount === null ? null : subtractCents(amount, put);
  const keep = useRef(keeps.onChange);
  keep.current = keeps.onChange;
  const asked = useRef(left);
  useEffect(() => {
    // The tick was for another amount.
    if (asked.current !== left) keep.current(false);
    asked.current = left;
  }, [left]);

  function change(next: DraftAllocation[]): void {
    field.onChange(next);
    onDraft?.(next);
  }
  const nameOf = ({ id, num }: OpenInvoice) => num ?? `draft ${id}`;
  const whyNot = (row: OpenInvoice) => {
    const at = draft.findIndex(({ invoice }) => invoice === row.id);
    const value = draft[at]?.amount;
    return typeof value === 'number' && value > row.balance ? `${sayCents(row.balance)} is owed.` : itemErrors[at];
  };
  const columns: DataColumn<OpenInvoice>[] = [
    {
      id: 'num',
      title: 'Invoice',
      cell: (row) => (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, ml: -2 }}>
          <Checkbox
            size="small"
            checked={amountOn(draft, row.id) !== null}
            disabled={row.balance === 0 && amountOn(draft, row.id) === null}
            onChange={(_, isTicked) => change(isTicked ? tickInvoice(draft, row, left) : putOn(draft, row.id, null))}
            slotProps={{ input: { 'aria-label': `Put it on ${nameOf(row)}` } }}
          />
          <InvoiceLink invoice={row} />
        </Stack>
      ),
    },
    { id: 'date', title: 'Date', cell: (row) => <DateText value={row.date} /> },
    {
      id: 'due_date',
      title: 'Due',
      cell: (row) => (
        <Box component="span" sx={row.due_date < today ? { color: 'error.main' } : {}}>
          <DateText value={row.due_date} />
        </Box>
      ),
    },
    { id: 'total', title: 'Total (CAD)', cell: (row) => <MoneyText cents={row.total} dense />, align: 'right' },
    { id: 'balance', title: 'Owed (CAD)', cell: (row) => <MoneyText cents={row.balance} dense />, align: 'right' },
    {
      id: 'amount',
      title: 'From this payment',
      cell: (row) => (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
          <MoneyInput
            label={`Amount on ${nameOf(row)}`}
            isLabelHidden
            value={amountOn(draft, row.id)}
            onChange={(value) => change(putOn(draft, row.id, value))}
            onBlur={field.onBlur}
            error={whyNot(row)}
          />
          <Button
            size="small"
            sx={{ height: 36 }}
            disabled={row.balance === 0 || amountOn(draft, row.id) === row.balance}
            onClick={() => change(putOn(draft, row.id, row.balance))}
            aria-label={`Pay in full: ${nameOf(row)}`}
          >
            Pay in full
          </Button>
        </Stack>
      ),
      width: 280,
    },
  ];
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
      <Stack direction="row" sx={SUMS}>
        <span role="status">
          On invoices <strong>{formatCents(put)}</strong>
          {left === null || left === 0 ? null : left > 0 ? (
            <>
              {' · '}on no invoice <strong>{formatCents(left)}</strong>
            </>
          ) : (
            <Box component="span" sx={{ color: 'error.main' }}>
              {' · '}
              {formatCents(-left)} more than the payment
            </Box>
          )}
        </span>
        {left !== null && left > 0 ? (
          <FormControlLabel
            label={`Keep ${formatCents(left)} as credit`}
            sx={{ mx: 0 }}
            control={<Checkbox size="small" checked={keeps.value === true} onChange={(_, isTicked) => keeps.onChange(isTicked)} />}
          />
        ) : null}
      </Stack>
      {error ? (
        <FormHelperText error role="alert" sx={{ mx: 0, mb: 2 }}>
          {error}
        </FormHelperText>
      ) : null}
      <DataTable
        label="Open invoices"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            icon="receipt_long"
            title="Nothing is owed on any invoice."
            text="What is paid now is kept as credit for the next one."
          />
        }
      />
    </Box>
  );
}
