import { useNavigate } from '@tanstack/react-router';
import { NewClientForm } from '../../areas/clients/client-form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Can } from '../../session/can.tsx';
import { NoJobsRole } from './no-jobs-role.tsx';

export function NewClient() {
  const navigate = useNavigate();
  return (
    <Can do="clients.write" otherwise={<NoJobsRole title="New Client" />}>
      <PageHeader title="New Client" />
      <NewClientForm
        onCreated={({ id }) => void navigate({ to: '/client/$id/$tab', params: { id: String(id), tab: 'info' }, replace: true })}
      />
    </Can>
  );
}
