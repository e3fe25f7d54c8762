import { wholeAmount, whyNotSplit } from '@dmse/domain/invoices/billed-entry';
import { subtractCents } from '@dmse/domain/money/cents';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { MoneyInput, type MoneyValue } from '../../../parts/fields/money-input.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { sayEntry } from '../invoice/invoice-lines-table.tsx';
import type { DraftEntry } from './draft-lines.ts';
import { HOLD, type RestChoice, RestFields } from './rest-fields.tsx';

export type PartDialogProps = {
  entry: DraftEntry;
  /** Without a rest, all of it is billed. */
  onDone: (billed: number, rest: RestChoice | null) => void;
  onClose: () => void;
};

/** Bills a part of an entry. */
export function PartDialog({ entry, onDone, onClose }: PartDialogProps) {
  const whole = wholeAmount(entry);
  const [billed, setBilled] = useState<MoneyValue>(entry.amount);
  const [rest, setRest] = useState<RestChoice>(entry.rest ?? HOLD);
  const why = typeof billed === 'number' ? (whyNotSplit(whole, billed, rest)?.sentence ?? null) : `Enter a part of ${formatCents(whole)}.`;
  const isWhole = billed === whole;
  return (
    <Dialog
      open
      title="Bill a part"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {entry.rest ? <Button onClick={() => onDone(whole, null)}>Bill all of it</Button> : null}
          <Button variant="contained" disabled={why !== null && !isWhole} onClick={() => onDone(Number(billed), isWhole ? null : rest)}>
            {isWhole ? 'Bill all of it' : 'Bill this part'}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 1 }}>
        <Typography sx={{ color: 'text.secondary' }}>
          {sayEntry(entry)}: {formatCents(whole)}
        </Typography>
        <MoneyInput isWide label="Billed" value={billed} onChange={setBilled} hint={!isWhole && why !== null ? why : undefined} />
        {isWhole ? null : (
          <>
            <RestFields value={rest} onChange={setRest} />
            {why === null && typeof billed === 'number' ? (
              <Typography role="status">
                {formatCents(subtractCents(whole, billed))} {rest.act === 'hold' ? 'is held back' : 'is written off'} when the invoice is
                submitted.
              </Typography>
            ) : null}
          </>
        )}
      </Stack>
    </Dialog>
  );
}
