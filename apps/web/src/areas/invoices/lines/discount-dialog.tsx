import type { Language } from '@dmse/domain/clients/party';
import { discountOf, whyNotDiscount } from '@dmse/domain/invoices/discount';
import { LINE_WORDS } from '@dmse/domain/invoices/line-words';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { MoneyInput, type MoneyValue } from '../../../parts/fields/money-input.tsx';
import { NumberInput, type NumberValue } from '../../../parts/fields/number-input.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import type { DraftLines } from './draft-lines.ts';

export type DiscountDialogProps = {
  lines: DraftLines;
  language: Language;
  onDone: (discount: number, description: string) => void;
  onClose: () => void;
};

/** A discount in per cent or as an amount. It becomes a line for each account and tax type, so that revenue and tax fall by their share. */
export function DiscountDialog({ lines, language, onDone, onClose }: DiscountDialogProps) {
  const [isPercent, setPercent] = useState(true);
  const [percent, setPercentage] = useState<NumberValue>(10);
  const [amount, setAmount] = useState<MoneyValue>(null);
  const [words, setWords] = useState(LINE_WORDS[language].discount);
  const isRead = isPercent ? typeof percent === 'number' : typeof amount === 'number';
  const discount = !isRead ? 0 : isPercent ? discountOf(lines, Number(percent)) : Number(amount);
  const why = isRead ? (whyNotDiscount(lines, discount)?.sentence ?? null) : null;
  return (
    <Dialog
      open
      title="Add a discount"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={!isRead || why !== null || words.trim() === ''}
            onClick={() => onDone(discount, words.trim())}
          >
            Add discount
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 1 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="How the discount is given"
          value={isPercent ? 'percent' : 'amount'}
          onChange={(_, next: string | null) => next && setPercent(next === 'percent')}
        >
          <ToggleButton value="percent">Per cent</ToggleButton>
          <ToggleButton value="amount">Amount</ToggleButton>
        </ToggleButtonGroup>
        {isPercent ? (
          <NumberInput label="Discount" unit="%" value={percent} onChange={setPercentage} />
        ) : (
          <MoneyInput isWide label="Discount" value={amount} onChange={setAmount} />
        )}
        <TextField
          label="Description"
          required
          value={words}
          onChange={({ target }) => setWords(target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <Typography role="status" sx={{ color: why ? 'error.main' : 'text.secondary' }}>
          {why ?? (isRead ? `${formatCents(discount)} is taken off before tax.` : 'Enter a number.')}
        </Typography>
      </Stack>
    </Dialog>
  );
}
