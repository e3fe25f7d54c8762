import type { WipItem } from '@dmse/contract/wip/wip';
import { isHeld, WIP, type WipState } from '@dmse/domain/states/wip';
import Chip from '@mui/material/Chip';

const WORDS: Record<WipState, string> = {
  UNBILLED: 'Ready',
  CLAIMED: 'On a draft',
  BILLED: 'Billed',
  HOLD: 'On hold',
  WRITTEN_OFF: 'Written off',
};

/** Where a piece of work is on its way to an invoice, and until when it is held. */
export function WipStateChip({ item: { state, hold_until } }: { item: Pick<WipItem, 'state' | 'hold_until'> }) {
  const { tone } = WIP.rows[state];
  const until = isHeld(state) && hold_until ? ` until ${hold_until}` : '';
  return <Chip size="small" component="span" color={tone === 'muted' ? 'default' : tone} label={`${WORDS[state]}${until}`} />;
}
