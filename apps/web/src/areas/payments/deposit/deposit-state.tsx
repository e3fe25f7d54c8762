import { DEPOSIT, type DepositState } from '@dmse/domain/states/deposit';
import { ToneChip } from '../../../parts/record/tone-chip.tsx';

export function DepositStateChip({ state }: { state: DepositState }) {
  return <ToneChip text={state} tone={DEPOSIT.rows[state].tone} />;
}
