import { type Job, JobPatch, listJobHistory, populateJobDrive, setJobLocation } from '@dmse/contract/jobs/job';
import { getJobWip, type JobWip } from '@dmse/contract/wip/wip';
import { sayCents } from '@dmse/domain/money/cents';
import type { WipFigure } from '@dmse/domain/states/wip';
import { sayCount } from '@dmse/domain/text/counts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { type Fact, factOf } from '../../../parts/record/facts-panel.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { useTour } from '../../../parts/tour/use-tour.tsx';
import { useCan } from '../../../session/self.ts';
import { LocationPanel } from '../../places/location/location-panel.tsx';
import { PlaceThumbnail } from '../../places/location/place-thumbnail.tsx';
import { NearPanel } from '../../places/near/near-panel.tsx';
import { ExplainButton } from '../../work/wip/explain-button.tsx';
import { INFO_TOUR } from '../project/job-tours.ts';
import { ProjectFacts } from '../project/project-facts.tsx';
import { ReachPanel } from '../project/reach-panel.tsx';
import { JobForm } from './job-form.tsx';

const FIELDS = JobPatch.shape;

function factsOf({ state_reason, on_hold_until, po_number, milestone_count, open_milestone_count }: Job) {
  return [
    ...(state_reason ? [factOf(FIELDS.state_reason, state_reason)] : []),
    ...(on_hold_until ? [factOf(FIELDS.on_hold_until, <DateText value={on_hold_until} as="prose" />)] : []),
    ...(milestone_count > 0 ? [{ label: 'Milestones', value: `${open_milestone_count} of ${milestone_count} open` }] : []),
    ...(po_number ? [factOf(FIELDS.po_number, po_number)] : []),
  ];
}

/** How much of the work is billed and how old the rest is; each figure opens what it is made of. */
function wipFactsOf({ total, avg_wip_age }: JobWip): Fact[] {
  const money = (figure: WipFigure, label: string) => ({
    label,
    value: <ExplainButton figure={figure} label={label} text={sayCents(total[figure])} />,
  });
  return [
    money('actual', 'Budget used'),
    money('billed', 'Billed'),
    money('wip', 'WIP'),
    ...(total.hold === 0 ? [] : [money('hold', 'On hold')]),
    ...(total.written_off === 0 ? [] : [money('written_off', 'Written off')]),
    ...(avg_wip_age === null
      ? []
      : [{ label: 'Average age', value: <ExplainButton figure="wip" label="Average age" text={sayCount(avg_wip_age, 'day')} /> }]),
  ];
}

/** The Info tab of a job: the facts first, the form behind Edit. */
export function JobInfo({ job }: { job: Job }) {
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const isReadOnly = !(job.can_edit && job.is_editable);
  const tour = useTour(INFO_TOUR);
  const seesAmounts = useCan('amounts.see');
  const wip = useCall(getJobWip, { id: job.id }, { enabled: seesAmounts, staleTime: 0 }).data;
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
          money={[
            ...(wip ? wipFactsOf(wip) : []),
            { label: 'Last entry', value: job.last_time_entry_date ? <DateText value={job.last_time_entry_date} as="prose" /> : 'Never' },
          ]}
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
        onSave={async (patch) => {
          await call(setJobLocation, { id: job.id }, patch);
          await invalidateArea(client, 'jobs');
        }}
      />
      <NearPanel layer="job" id={job.id} geometry={job.location?.geometry ?? null} />
      <HistoryPanel endpoint={listJobHistory} id={job.id} />
    </>
  );
}
