import { listMilestones } from '@dmse/contract/work/milestone';
import Skeleton from '@mui/material/Skeleton';
import { useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import { LinkButton } from '../../parts/links.tsx';
import { useConnected } from '../../session/connection.ts';
import { useSelf } from '../../session/self.ts';
import { MilestoneLines } from './milestone-lines.tsx';
import { WorkCard } from './work-card.tsx';

/** For a project manager: what could be worked on in the own projects. Nothing without a network, and nothing to say of a failure. */
export function ProjectsCard() {
  const { id } = useSelf();
  const isConnected = useConnected();
  const asked = useMemo(() => ({ project_manager: id, is_blocked: false, ordering: 'due_date', page_size: 10 }), [id]);
  const { data, isError } = useCall(listMilestones, asked, { enabled: isConnected });
  if (isError || (!data && !isConnected)) return null;
  return (
    <WorkCard
      icon="work"
      title="Ready in my projects"
      action={
        <LinkButton to="/jobs" search={{ tab: 'progress', project_manager: String(id) }} size="small" variant="outlined">
          Progress of my projects
        </LinkButton>
      }
    >
      {data ? (
        <MilestoneLines rows={data.results} empty="Nothing in your projects is ready to be worked on." />
      ) : (
        <Skeleton variant="text" width="80%" />
      )}
    </WorkCard>
  );
}
