import { getClient } from '@dmse/contract/clients/client';
import { getContact } from '@dmse/contract/clients/contact';
import { mergeClients, mergeContacts } from '@dmse/contract/clients/merge';
import type { Endpoint } from '@dmse/contract/endpoint';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { callKey } from '../../api/use-call.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { errorText } from '../../parts/notice/error-state.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { forgetClients } from './forget-noun.ts';
import { MergeChoice } from './merge-choice.tsx';
import { differingFields } from './merge-fields.ts';

type Named = { id: number; name: string };
type Outcome = { moved: { what: string; count: number }[] };

export type MergeDialogProps = {
  noun: 'client' | 'contact';
  rows: readonly Named[];
  onClose: () => void;
  /** Given the address of the record that stayed. */
  onMerged: (path: string) => void;
};

const CALLS = {
  client: { get: getClient, merge: mergeClients, others: 'clients' },
  contact: { get: getContact, merge: mergeContacts, others: 'contacts' },
} as const;

/** Several records become one: which stays, whose value wins where they disagree, and what moves along. */
export function MergeDialog({ noun, rows, onClose, onMerged }: MergeDialogProps) {
  const calls = CALLS[noun];
  const queries = useQueryClient();
  const [survivor, setSurvivor] = useState(rows[0]!.id);
  const [keep, setKeep] = useState<Record<string, number>>({});
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const loaded = useQueries({
    queries: rows.map(({ id }) => ({
      queryKey: callKey(calls.get, { id }),
      queryFn: () => call(calls.get as Endpoint, { id } as never) as unknown as Promise<Named>,
      retry: false,
    })),
  });
  const records = loaded.flatMap(({ data }) => (data ? [data as Named & Record<string, unknown>] : []));
  const fields = records.length === rows.length ? differingFields(noun, records) : [];
  // Where nothing was chosen the survivor's own value stays, or the first there is.
  const chosen = (field: string, options: { id: number }[]) =>
    keep[field] ?? (options.some(({ id }) => id === survivor) ? survivor : options[0]!.id);
  const body = {
    [calls.others]: rows.map(({ id }) => id).filter((id) => id !== survivor),
    keep: Object.fromEntries(fields.map(({ field, options }) => [field, chosen(field, options)])),
  };
  const preview = useQuery({
    queryKey: ['merge preview', noun, survivor, body],
    queryFn: () => call(calls.merge as Endpoint, { id: survivor, preview: true } as never, body as never) as unknown as Promise<Outcome>,
    enabled: records.length === rows.length,
    retry: false,
  });
  const trouble = loaded.find(({ error }) => error)?.error ?? preview.error ?? refusal;

  async function merge(): Promise<void> {
    setBusy(true);
    try {
      await call(calls.merge as Endpoint, { id: survivor } as never, body as never);
      await forgetClients(queries);
      showToast({ text: `Merged ${rows.length} ${noun}s.`, colour: 'success' });
      onMerged(`/${noun}/${survivor}`);
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  }

  const moved = preview.data?.moved.map(({ what, count }) => `${count} ${what}`).join(', ');
  const actions = (
    <>
      <Button onClick={onClose} disabled={isBusy}>
        Cancel
      </Button>
      <Button variant="contained" onClick={() => void merge()} loading={isBusy} disabled={!preview.data}>
        Merge {noun}s
      </Button>
    </>
  );
  return (
    <Dialog open title={`Merge ${rows.length} ${noun}s`} onClose={onClose} actions={actions} width="sm" isTall>
      <Stack sx={{ gap: 4 }}>
        <MergeChoice
          label={`Which ${noun} stays`}
          options={rows.map(({ id, name }) => ({ id, words: `${name} (no. ${id})` }))}
          value={survivor}
          onChange={setSurvivor}
        />
        {fields.map(({ field, label, options }) => (
          <MergeChoice
            key={field}
            label={label}
            options={options}
            value={chosen(field, options)}
            onChange={(id) => setKeep({ ...keep, [field]: id })}
          />
        ))}
        {records.length < rows.length && !trouble ? <LinearProgress aria-label="Loading" /> : null}
        {preview.data ? (
          <Typography sx={{ color: 'text.secondary' }}>
            {moved ? `What moves to the one that stays: ${moved}. ` : 'Nothing else refers to the others. '}
            The others remain only as links that lead to it; their history is kept with its own. A merge cannot be undone.
          </Typography>
        ) : null}
        {trouble ? <Alert severity="error">{errorText(trouble)}</Alert> : null}
      </Stack>
    </Dialog>
  );
}
