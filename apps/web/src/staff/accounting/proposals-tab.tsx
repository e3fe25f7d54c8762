import { type AccountingProposal, listAccountingProposals } from '@dmse/contract/accounting/proposal';
import { PROPOSAL_STATES } from '@dmse/domain/accounting-link/documents';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { useCall } from '../../api/use-call.ts';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { useSetWords, useWords } from '../../parts/search/address.ts';
import { PageBar } from '../../parts/search/page-bar.tsx';
import { useCan, useSelf } from '../../session/self.ts';
import { ProposalList } from './proposal-list.tsx';

type State = AccountingProposal['state'];
const WORDS: Record<State, string> = { open: 'To decide', accepted: 'Accepted', declined: 'Declined' };
const NONE: Record<State, { title: string; text: string }> = {
  open: {
    title: 'Nothing waits for a decision.',
    text: 'Payments, credit notes and voids made in the accounting system appear here.',
  },
  accepted: { title: 'Nothing was accepted yet.', text: 'What is accepted is done here as it was done over there.' },
  declined: { title: 'Nothing was declined.', text: 'What is declined stays different over there, and is not asked again.' },
};

function Keys() {
  const { single_key_shortcuts } = useSelf().preferences;
  if (!useCan('accounting.write') || !single_key_shortcuts) return null;
  return (
    <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', display: { xs: 'none', sm: 'block' } }}>
      Arrow keys move, A accepts, D declines.
    </Box>
  );
}

/** What was done over there and is not here, each to be accepted or declined; the decided ones under a filter. */
export function ProposalsTab() {
  const { preferences } = useSelf();
  const setWords = useSetWords();
  const words = useWords();
  const state = PROPOSAL_STATES.find((one) => one === words.state) ?? 'open';
  const page = Math.max(1, Math.trunc(Number(words.page)) || 1);
  const input = { state: [state], page, page_size: preferences.page_size };
  const { data, error, isError, refetch } = useCall(listAccountingProposals, input, { keepOld: true, refetchInterval: 10_000 });

  function showBody(): ReactNode {
    if (isError && !data) return <ErrorState title="The proposals could not be loaded." error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeleton variant="rounded" height={160} role="progressbar" aria-label="Loading proposals" />;
    if (data.results.length === 0) return <EmptyState icon="inbox" {...NONE[state]} />;
    return (
      <>
        <ProposalList proposals={data.results} wanted={Number(words.proposal) || null} />
        <PageBar
          page={page}
          pageSize={preferences.page_size}
          count={data.count}
          onPage={(next) => setWords({ page: next > 1 ? next : undefined })}
        />
      </>
    );
  }
  return (
    <Stack sx={{ gap: 3 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={state}
          aria-label="State"
          onChange={(_, next: State | null) =>
            next && setWords({ state: next === 'open' ? undefined : next, page: undefined, proposal: undefined })
          }
        >
          {PROPOSAL_STATES.map((one) => (
            <ToggleButton key={one} value={one}>
              {WORDS[one]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {state === 'open' ? <Keys /> : null}
      </Stack>
      {showBody()}
    </Stack>
  );
}
