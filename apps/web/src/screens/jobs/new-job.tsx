import { useNavigate } from '@tanstack/react-router';
import { useAskedClient } from '../../areas/clients/use-asked-client.ts';
import { NewJobForm } from '../../areas/jobs/job-form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Can } from '../../session/can.tsx';
import { useSelf } from '../../session/self.ts';
import { NoManagerRole } from './no-manager-role.tsx';

export function NewJob() {
  const navigate = useNavigate();
  const manager = useSelf();
  const client = useAskedClient();
  return (
    <Can do="jobs.write" otherwise={<NoManagerRole title="New Job" />}>
      <PageHeader title="New Job" />
      {client === undefined ? null : (
        <NewJobForm
          beginning={{ manager, client }}
          onCreated={(job) => void navigate({ to: '/job/$id/$tab', params: { id: String(job.id), tab: 'info' }, replace: true } as never)}
        />
      )}
    </Can>
  );
}
