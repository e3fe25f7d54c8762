import { getBillableWork } from '@dmse/contract/wip/billable';
import { sumCents } from '@dmse/domain/money/cents';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';
import { useWord } from '../../../parts/search/address.ts';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { ClientPicker } from '../invoice/client-filter.tsx';
import { BillableWork, chosenItems } from './billable-work.tsx';
import { useCreateDraft } from './use-create-draft.ts';

function Work({ client }: { client: number }) {
  const { data, error, isError, refetch } = useCall(getBillableWork, { id: client }, { staleTime: 0, retry: false });
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const { create, isBusy } = useCreateDraft();
  if (isError && !data) return <ErrorState title="The work could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={280} role="progressbar" aria-label="Loading the work" />;
  const items = chosenItems(data.jobs, off);
  const sum = sumCents(items.map(({ amount }) => amount));
  return (
    <>
      {data.jobs.length === 0 ? (
        <Paper variant="outlined">
          <EmptyState
            icon="schedule"
            title="No work of this client is ready to be billed."
            text="A draft can begin empty: for a retainer, or a fixed fee."
          />
        </Paper>
      ) : (
        <BillableWork jobs={data.jobs} off={off} onOff={setOff} />
      )}
      <Paper
        elevation={6}
        role="region"
        aria-label="Draft"
        sx={{
          position: 'sticky',
          bottom: 12,
          zIndex: 'appBar',
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          px: 4,
          py: 2,
          mt: 4,
          border: 1,
          borderColor: 'divider',
        }}
      >
        <Typography role="status" sx={{ flex: 1, minWidth: 0, fontVariantNumeric: 'tabular-nums' }}>
          {items.length === 0 ? (
            'Nothing is ticked.'
          ) : (
            <>
              {sayCount(items.length, 'entry', 'entries')}, <strong>{formatCents(sum)}</strong> before tax
            </>
          )}
        </Typography>
        <Button variant="contained" loading={isBusy} onClick={() => void create({ client, items })}>
          {items.length === 0 ? 'Create empty draft' : 'Create draft'}
        </Button>
      </Paper>
    </>
  );
}

/** Starts a draft: whom to bill, and for which work. `?client=5` has chosen already. */
export function NewInvoice() {
  const navigate = useNavigate();
  const client = useWord('client');
  const id = Number(client) || null;
  const [chosen, setChosen] = useState<PickerChoice | null>(null);
  const { data: named } = useCall(getBillableWork, { id: id ?? 0 }, { enabled: id !== null, staleTime: 0, retry: false });
  const value = id === null ? null : chosen?.id === id ? chosen : { id, label: named?.name ?? '' };
  return (
    <>
      <PageHeader title="New invoice" subtitle="Choose the client, then the work. It stays a draft until you submit it." />
      <Box sx={{ maxWidth: 520, mb: 4 }}>
        <ClientPicker
          value={value}
          isRequired
          onChange={(next) => {
            setChosen(next);
            void navigate({ to: '.', search: next ? { client: String(next.id) } : {}, replace: true });
          }}
        />
      </Box>
      {id === null ? (
        <Paper variant="outlined">
          <EmptyState
            icon="receipt_long"
            title="No client is chosen."
            text="The clients with the most work ready to be billed come first."
          />
        </Paper>
      ) : (
        <Work key={id} client={id} />
      )}
    </>
  );
}
