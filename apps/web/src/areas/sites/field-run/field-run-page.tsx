import { type FieldRun as FieldRunRecord, getFieldRun, listFieldRunHistory } from '@dmse/contract/sites/field-run';
import Button from '@mui/material/Button';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { lazyPanel } from '../../../parts/lazy-part.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { StateChip } from '../../../parts/record/state-chip.tsx';
import { TraceLink } from '../../../parts/record/trace-link.tsx';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useCan, useSelf } from '../../../session/self.ts';
import { RUN_STATE_CHOICES, sayRunName } from './run-state.ts';
import { fieldPath, useStartRun } from './use-start-run.ts';

export type RunPanelProps = { run: FieldRunRecord };
type Panel = { value: string; label: string; badge?: (run: FieldRunRecord) => number; panel: ComponentType<RunPanelProps> };

const RunHistory = ({ run }: RunPanelProps) => <HistoryPanel endpoint={listFieldRunHistory} id={run.id} />;

const PANELS: readonly Panel[] = [
  {
    value: 'summary',
    label: 'Summary',
    panel: lazyPanel(() => import('./field-run-summary-tab.tsx').then((file) => file.FieldRunSummary)),
  },
  {
    value: 'shots',
    label: 'Shots',
    badge: (run) => run.shot_count,
    panel: lazyPanel(() => import('../shot/field-run-shots-tab.tsx').then((file) => file.FieldRunShots)),
  },
  {
    value: 'photos',
    label: 'Photos',
    badge: (run) => run.image_count,
    panel: lazyPanel(() => import('../shot/field-run-photos-tab.tsx').then((file) => file.FieldRunPhotos)),
  },
  {
    value: 'pipes',
    label: 'Pipes',
    badge: (run) => run.pipe_count,
    panel: lazyPanel(() => import('../shot/field-run-pipes-tab.tsx').then((file) => file.FieldRunPipes)),
  },
  {
    value: 'layers',
    label: 'Layers',
    badge: (run) => run.layer_count,
    panel: lazyPanel(() => import('../layer/field-run-layers-tab.tsx').then((file) => file.FieldRunLayers)),
  },
  {
    value: 'risk',
    label: 'Risk assessment',
    panel: lazyPanel(() => import('./risk-form.tsx').then((file) => file.RiskForm)),
  },
  {
    value: 'progress',
    label: 'Live progress',
    badge: (run) => run.conflict_count + run.late_count,
    panel: lazyPanel(() => import('./field-run-progress-tab.tsx').then((file) => file.FieldRunProgress)),
  },
  { value: 'history', label: 'History', panel: RunHistory },
];

const LIST = { to: '/field', search: { tab: 'fieldruns' } };

/** What this person can do with the run now. */
function useActions(run: FieldRunRecord): ReactNode {
  const navigate = useNavigate();
  const start = useStartRun();
  const mayStart = useCan('sites.start') && !run.is_deleted;
  const mayProcess = useCan('sites.process') && run.why_not_process === null;
  const process = () =>
    run.state === 'Processing'
      ? navigate({ to: '/processing/$id', params: { id: run.id } })
      : navigate({ to: '/processing/start', search: { fieldrun: run.id } });
  const isTaken = run.state === 'Active';
  const canField = mayStart && (run.state === 'Waiting' || isTaken);
  return (
    <>
      <TraceLink from={`run:${run.id}`} />
      {mayProcess ? (
        <Button variant="outlined" startIcon={<Icon name="settings" size={18} />} onClick={() => void process()}>
          Process
        </Button>
      ) : null}
      {canField ? (
        <Button
          variant="contained"
          startIcon={<Icon name="play_arrow" size={18} />}
          onClick={() => void (isTaken ? navigate({ to: fieldPath(run.id) }) : start(run.id))}
        >
          {isTaken ? 'Resume Run' : 'Start Run'}
        </Button>
      ) : null}
    </>
  );
}

function Loaded({ run }: RunPanelProps) {
  const { id: person } = useSelf();
  const { tab } = useSearch({ from: '/fieldrun/$id' });
  const current = PANELS.find((panel) => panel.value === tab) ?? PANELS[0]!;
  const title = sayRunName(run.name);
  const actions = useActions(run);
  useEffect(() => {
    rememberRecord(person, { kind: 'Field run', title, path: `/fieldrun/${run.id}` });
  }, [person, title, run.id]);
  const tabs = PANELS.map((panel) => {
    const badge = panel.badge?.(run) ?? 0;
    return {
      label: panel.label,
      to: `/fieldrun/${run.id}`,
      search: { tab: panel.value },
      isCurrent: panel === current,
      ...(badge > 0 ? { badge } : {}),
    };
  });
  const Panel = current.panel;
  return (
    <>
      <PageHeader
        title={title}
        chip={<StateChip state={run.state} choices={RUN_STATE_CHOICES} failedText="Failed to start run." />}
        subtitle={[run.job?.num ?? run.job_num, run.short_description].filter(Boolean).join(' · ')}
        actions={actions}
        tabs={<RecordTabs label="Field run sections" tabs={tabs} />}
      />
      <Panel run={run} />
    </>
  );
}

/** A field run as the office sees it. */
export function FieldRun() {
  const { id } = useParams({ from: '/fieldrun/$id' });
  return (
    <RecordPage endpoint={getFieldRun} id={id} noun="field run" list={LIST}>
      {(run) => <Loaded run={run} />}
    </RecordPage>
  );
}
