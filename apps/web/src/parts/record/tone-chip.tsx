import type { Tone } from '@dmse/domain/states/machine';
import Chip from '@mui/material/Chip';

/** A fact or a state by colour, where it is not changed. */
export function ToneChip({ text, tone }: { text: string; tone: Tone }) {
  return <Chip size="small" color={tone === 'muted' ? 'default' : tone} variant={tone === 'muted' ? 'outlined' : 'filled'} label={text} />;
}
