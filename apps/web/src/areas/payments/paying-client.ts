import type { PayingClient } from '@dmse/contract/payments/payment';
import type { PickerChoice } from '../../parts/picker/picker-choice.ts';
import { formatCents } from '../../parts/text/money-text.tsx';

/** A client with what it owes. */
export function payingChoice({ id, name, balance }: PayingClient): PickerChoice {
  return { id, label: name, subtitle: balance === 0 ? 'Owes nothing' : `Owes ${formatCents(balance)}` };
}
