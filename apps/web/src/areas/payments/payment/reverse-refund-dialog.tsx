import { type Payment, reverseRefund } from '@dmse/contract/payments/payment';
import { sayCents } from '@dmse/domain/money/cents';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { AskDialog } from '../ask-dialog.tsx';
import { ReasonField } from '../reason-field.tsx';

export type ReverseRefundDialogProps = {
  payment: Payment;
  refund: Payment['refunds'][number];
  onDone: (words: string) => Promise<void>;
  onClose: () => void;
};

/** Takes a refund back; it is the client's credit again. */
export function ReverseRefundDialog({ payment, refund, onDone, onClose }: ReverseRefundDialogProps) {
  const [reason, setReason] = useState('');
  async function reverse(): Promise<void> {
    await call(reverseRefund, { id: payment.id }, { refund: refund.id, reason: reason.trim() }, { ifMatch: payment.version });
    await onDone(`Took back the refund of ${sayCents(refund.amount)}.`);
  }
  return (
    <AskDialog
      title="Take this refund back?"
      text={`For a refund that was entered by mistake, or whose cheque was never cashed. ${sayCents(refund.amount)} is the credit of ${payment.client.name} again.`}
      verb="Take refund back"
      isDestructive
      isReady={reason.trim() !== ''}
      onDone={reverse}
      onClose={onClose}
    >
      {(errors) => <ReasonField value={reason} error={errors.reason} onChange={setReason} />}
    </AskDialog>
  );
}
