import { getJob, type Job as JobRecord } from '@dmse/contract/jobs/job';
import { isOpenJob } from '@dmse/domain/states/job';
import { nextJobStep } from '@dmse/domain/states/next-step';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink, useParams } from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { lazyPanel } from '../../../parts/lazy-part.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { Can } from '../../../session/can.tsx';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useSelf } from '../../../session/self.ts';
import { StartTimerButton } from '../../time/timer/start-timer-button.tsx';
import { ExplainPanel } from '../../work/wip/explain-panel.tsx';
import { CloseJobButton, JobChip } from './job-chip.tsx';
import { JobBudget, JobMemos, JobTasks } from './job-work-tab.tsx';

type Panel = ComponentType<{ job: JobRecord }>;

const LIST = { to: '/jobs', search: { tab: 'jobs' } };

const TABS: readonly { value: string; label: string; panel: Panel | ComponentType }[] = [
  { value: 'info', label: 'Info', panel: lazyPanel(() => import('./job-info-tab.tsx').then((file) => file.JobInfo)) },
  { value: 'tasks', label: 'Tasks', panel: JobTasks },
  { value: 'budget', label: 'Budget', panel: JobBudget },
  {
    value: 'time',
    label: 'Time',
    panel: lazyPanel(() => import('../../time/job-time/job-time-tab.tsx').then((file) => file.JobTimeTab)),
  },
  {
    value: 'disb',
    label: 'Disbursements',
    panel: lazyPanel(() => import('../../expenses/disbursement/disbursements-tab.tsx').then((file) => file.DisbursementsTab)),
  },
  { value: 'memos', label: 'Memos', panel: JobMemos },
];

/** The one thing to do next: plan the work, go on with it, or close the job. */
function NextStep({ job, tab }: { job: JobRecord; tab: string }) {
  const step = nextJobStep(job);
  if (step === 'close') return <CloseJobButton job={job} />;
  if (step === null || tab === 'tasks') return null;
  return (
    <Button component={RouterLink} to={`/job/${job.id}/tasks`} variant="contained">
      {step === 'plan' ? 'Plan the work' : 'Continue the work'}
    </Button>
  );
}

function Subtitle({ job }: { job: JobRecord }) {
  return (
    <>
      {job.client ? (
        <Link component={RouterLink} to={`/client/${job.client.id}`}>
          {job.client_name}
        </Link>
      ) : (
        'No client'
      )}
      {job.quote ? (
        <>
          {' · from quote '}
          <Link component={RouterLink} to={`/quote/${job.quote.id}`}>
            {job.quote.num}
          </Link>
        </>
      ) : null}
      {job.state_reason ? ` · ${job.state_reason}` : ''}
    </>
  );
}

function Loaded({ job, tab }: { job: JobRecord; tab: string }) {
  const { id: person } = useSelf();
  useEffect(() => {
    rememberRecord(person, { kind: 'Job', title: `${job.num} ${job.desc}`, path: `/job/${job.id}` });
  }, [person, job.num, job.desc, job.id]);
  const current = TABS.find(({ value }) => value === tab);
  const Tab = current?.panel as Panel | undefined;
  const tabs = TABS.map(({ value, label }) => ({ label, to: `/job/${job.id}/${value}`, isCurrent: value === tab }));
  return (
    <>
      <PageHeader
        title={`${job.num} ${job.desc}`}
        chip={<JobChip job={job} />}
        subtitle={<Subtitle job={job} />}
        actions={
          <>
            {isOpenJob(job) ? <StartTimerButton job={job} /> : null}
            <NextStep job={job} tab={tab} />
          </>
        }
        tabs={<RecordTabs label="Job sections" tabs={tabs} />}
      />
      {Tab ? <Tab job={job} /> : null}
      <Can do="amounts.see">
        <ExplainPanel job={job.id} num={job.num} />
      </Can>
    </>
  );
}

/** A job: what it is, the work in it, what it costs, and what people say about it. */
export function Job() {
  const { id, tab } = useParams({ from: '/job/$id/$tab' });
  return (
    <RecordPage endpoint={getJob} id={Number(id)} noun="job" list={LIST}>
      {(job) => <Loaded key={job.id} job={job} tab={tab} />}
    </RecordPage>
  );
}
