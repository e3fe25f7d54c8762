import { addressOf } from '@dmse/contract/endpoint';
import {
  type Deposit,
  DepositPatch,
  depositFields,
  depositSlip,
  getDeposit,
  listDepositHistory,
  listUndeposited,
  moveDeposit,
  removeDeposit,
  type TickedPayment,
  updateDeposit,
} from '@dmse/contract/payments/deposit';
import { sayCents } from '@dmse/domain/money/cents';
import { type DepositState, isOpenDeposit } from '@dmse/domain/states/deposit';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { CloseFormButton } from '../../../parts/form/close-form-button.tsx';
import { RecordForm } from '../../../parts/form/record-form.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { FactsPanel, factOf } from '../../../parts/record/facts-panel.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPending } from '../../../parts/record/record-pending.tsx';
import { RowActions } from '../../../parts/search/row-actions.tsx';
import type { RowAction } from '../../../parts/search/search-column.ts';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useCan } from '../../../session/self.ts';
import { useBankAccounts } from '../bank-account.tsx';
import { PaymentStandingChip } from '../payment/payment-standing.tsx';
import { refreshPayments } from '../refresh-payments.ts';
import { DepositFields } from './deposit-fields.tsx';
import { DepositStateChip } from './deposit-state.tsx';
import { DepositSumsText } from './deposit-sums-text.tsx';
import { clientOfPayment, PAYMENT_COLUMNS } from './ticked-payments-field.tsx';

const COLUMNS: readonly DataColumn<TickedPayment>[] = [
  {
    id: 'client',
    title: 'Client',
    cell: (row) => (
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {clientOfPayment(row)}
        {row.is_returned ? <PaymentStandingChip standing="returned" /> : null}
      </Stack>
    ),
  },
  ...PAYMENT_COLUMNS,
];
const toValues = ({ payments, ...deposit }: Deposit) => ({ ...deposit, payments: payments.map(({ id }) => id) });

/** Tells the panel around the form whether closing it would lose something. */
function NoteUnsaved({ to }: { to: RefObject<boolean> }) {
  const { isDirty } = useFormState();
  useEffect(() => {
    to.current = isDirty;
    return () => {
      to.current = false;
    };
  }, [isDirty, to]);
  return null;
}

type EditProps = { deposit: Deposit; unsaved: RefObject<boolean>; onSaved: () => void; onClose: () => void };

function EditDeposit({ deposit, unsaved, onSaved, onClose }: EditProps) {
  const free = useCall(listUndeposited, {}, { staleTime: 0 }).data?.payments;
  const accounts = useBankAccounts() ?? [];
  return (
    <RecordForm
      endpoint={updateDeposit}
      input={{ id: deposit.id }}
      schema={DepositPatch}
      record={deposit}
      toValues={toValues}
      onSaved={onSaved}
      savedText="Saved the deposit."
    >
      <NoteUnsaved to={unsaved} />
      <CloseFormButton label="Back to the deposit" onClose={onClose} />
      <DepositFields
        accounts={accounts}
        payments={free && [...deposit.payments, ...free.filter(({ id }) => deposit.payments.every((one) => one.id !== id))]}
      />
    </RecordForm>
  );
}

function Facts({ deposit }: { deposit: Deposit }) {
  const { date, account_code, account_name, note, payments, methods, total, count } = deposit;
  return (
    <>
      <FactsPanel
        label="Details"
        facts={[
          factOf(depositFields.date, <DateText value={date} as="prose" />),
          factOf(depositFields.account_code, `${account_code} ${account_name}`),
          { label: 'Total', value: sayCents(total) },
          ...(note ? [{ ...factOf(depositFields.note, note), isWide: true }] : []),
        ]}
      />
      <DataTable label="Payments" columns={COLUMNS} rows={payments} rowId={({ id }) => id} empty={null} />
      <DepositSumsText count={count} total={total} methods={methods} />
    </>
  );
}

type Asked = 'OPEN' | 'remove' | null;

type LoadedProps = { deposit: Deposit; unsaved: RefObject<boolean>; onClose: () => void };

function Loaded({ deposit, unsaved, onClose }: LoadedProps) {
  const { id, total, why_not, state } = deposit;
  const mayWrite = useCan('payments.write');
  const queries = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked>(null);
  const refresh = () => refreshPayments(queries);

  async function move(to: DepositState, text: string): Promise<void> {
    await call(moveDeposit, { id }, { to }, { ifMatch: deposit.version });
    showToast({ text, icon: 'check', colour: 'success' });
    await refresh();
  }
  async function deposited(): Promise<void> {
    setBusy(true);
    await move('DEPOSITED', `Deposited ${sayCents(total)}.`).catch((error) => showProblem(error, 'It was not deposited.'));
    setBusy(false);
  }
  async function remove(): Promise<void> {
    await call(removeDeposit, { id }, undefined, { ifMatch: deposit.version });
    showToast({ text: 'Removed the deposit.', icon: 'check', colour: 'success' });
    onClose();
    await refresh();
  }
  const isOpen = isOpenDeposit(state);
  const actions: RowAction[] = [
    ...(isOpen
      ? [
          { label: 'Change', icon: 'edit', run: () => setEditing(true), whyNot: why_not.change, isPrimary: true, isOnCard: true } as const,
          { label: 'Remove deposit', icon: 'delete', run: () => setAsked('remove'), whyNot: why_not.remove, isDestructive: true } as const,
        ]
      : [{ label: 'Undo deposit', icon: 'undo', run: () => setAsked('OPEN'), whyNot: why_not.OPEN } as const]),
  ];
  if (isEditing && why_not.change === null)
    return (
      <EditDeposit
        deposit={deposit}
        unsaved={unsaved}
        onSaved={() => {
          setEditing(false);
          void refresh();
        }}
        onClose={() => setEditing(false)}
      />
    );
  return (
    <Stack sx={{ gap: 4 }}>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <DepositStateChip state={state} />
        <Box sx={{ flex: 1 }} />
        {mayWrite ? <RowActions actions={actions} of={`deposit ${id}`} /> : null}
        <Button
          component="a"
          href={addressOf(depositSlip, { id })}
          target="_blank"
          rel="noopener"
          size="small"
          variant="outlined"
          startIcon={<Icon name="picture_as_pdf" size={18} />}
        >
          Slip
        </Button>
        {mayWrite && isOpen && why_not.DEPOSITED === null ? (
          <Button variant="contained" size="small" loading={isBusy} onClick={() => void deposited()}>
            Deposit {sayCents(total)}
          </Button>
        ) : null}
      </Stack>
      {mayWrite && isOpen && why_not.DEPOSITED ? <Typography color="error">{why_not.DEPOSITED}</Typography> : null}
      <Facts deposit={deposit} />
      <HistoryPanel endpoint={listDepositHistory} id={id} />
      {asked === 'OPEN' ? (
        <ConfirmDialog
          open
          title="Undo this deposit?"
          verb="Undo deposit"
          onConfirm={() => move('OPEN', 'The deposit is open again.')}
          onClose={() => setAsked(null)}
        >
          {sayCents(total)} is taken out of the bank again in the books. The deposit is open until somebody deposits it again.
        </ConfirmDialog>
      ) : null}
      {asked === 'remove' ? (
        <ConfirmDialog
          open
          title="Remove this deposit?"
          verb="Remove deposit"
          isDestructive
          onConfirm={remove}
          onClose={() => setAsked(null)}
        >
          Its payments stay, and can be put in another deposit.
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

export type DepositPanelProps = { id: number; onClose: () => void };

/** A deposit beside the list it was opened from. */
export function DepositPanel({ id, onClose }: DepositPanelProps) {
  const { data, error, isError, refetch } = useCall(getDeposit, { id }, { retry: false });
  const unsaved = useRef(false);
  const [isLeaving, setLeaving] = useState(false);
  const titleId = useId();
  const close = () => (unsaved.current ? setLeaving(true) : onClose());
  return (
    <Drawer
      anchor="right"
      open
      onClose={close}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 'min(760px, 100vw)', bgcolor: 'background.default' } },
      }}
    >
      <Stack sx={{ gap: 3, px: { xs: 3, sm: 5 }, pt: 3, pb: 6 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography id={titleId} variant="h2">
            Deposit {id}
          </Typography>
          <IconButton aria-label="Close" onClick={close}>
            <Icon name="close" />
          </IconButton>
        </Box>
        {isError && !data ? (
          <ErrorState title="The deposit could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Loaded key={data.id} deposit={data} unsaved={unsaved} onClose={onClose} />
        ) : (
          <RecordPending noun="deposit" />
        )}
      </Stack>
      <ConfirmDialog
        open={isLeaving}
        title="Leave without saving?"
        verb="Leave without saving"
        cancelLabel="Stay here"
        isDestructive
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        What you changed on this deposit has not been saved and will be gone.
      </ConfirmDialog>
    </Drawer>
  );
}
