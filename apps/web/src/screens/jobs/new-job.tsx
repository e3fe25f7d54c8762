import { useNavigate, useSearch } from '@tanstack/react-router';
import { NewJobForm } from '../../areas/jobs/job-form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Can } from '../../session/can.tsx';
import { useSelf } from '../../session/self.ts';
import { NoManagerRole } from './no-manager-role.tsx';

export function NewJob() {
  const navigate = useNavigate();
  const { id } = useSelf();
  const { client } = useSearch({ strict: false }) as { client?: string | number };
  const initial = { project_manager: id, ...(client ? { client: Number(client) } : {}) };
  return (
    <Can do="jobs.write" otherwise={<NoManagerRole title="New Job" />}>
      <PageHeader title="New Job" />
      <NewJobForm
        initial={initial}
        onCreated={(job) => void navigate({ to: '/job/$id/$tab', params: { id: String(job.id), tab: 'info' }, replace: true } as never)}
      />
    </Can>
  );
}
