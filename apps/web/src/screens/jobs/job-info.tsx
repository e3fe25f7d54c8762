import { type Job, listJobHistory, populateJobDrive, setJobLocation } from '@dmse/contract/jobs/job';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { forgetJobs } from '../../areas/jobs/forget-jobs.ts';
import { JobForm } from '../../areas/jobs/job-form.tsx';
import { ReachPanel } from '../../areas/jobs/reach-panel.tsx';
import { useJobSettings } from '../../areas/jobs/use-job-settings.ts';
import { LocationPanel } from '../../areas/places/location-panel.tsx';
import { HistoryPanel } from '../../parts/history-panel.tsx';
import { useTour } from '../../parts/tour/use-tour.tsx';
import { INFO_TOUR } from './job-tours.ts';

/** The Info tab of a job. */
export function JobInfo({ job }: { job: Job }) {
  const client = useQueryClient();
  const settings = useJobSettings();
  const isReadOnly = !(job.can_edit && job.is_editable);
  const tour = useTour(INFO_TOUR);
  return (
    <>
      {tour}
      <JobForm job={job} isReadOnly={isReadOnly} />
      <ReachPanel record={job} populate={populateJobDrive} isReadOnly={isReadOnly} />
      <LocationPanel
        noun="job"
        id={job.id}
        num={job.num}
        location={job.location}
        isReadOnly={isReadOnly}
        {...(settings?.style_url ? { style: settings.style_url } : {})}
        onSave={async (patch) => {
          await call(setJobLocation, { id: job.id }, patch);
          await forgetJobs(client);
        }}
      />
      <HistoryPanel endpoint={listJobHistory} id={job.id} />
    </>
  );
}
