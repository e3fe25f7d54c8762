import { getClient } from '@dmse/contract/clients/client';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { ProblemError } from '../../../api/problem-error.ts';
import { useCall } from '../../../api/use-call.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { RecordPending } from '../../../parts/record/record-pending.tsx';
import { useWord } from '../../../parts/search/address.ts';

export type NamedClient = { id: number; name: string };
export type AskedClientProps = { children: (client: NamedClient | null) => ReactNode };

/** Reads the client on whose page "New job" or "New contact" was pressed, named in the address; a form begins with it, or with none. */
export function AskedClient({ children }: AskedClientProps) {
  const client = useWord('client');
  const isNamed = /^[1-9]\d*$/.test(String(client ?? ''));
  const asked = useCall(getClient, { id: Number(client) }, { enabled: isNamed, retry: false });
  const [goesWithout, setGoesWithout] = useState(false);
  if (!isNamed || goesWithout) return children(null);
  if (asked.data) return children({ id: asked.data.id, name: asked.data.name });
  if (!asked.isError) return <RecordPending noun="client" />;
  if (asked.error instanceof ProblemError && asked.error.status === 404)
    return (
      <>
        <Alert severity="info" sx={{ mb: 4 }}>
          There is no such client any more. Choose another below.
        </Alert>
        {children(null)}
      </>
    );
  return (
    <ErrorState title="The client could not be loaded." error={asked.error} onRetry={() => void asked.refetch()}>
      <Button onClick={() => setGoesWithout(true)}>Continue without it</Button>
    </ErrorState>
  );
}
