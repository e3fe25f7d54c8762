import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useSettings } from '../../../session/settings.ts';
import { NewClientForm } from './client-form.tsx';

export function NewClient() {
  const navigate = useNavigate();
  const { home_province } = useSettings();
  return (
    <>
      <PageHeader title="New Client" />
      <NewClientForm
        province={home_province}
        onCreated={({ id }) => void navigate({ to: '/client/$id/$tab', params: { id: String(id), tab: 'info' }, replace: true })}
      />
    </>
  );
}
