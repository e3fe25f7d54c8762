import type { Endpoint } from '@dmse/contract/endpoint';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callAny } from '../../api/call.ts';
import { invalidateArea } from '../../api/invalidate.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { Icon } from '../../parts/icon/icon.tsx';
import { LinkButton } from '../../parts/links.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { useCan } from '../../session/self.ts';
import { MergePicker } from './merge/merge-picker.tsx';

export type RecordActionsProps = {
  noun: 'client' | 'contact';
  record: { id: number; name: string };
  remove: Endpoint;
  listPath: { to: '/jobs'; search: { tab: 'clients' | 'contacts' } };
};

/** Merge and delete, for whoever may. */
export function RecordActions({ noun, record, remove, listPath }: RecordActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const mayRemove = useCan('clients.remove');
  const mayMerge = useCan('clients.merge');
  const mayWrite = useCan('clients.write');
  const navigate = useNavigate();
  const queries = useQueryClient();

  async function removeIt(): Promise<void> {
    await callAny(remove, { id: record.id });
    await invalidateArea(queries, 'clients');
    showToast({ text: endSentence(`Deleted ${record.name}`) });
    void navigate(listPath);
  }

  return (
    <>
      {mayRemove ? (
        <Button color="error" startIcon={<Icon name="delete" size={18} />} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      ) : null}
      {mayMerge ? (
        <Button variant="outlined" startIcon={<Icon name="merge" size={18} />} onClick={() => setMerging(true)}>
          Merge
        </Button>
      ) : null}
      {noun === 'client' && mayWrite ? (
        <LinkButton
          to="/contact"
          search={{ client: String(record.id) }}
          variant="outlined"
          startIcon={<Icon name="person_add" size={18} />}
        >
          New contact
        </LinkButton>
      ) : null}
      <ConfirmDialog
        open={isDeleting}
        title={`Delete ${record.name}?`}
        verb={`Delete ${noun}`}
        isDestructive
        onConfirm={removeIt}
        onClose={() => setDeleting(false)}
      >
        The {noun} and everything typed about it will be gone; only its history stays. A {noun} that others refer to cannot be deleted.
      </ConfirmDialog>
      {isMerging ? <MergePicker noun={noun} record={record} onClose={() => setMerging(false)} /> : null}
    </>
  );
}
