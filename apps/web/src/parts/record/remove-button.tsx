import type { Endpoint, IdOf, InputOf } from '@dmse/contract/endpoint';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { invalidateAreaOf } from '../../api/invalidate.ts';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { Icon } from '../icon/icon.tsx';
import { showToast } from '../toast/toast-store.ts';
import type { RecordListLink } from './record-page.tsx';

export type RemoveButtonProps<E extends Endpoint> = {
  /** The DELETE of the record. */
  endpoint: E;
  id: IdOf<E>;
  /** "client" */
  noun: string;
  /** What this record is called. */
  name: string;
  /** Where one is afterwards. */
  list: RecordListLink;
  /** What will be gone. */
  children: ReactNode;
};

/** Deletes a record once that is confirmed, and leads to the list. A refusal is said in the dialog. */
export function RemoveButton<E extends Endpoint>({ endpoint, id, noun, name, list, children }: RemoveButtonProps<E>) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  async function remove(): Promise<void> {
    await call(endpoint, { id } as object as InputOf<E>);
    showToast({ text: endSentence(`Deleted ${name}`) });
    // The page is left first: what it shows is not there to be asked for any more.
    await navigate(list);
    await invalidateAreaOf(client, endpoint);
  }
  return (
    <>
      <Button color="error" startIcon={<Icon name="delete" size={18} />} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Delete ${name}?`}
        verb={`Delete ${noun}`}
        isDestructive
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
