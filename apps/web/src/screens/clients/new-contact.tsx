import { useNavigate } from '@tanstack/react-router';
import { AskedClient } from '../../areas/clients/asked-client.tsx';
import { NewContactForm } from '../../areas/clients/contact-form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Can } from '../../session/can.tsx';
import { NoJobsRole } from './no-jobs-role.tsx';

export function NewContact() {
  const navigate = useNavigate();
  return (
    <Can do="clients.write" otherwise={<NoJobsRole title="New Contact" />}>
      <PageHeader title="New Contact" />
      <AskedClient>
        {(client) => (
          <NewContactForm
            forClient={client}
            onCreated={({ id }) => void navigate({ to: '/contact/$id', params: { id: String(id) }, replace: true })}
          />
        )}
      </AskedClient>
    </Can>
  );
}
