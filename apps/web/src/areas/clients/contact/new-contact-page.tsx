import { useNavigate } from '@tanstack/react-router';
import { NoRole } from '../../../parts/page/no-role.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Can } from '../../../session/can.tsx';
import { AskedClient } from '../client/asked-client.tsx';
import { NewContactForm } from './contact-form.tsx';

export function NewContact() {
  const navigate = useNavigate();
  return (
    <Can do="clients.write" otherwise={<NoRole needs="clients.write" title="New Contact" />}>
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
