import type { PaymentStanding } from '@dmse/contract/payments/payment';
import type { Tone } from '@dmse/domain/states/machine';
import { ToneChip } from '../../../parts/record/tone-chip.tsx';

const TONES: Record<PaymentStanding, Tone> = {
  undeposited: 'warning',
  'in a deposit': 'info',
  deposited: 'success',
  deleted: 'muted',
  returned: 'error',
};

/** Where the money of a payment is. */
export function PaymentStandingChip({ standing }: { standing: PaymentStanding }) {
  return <ToneChip text={standing} tone={TONES[standing]} />;
}
