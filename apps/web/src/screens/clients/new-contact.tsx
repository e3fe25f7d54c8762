import { useNavigate } from '@tanstack/react-router';
import { NewContactForm } from '../../areas/clients/contact-form.tsx';
import { useAskedClient } from '../../areas/clients/use-asked-client.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Can } from '../../session/can.tsx';
import { NoJobsRole } from './no-jobs-role.tsx';

export function NewContact() {
  const navigate = useNavigate();
  const client = useAskedClient();
  return (
    <Can do="clients.write" otherwise={<NoJobsRole title="New Contact" />}>
      <PageHeader title="New Contact" />
      {client === undefined ? null : (
        <NewContactForm
          forClient={client}
          onCreated={({ id }) => void navigate({ to: '/contact/$id', params: { id: String(id) }, replace: true })}
        />
      )}
    </Can>
  );
}
