import type { AccountingProposal } from '@dmse/contract/accounting/proposal';
import type { Tone } from '@dmse/domain/states/machine';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { KeyboardEvent } from 'react';
import { ToneChip } from '../../parts/record/tone-chip.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { Can } from '../../session/can.tsx';
import type { Decision } from './use-decision.ts';

const DECIDED: Record<Exclude<AccountingProposal['state'], 'open'>, { text: string; tone: Tone }> = {
  accepted: { text: 'Accepted', tone: 'success' },
  declined: { text: 'Declined', tone: 'muted' },
};

export type ProposalRowProps = {
  proposal: AccountingProposal;
  /** Left out where it is decided already, or is not the person's to decide. */
  onDecide?: ((decision: Decision) => void) | undefined;
  isBusy: boolean;
  refusal: string | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  keys: string | undefined;
};

function Facts({ proposal: { client, invoice, date, found_on, decided_on, decided_by, payment } }: Pick<ProposalRowProps, 'proposal'>) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, fontSize: '0.75rem', color: 'text.secondary', mt: 1 }}>
      <span>{client.name}</span>
      <Can do="invoices.read" otherwise={<span>Invoice {invoice.num}</span>}>
        <Link href={`/app/invoice/${invoice.id}`}>Invoice {invoice.num}</Link>
      </Can>
      {date ? (
        <span>
          dated <DateText value={date} />
        </span>
      ) : null}
      <span>
        found <DateText value={found_on} as="relative" />
      </span>
      {decided_on ? (
        <span>
          decided <DateText value={decided_on} as="relative" />
          {decided_by ? ` by ${decided_by.full_name}` : ''}
        </span>
      ) : null}
      {payment ? (
        <Can do="payments.read">
          <Link href={`/app/payment/${payment}`}>Payment made of it</Link>
        </Can>
      ) : null}
    </Box>
  );
}

/** Something done over there: what, what accepting it does here, and the decision. */
export function ProposalRow({ proposal, onDecide, isBusy, refusal, onKeyDown, keys }: ProposalRowProps) {
  const { id, says, effect, state } = proposal;
  return (
    <Box
      component="li"
      tabIndex={0}
      data-proposal={id}
      aria-keyshortcuts={keys}
      onKeyDown={onKeyDown}
      sx={{
        px: 4,
        py: 3,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
        // Seen after a click too: it is what the keys decide.
        '&:focus': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <Box sx={{ fontWeight: 500 }}>{says}</Box>
          {effect ? <Box sx={{ color: 'text.secondary' }}>{effect}</Box> : null}
          <Facts proposal={proposal} />
        </Box>
        {state === 'open' ? null : <ToneChip {...DECIDED[state]} />}
        {onDecide ? (
          <Stack direction="row" sx={{ gap: 2 }}>
            <Button variant="outlined" loading={isBusy} onClick={() => onDecide('accept')} aria-label={`Accept: ${says}`}>
              Accept
            </Button>
            <Button disabled={isBusy} onClick={() => onDecide('decline')} aria-label={`Decline: ${says}`}>
              Decline
            </Button>
          </Stack>
        ) : null}
      </Box>
      {refusal ? (
        <Alert severity="error" sx={{ mt: 2 }}>
          {refusal}
        </Alert>
      ) : null}
    </Box>
  );
}
