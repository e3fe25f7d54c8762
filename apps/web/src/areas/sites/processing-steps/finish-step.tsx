import { finishProcessing, getProcessingShifts } from '@dmse/contract/sites/processing/run';
import { sayCount, sayList } from '@dmse/domain/text/counts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useCan } from '../../../session/self.ts';
import { isStanding } from '../processing/points-map.ts';
import { Section } from '../processing/section.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { BlockingItem } from '../processing-results/blocking-item.tsx';
import { listPublishable } from '../processing-results/publish-list.ts';
import { PublishTable } from '../processing-results/publish-table.tsx';
import { ReopenButton } from '../processing-results/reopen-button.tsx';

const NONE: ReadonlySet<string> = new Set();
const to = (path: string, search: object = {}) => ({ to: path, search }) as object;

/** What is left to do, which controls are published, and the last button of all. */
export function FinishStep() {
  const { run } = useProcessing();
  return run.state === 'Finished' ? <Done /> : <ToFinish />;
}

function ToFinish() {
  const { run, overview, points, isWritable, whyNotWrite } = useProcessing();
  const queries = useQueryClient();
  const mayProcess = useCan('sites.process');
  const { data: shifts } = useCall(getProcessingShifts, { id: run.id }, { enabled: mayProcess && overview !== null, keepOld: true });
  const [ticked, setTicked] = useState(NONE);
  const [isAsking, setAsking] = useState(false);
  const rows = useMemo(() => (points ? listPublishable(points, shifts) : []), [points, shifts]);
  const finals = useMemo(() => (points ? points.ids.filter((_, at) => isStanding(points, at)).length : 0), [points]);
  if (!overview) return <EmptyState icon="hourglass_empty" title="The figures are still being worked out." />;
  const chosen = rows.filter(({ name, is_final }) => is_final && ticked.has(name));
  const updated = chosen.filter(({ old }) => old).length;
  const twice = chosen.find(({ old }, at) => old && chosen.findIndex((other) => other.old?.id === old.id) !== at);
  const whyNot =
    whyNotWrite ??
    run.why_not_finish ??
    (overview.to_do.length > 0 ? `${sayCount(overview.to_do.length, 'conflict')} to settle first, as listed above.` : null) ??
    (twice ? `${twice.old!.name} would be published twice: tick only one of its shots.` : null);
  const warnings = overview.conflict_counts.reduce(
    (sum, { severity, count, ignored }) => sum + (severity === 'W' ? count - ignored : 0),
    0,
  );
  const will = [
    `${sayCount(finals, 'final point')} get their easting, northing and elevation, and with them the shots of the field app they are matched to.`,
    chosen.length === 0
      ? 'No control point is published.'
      : `Published: ${sayList([...(chosen.length > updated ? [sayCount(chosen.length - updated, 'new control point')] : []), ...(updated > 0 ? [`${sayCount(updated, 'update')}, with the old value in the history`] : [])])}.`,
    ...(warnings > 0
      ? [
          `${sayCount(warnings, 'warning')} ${warnings === 1 ? 'is' : 'are'} still open; the report lists ${warnings === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    'Files, decisions, settings and the report are kept as they are now.',
    'The run becomes Finished. A Field Admin can reopen it with a reason.',
  ];
  async function finish(): Promise<void> {
    await call(finishProcessing, { id: run.id }, { publish: chosen.map(({ name, old }) => ({ name, control_point: old?.id ?? null })) });
    showToast({ text: 'The run is finished.', colour: 'success' });
    await invalidateArea(queries, 'sites');
  }
  return (
    <Stack sx={{ gap: 4 }}>
      {overview.to_do.length > 0 ? (
        <Section
          title={`${sayCount(overview.to_do.length, 'conflict')} to settle first`}
          text="What blocks finishing, and what settles it."
        >
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {overview.to_do.map((conflict) => (
              <BlockingItem key={conflict.key} conflict={conflict} />
            ))}
          </Box>
        </Section>
      ) : null}
      <Section
        title="Controls to publish"
        text="Tick those whose coordinates the firm shall use from now on. Nothing is published unless ticked."
      >
        <PublishTable
          rows={rows}
          ticked={ticked}
          isDisabled={!isWritable}
          onTick={(name, isIn) => setTicked((earlier) => new Set(isIn ? [...earlier, name] : [...earlier].filter((one) => one !== name)))}
        />
      </Section>
      <Section title="What will happen">
        <Box component="ul" sx={{ m: 0, pl: 5 }}>
          {will.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Box>
        {whyNot ? <Alert severity="warning">{whyNot}</Alert> : null}
        <Box>
          <Button variant="contained" disabled={whyNot !== null} onClick={() => setAsking(true)}>
            Finish run
          </Button>
        </Box>
      </Section>
      <ConfirmDialog open={isAsking} title="Finish this run?" verb="Finish run" onConfirm={finish} onClose={() => setAsking(false)}>
        {will.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </Stack>
  );
}

function Done() {
  const { run, points } = useProcessing();
  const finals = useMemo(() => (points ? points.ids.filter((_, at) => isStanding(points, at)).length : null), [points]);
  return (
    <Section title="Finished">
      <Typography>
        {run.finished_on ? (
          <>
            Finished on <DateText value={run.finished_on} as="prose" />
            {run.attempt?.ended_by ? ` by ${run.attempt.ended_by.full_name}` : ''}.{' '}
          </>
        ) : null}
        {finals === null ? '' : `${sayCount(finals, 'final point')} were written. `}
        Files, decisions, settings and the report are kept as they were.
      </Typography>
      <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap' }}>
        <Link component={RouteLink} {...to(`/fieldrun/${run.id}`)}>
          Field run
        </Link>
        <Link component={RouteLink} {...to(`/processing/${run.id}`, { step: 'export' })}>
          Export and report
        </Link>
        <Link component={RouteLink} {...to('/field', { tab: 'controlpoints' })}>
          Control points
        </Link>
        {run.job ? (
          <Link component={RouteLink} {...to(`/job/${run.job.id}`)}>
            Job {run.job.num}
          </Link>
        ) : null}
      </Box>
      {run.why_not_reopen === null ? (
        <Box>
          <ReopenButton run={run.id} />
        </Box>
      ) : null}
    </Section>
  );
}
