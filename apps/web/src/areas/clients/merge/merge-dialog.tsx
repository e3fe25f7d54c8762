import { getClient } from '@dmse/contract/clients/client';
import { getContact } from '@dmse/contract/clients/contact';
import { mergeClients, mergeContacts } from '@dmse/contract/clients/merge';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callAny } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { callKey } from '../../../api/use-call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { MergeChoice } from './merge-choice.tsx';
import { chosenOption, differingFields, filledFields, type MergeField } from './merge-fields.ts';
import { MergeOutcome } from './merge-outcome.tsx';

type Named = { id: number; name: string };
type Loaded = Named & Record<string, unknown>;
type Outcome = { moved: { what: string; count: number }[] } & { [noun in 'client' | 'contact']?: Loaded };

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
  /** The answers chosen, in words: whichever record stays, they are still the ones wanted. */
  const [keep, setKeep] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const loaded = useQueries({
    queries: rows.map(({ id }) => ({
      queryKey: callKey(calls.get, { id }),
      queryFn: () => callAny(calls.get, { id }) as Promise<Loaded>,
      retry: false,
    })),
  });
  const records = loaded.flatMap(({ data }) => (data ? [data] : []));
  const fields = records.length === rows.length ? differingFields(noun, records, survivor) : [];
  const chosen = (field: MergeField) => chosenOption(field, keep[field.field], survivor);
  const body = {
    [calls.others]: rows.map(({ id }) => id).filter((id) => id !== survivor),
    keep: Object.fromEntries(fields.flatMap((field) => field.fields.map((name) => [name, chosen(field)]))),
  };
  const preview = useQuery({
    queryKey: ['merge preview', noun, survivor, body],
    queryFn: () => callAny(calls.merge, { id: survivor, preview: true }, body) as Promise<Outcome>,
    enabled: records.length === rows.length,
    retry: false,
  });
  const trouble = loaded.find(({ error }) => error)?.error ?? preview.error ?? refusal;

  async function merge(): Promise<void> {
    setBusy(true);
    try {
      await callAny(calls.merge, { id: survivor }, body);
      await invalidateArea(queries, 'clients');
      showToast({ text: `Merged ${rows.length} ${noun}s.`, colour: 'success' });
      onMerged(`/${noun}/${survivor}`);
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  }

  const [stays, outcome] = [records.find(({ id }) => id === survivor), preview.data?.[noun]];
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
        {fields.map((field) => (
          <MergeChoice
            key={field.field}
            label={field.label}
            options={field.options}
            value={chosen(field)}
            onChange={(id) => setKeep({ ...keep, [field.field]: field.options.find((option) => option.id === id)!.words })}
          />
        ))}
        {records.length < rows.length && !trouble ? <LinearProgress aria-label="Loading" /> : null}
        {preview.data && stays && outcome ? (
          <MergeOutcome filled={filledFields(noun, stays, outcome, fields)} moved={preview.data.moved} />
        ) : null}
        {trouble ? <Alert severity="error">{errorText(trouble)}</Alert> : null}
      </Stack>
    </Dialog>
  );
}
