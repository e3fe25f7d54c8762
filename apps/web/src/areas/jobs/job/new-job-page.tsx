import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Can } from '../../../session/can.tsx';
import { useSelf } from '../../../session/self.ts';
import { AskedClient } from '../../clients/client/asked-client.tsx';
import { NoManagerRole } from '../dashboard/no-manager-role.tsx';
import { NewJobForm } from './job-form.tsx';

export function NewJob() {
  const navigate = useNavigate();
  const manager = useSelf();
  return (
    <Can do="jobs.write" otherwise={<NoManagerRole title="New Job" />}>
      <PageHeader title="New Job" />
      <AskedClient>
        {(client) => (
          <NewJobForm
            beginning={{ manager, client }}
            onCreated={(job) => void navigate({ to: '/job/$id/$tab', params: { id: String(job.id), tab: 'info' }, replace: true } as never)}
          />
        )}
      </AskedClient>
    </Can>
  );
}
