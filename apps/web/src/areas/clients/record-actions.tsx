import type { removeClient } from '@dmse/contract/clients/client';
import type { removeContact } from '@dmse/contract/clients/contact';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import { LinkButton } from '../../parts/links.tsx';
import { RemoveButton } from '../../parts/record/remove-button.tsx';
import { useCan } from '../../session/self.ts';
import { MergePicker } from './merge/merge-picker.tsx';

export type RecordActionsProps = {
  noun: 'client' | 'contact';
  record: { id: number; name: string };
  remove: typeof removeClient | typeof removeContact;
  listPath: { to: '/jobs'; search: { tab: 'clients' | 'contacts' } };
};

/** Merge and delete, for whoever may. */
export function RecordActions({ noun, record, remove, listPath }: RecordActionsProps) {
  const [isMerging, setMerging] = useState(false);
  const mayRemove = useCan('clients.remove');
  const mayMerge = useCan('clients.merge');
  const mayWrite = useCan('clients.write');

  return (
    <>
      {mayRemove ? (
        <RemoveButton endpoint={remove} id={record.id} noun={noun} name={record.name} list={listPath}>
          The {noun} and everything typed about it will be gone; only its history stays. A {noun} that others refer to cannot be deleted.
        </RemoveButton>
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
      {isMerging ? <MergePicker noun={noun} record={record} onClose={() => setMerging(false)} /> : null}
    </>
  );
}
