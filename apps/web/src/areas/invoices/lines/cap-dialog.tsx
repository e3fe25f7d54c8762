import type { InvoiceChoices } from '@dmse/contract/invoices/invoice';
import { subtractCents } from '@dmse/domain/money/cents';
import { sayCount } from '@dmse/domain/text/counts';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { MoneyInput, type MoneyValue } from '../../../parts/fields/money-input.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { capJob, type DraftLines } from './draft-lines.ts';
import { HOLD, type RestChoice, RestFields } from './rest-fields.tsx';

/** The jobs on the invoice that have work on it. */
export function cappedJobs(lines: DraftLines, { jobs }: InvoiceChoices) {
  return jobs.filter(({ id }) => lines.some(({ job, entries }) => job === id && entries.length > 0));
}

export type CapDialogProps = { lines: DraftLines; choices: InvoiceChoices; onDone: (lines: DraftLines) => void; onClose: () => void };

/** Bills the work of a job up to its fee cap, or to another amount. */
export function CapDialog({ lines, choices, onDone, onClose }: CapDialogProps) {
  const jobs = cappedJobs(lines, choices);
  const [id, setId] = useState((jobs.find(({ fee_cap }) => fee_cap !== null) ?? jobs[0])?.id);
  const job = jobs.find((one) => one.id === id);
  const [typed, setTyped] = useState<MoneyValue | undefined>(undefined);
  const cap = typed === undefined ? (job?.fee_cap ?? null) : typed;
  const [rest, setRest] = useState<RestChoice>(HOLD);
  const room = typeof cap === 'number' && job ? Math.max(0, subtractCents(cap, job.billed)) : null;
  const bill = room === null || !job ? null : capJob(lines, job.id, room, rest, choices);
  const needsReason = bill !== null && rest.act === 'write off' && rest.reason.trim() === '' && bill.entries.some((entry) => entry.rest);
  return (
    <Dialog
      open
      title="Bill to a fee cap"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={bill === null || bill.entries.length === 0 || needsReason}
            onClick={() => bill && onDone(bill.lines)}
          >
            Bill to the cap
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 1 }}>
        <TextField
          select
          label="Job"
          value={id ?? ''}
          onChange={({ target }) => {
            setId(jobs.find((one) => one.id === Number(target.value))?.id);
            setTyped(undefined);
          }}
        >
          {jobs.map(({ id: value, num, desc }) => (
            <MenuItem key={value} value={value}>
              {num} {desc}
            </MenuItem>
          ))}
        </TextField>
        <MoneyInput
          isWide
          label="Fee cap"
          value={cap}
          onChange={setTyped}
          hint={
            job
              ? `${formatCents(job.billed)} has been billed on this job${room === null ? '' : `, so ${formatCents(room)} is left`}.`
              : undefined
          }
        />
        <RestFields value={rest} onChange={setRest} />
        {bill ? (
          <Typography role="status" sx={{ color: 'text.secondary' }}>
            {formatCents(bill.billed)} is billed, the oldest work first.
            {bill.left.length > 0 ? ` ${sayCount(bill.left.length, 'entry', 'entries')} of which nothing is billed go back to WIP.` : ''}
            {bill.rest === 0 ? ' Everything fits under the cap.' : ''}
          </Typography>
        ) : null}
      </Stack>
    </Dialog>
  );
}
