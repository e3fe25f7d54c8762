import type { LedgerDifference } from '@dmse/contract/accounting/differences';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';
import { useRetryUpload } from '../../areas/invoices/upload/use-retry-upload.ts';
import { useCan } from '../../session/self.ts';

/** What can be done about a difference. */
export function DifferenceAct({ difference: { action, here, upload, proposal, invoice } }: { difference: LedgerDifference }) {
  const maySend = useCan('invoices.write');
  const mayLook = useCan('invoices.read');
  const { retry, isBusy } = useRetryUpload();
  if (action === 'send' && upload !== null && maySend)
    return (
      <Button size="small" variant="outlined" loading={isBusy} onClick={() => void retry([upload])}>
        Send again
      </Button>
    );
  if (action === 'accept' && proposal !== null)
    return (
      <Button
        size="small"
        variant="outlined"
        component={RouterLink}
        {...({ to: '/accounting-link/proposals', search: { proposal } } as object)}
      >
        See proposal
      </Button>
    );
  if (action === 'wait') return 'It is sent by itself.';
  if (here === null) return 'Look at it over there.';
  return invoice !== null && mayLook ? <Link href={`/app/invoice/${invoice}`}>Open invoice</Link> : '–';
}
