import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { AskedClient } from '../client/asked-client.tsx';
import { NewContactForm } from './contact-form.tsx';

export function NewContact() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="New Contact" />
      <AskedClient>
        {(client) => (
          <NewContactForm
            forClient={client}
            onCreated={({ id }) => void navigate({ to: '/contact/$id', params: { id: String(id) }, replace: true })}
          />
        )}
      </AskedClient>
    </>
  );
}
