import { type Payment, reversePayment } from '@dmse/contract/payments/payment';
import { sayCents } from '@dmse/domain/money/cents';
import type { PaymentReversal } from '@dmse/domain/payments/reverse';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { MoneyInput, type MoneyValue } from '../../../parts/fields/money-input.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { ReasonField } from '../reason-field.tsx';

const WORDS: Record<PaymentReversal, { title: string; verb: string; text: string; done: string }> = {
  delete: {
    title: 'Delete this payment?',
    verb: 'Delete payment',
    text: 'For a payment that was entered by mistake.',
    done: 'Deleted the payment.',
  },
  return: {
    title: 'Returned by the bank?',
    verb: 'Return payment',
    text: 'For a payment that the bank has sent back, such as a cheque without funds (NSF).',
    done: 'Returned the payment.',
  },
};

export type ReverseDialogProps = {
  payment: Payment;
  how: PaymentReversal;
  /** With the draft that asks the client for the bank's fee, where there is one. */
  onDone: (words: string, invoice: number | null) => Promise<void>;
  onClose: () => void;
};

/** Takes a payment back as a whole; its invoices are owed again. */
export function ReverseDialog({ payment, how, onDone, onClose }: ReverseDialogProps) {
  const { title, verb, text, done } = WORDS[how];
  const [reason, setReason] = useState('');
  const [fee, setFee] = useState<MoneyValue>(null);
  const [charge, setCharge] = useState<MoneyValue>(null);
  const isReturn = how === 'return';
  const isAmount = (value: MoneyValue) => value === null || (typeof value === 'number' && value >= 0);
  async function reverse(): Promise<void> {
    const money = isReturn ? { fee: Number(fee ?? 0), charge: Number(charge ?? 0) } : {};
    const body = { how, reason: reason.trim(), ...money };
    const { invoice } = await call(reversePayment, { id: payment.id }, body, { ifMatch: payment.version });
    await onDone(done, invoice);
  }
  const owed = payment.allocated > 0 ? ` ${sayCents(payment.allocated)} is owed on its invoices again.` : '';
  return (
    <AskDialog
      title={title}
      text={`${text}${owed} The payment stays in the list with its history.`}
      verb={verb}
      isDestructive
      isReady={reason.trim() !== '' && isAmount(fee) && isAmount(charge)}
      onDone={reverse}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <ReasonField value={reason} error={errors.reason} onChange={setReason} />
          {isReturn ? (
            <>
              <MoneyInput
                label="Bank’s fee"
                value={fee}
                onChange={setFee}
                isWide
                error={errors.fee}
                hint="What the bank kept; a cost of the firm."
              />
              <MoneyInput
                label="Charge to the client"
                value={charge}
                onChange={setCharge}
                isWide
                error={errors.charge}
                hint="Put on a draft invoice, which is sent like any other. Nothing when empty."
              />
            </>
          ) : null}
        </>
      )}
    </AskDialog>
  );
}
