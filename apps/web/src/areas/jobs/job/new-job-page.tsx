import { setJobLocation } from '@dmse/contract/jobs/job';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useSelf } from '../../../session/self.ts';
import { AskedClient } from '../../clients/client/asked-client.tsx';
import { AskedPlaceNote, placeNew, useAskedPlace } from '../../places/location/asked-place.tsx';
import { NewJobForm } from './job-form.tsx';

export function NewJob() {
  const navigate = useNavigate();
  const manager = useSelf();
  const place = useAskedPlace();
  return (
    <>
      <PageHeader title="New Job" />
      <AskedPlaceNote noun="job" place={place} />
      <AskedClient>
        {(client) => (
          <NewJobForm
            beginning={{ manager, client }}
            onCreated={async (job) => {
              await placeNew(place, (geometry) => call(setJobLocation, { id: job.id }, { geometry }));
              void navigate({ to: '/job/$id/$tab', params: { id: String(job.id), tab: 'info' }, replace: true });
            }}
          />
        )}
      </AskedClient>
    </>
  );
}
