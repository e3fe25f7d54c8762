import { labelOf } from '@dmse/contract/common/field';
import { type Payment, paymentFields, refundPayment } from '@dmse/contract/payments/payment';
import { sayCents } from '@dmse/domain/money/cents';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { DateInput } from '../../../parts/date/date-input.tsx';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { MoneyInput, type MoneyValue } from '../../../parts/fields/money-input.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { BankAccountSelect, useBankAccounts } from '../bank-account.tsx';

export type RefundDialogProps = { payment: Payment; onDone: (words: string) => Promise<void>; onClose: () => void };

/** Pays back what is on no invoice. */
export function RefundDialog({ payment, onDone, onClose }: RefundDialogProps) {
  const accounts = useBankAccounts() ?? [];
  const today = useToday();
  const [amount, setAmount] = useState<MoneyValue>(payment.unapplied);
  const [date, setDate] = useState<string | null>(today);
  const [chosen, setAccount] = useState<string | null>(null);
  const [reference, setReference] = useState('');
  const account_code = chosen ?? accounts[0]?.value ?? '';
  async function refund(): Promise<void> {
    const body = { amount: Number(amount), date: date ?? '', account_code, reference: reference.trim() };
    await call(refundPayment, { id: payment.id }, body, { ifMatch: payment.version });
    await onDone(`Refunded ${sayCents(body.amount)}.`);
  }
  return (
    <AskDialog
      title={`Refund ${payment.client.name}`}
      text={`${sayCents(payment.unapplied)} of this payment is on no invoice and can be paid back.`}
      verb="Record refund"
      isReady={typeof amount === 'number' && amount > 0 && date !== null && account_code !== ''}
      onDone={refund}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <MoneyInput label="Amount" value={amount} onChange={setAmount} isRequired isWide error={errors.amount} />
          <DateInput label="Date" value={date} onChange={setDate} isRequired error={errors.date} />
          <BankAccountSelect accounts={accounts} value={account_code} onChange={setAccount} error={errors.account_code} />
          <TextField
            label={labelOf(paymentFields.reference)}
            value={reference}
            onChange={(event) => setReference(event.target.value)}
            error={Boolean(errors.reference)}
            helperText={errors.reference}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
        </>
      )}
    </AskDialog>
  );
}
