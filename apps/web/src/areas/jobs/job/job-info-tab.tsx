import { type Job, JobPatch, listJobHistory, populateJobDrive, setJobLocation } from '@dmse/contract/jobs/job';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { factOf } from '../../../parts/record/facts-panel.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { useTour } from '../../../parts/tour/use-tour.tsx';
import { LocationPanel } from '../../places/location/location-panel.tsx';
import { PlaceThumbnail } from '../../places/location/place-thumbnail.tsx';
import { INFO_TOUR } from '../project/job-tours.ts';
import { ProjectFacts } from '../project/project-facts.tsx';
import { ReachPanel } from '../project/reach-panel.tsx';
import { JobForm } from './job-form.tsx';
import { useJobSettings } from './use-job-settings.ts';

const FIELDS = JobPatch.shape;

function factsOf({ state_reason, on_hold_until, po_number, milestone_count, open_milestone_count }: Job) {
  return [
    ...(state_reason ? [factOf(FIELDS.state_reason, state_reason)] : []),
    ...(on_hold_until ? [factOf(FIELDS.on_hold_until, <DateText value={on_hold_until} as="prose" />)] : []),
    ...(milestone_count > 0 ? [{ label: 'Milestones', value: `${open_milestone_count} of ${milestone_count} open` }] : []),
    ...(po_number ? [factOf(FIELDS.po_number, po_number)] : []),
  ];
}

/** The Info tab of a job: the facts first, the form behind Edit. */
export function JobInfo({ job }: { job: Job }) {
  const client = useQueryClient();
  const settings = useJobSettings();
  const [isEditing, setEditing] = useState(false);
  const isReadOnly = !(job.can_edit && job.is_editable);
  const tour = useTour(INFO_TOUR);
  return (
    <>
      {tour}
      {isEditing && !isReadOnly ? (
        <JobForm job={job} onClose={() => setEditing(false)} />
      ) : (
        <ProjectFacts
          noun="job"
          project={job}
          more={factsOf(job)}
          aside={<PlaceThumbnail noun="job" id={job.id} num={job.num} location={job.location} />}
          onEdit={isReadOnly ? undefined : () => setEditing(true)}
        />
      )}
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
          await invalidateArea(client, 'jobs');
        }}
      />
      <HistoryPanel endpoint={listJobHistory} id={job.id} />
    </>
  );
}
