import { useNavigate, useSearch } from '@tanstack/react-router';
import { NewContactForm } from '../../areas/clients/contact-form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Can } from '../../session/can.tsx';
import { NoJobsRole } from './no-jobs-role.tsx';

export function NewContact() {
  const navigate = useNavigate();
  const { client } = useSearch({ strict: false }) as { client?: string };
  return (
    <Can do="clients.write" otherwise={<NoJobsRole title="New Contact" />}>
      <PageHeader title="New Contact" />
      <NewContactForm
        {...(client && /^\d+$/.test(client) ? { forClient: Number(client) } : {})}
        onCreated={({ id }) => void navigate({ to: '/contact/$id', params: { id: String(id) }, replace: true })}
      />
    </Can>
  );
}
