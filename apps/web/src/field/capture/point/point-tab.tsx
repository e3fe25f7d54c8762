import { deletePoint, restorePoint } from '@dmse/sync/local/point';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFieldSession } from '../../device/use-field.tsx';
import { FieldFrame } from '../../frame/field-frame.tsx';
import { say, sayNotSaved } from '../../frame/field-note.ts';
import { Section } from '../../frame/section.tsx';
import { hasRisk, usePoints, useRunItem } from '../../frame/use-records.ts';
import { useFieldRun } from '../../run/field-run.ts';
import { MissingRecord } from '../../run/missing-record.tsx';
import { isRiskPostponed, postponeRisk } from '../../run/postponed-risk.ts';
import { sayState } from '../../run/state-text.ts';
import { type FieldPoint, sayPoint } from './field-record.ts';
import { PointForm } from './point-form.tsx';
import { useFound } from './use-found.ts';

/** `point`: the form for a new one. The risk assessment is asked for before the first shot of the run. */
export function NewPointTab() {
  const { id } = useFieldRun();
  const points = usePoints(id);
  const run = useRunItem(id);
  const [isPostponed, setPostponed] = useState(() => isRiskPostponed(id));
  if (!points || !run) return <FieldFrame place="points">Opening…</FieldFrame>;
  const isFirst = points.length === 0;
  if (isFirst && !hasRisk(run) && !isPostponed) {
    return (
      <RiskFirst
        onLater={() => {
          postponeRisk(id);
          setPostponed(true);
        }}
      />
    );
  }
  return <PointForm base={null} points={points} start={run.run?.start_number ?? null} />;
}

function RiskFirst({ onLater }: { onLater: () => void }) {
  const { id } = useFieldRun();
  const navigate = useNavigate();
  const fill = () => void navigate({ to: '/fieldrun/field/$id/$tab', params: { id, tab: 'risk-assesment' } });
  const bar = (
    <>
      <Button variant="outlined" color="inherit" onClick={onLater}>
        Later
      </Button>
      <Button variant="contained" sx={{ flex: 1 }} onClick={fill}>
        Fill it in
      </Button>
    </>
  );
  return (
    <FieldFrame place="points" bar={bar}>
      <Section title="Risk assessment first?">
        <Box>
          Before the first point of this run: what are the dangers here, and what is done about them? It takes a minute, and can wait.
        </Box>
      </Section>
    </FieldFrame>
  );
}

export type PointTabProps = { pointId: string };

/** `point/:pointId`: a point of this run, to look at and to mend. */
export function PointTab({ pointId }: PointTabProps) {
  const { id } = useFieldRun();
  const points = usePoints(id);
  const run = useRunItem(id);
  const here = points?.find((point) => point.id === pointId);
  const found = useFound('point', pointId, points !== undefined && here === undefined);
  if (!points || !run) return <FieldFrame place="points">Opening…</FieldFrame>;
  const item = here?.item ?? found.item;
  if (!item) return <MissingRecord found={found} place="points" />;
  if (item.is_deleted === 1 && here) return <DeletedPoint point={here} />;
  return (
    <PointForm
      key={pointId}
      base={item}
      points={points}
      start={run.run?.start_number ?? null}
      foot={here ? <PointFoot point={here} /> : null}
    />
  );
}

function DeletedPoint({ point }: { point: FieldPoint }) {
  const session = useFieldSession();
  const restore = async () => {
    const done = await restorePoint(session, point.id);
    if (done.saved) say('success', `Restored on device: ${sayPoint(point)}.`);
    else sayNotSaved(session, done);
  };
  return (
    <FieldFrame
      place="points"
      bar={
        <Button variant="contained" sx={{ flex: 1 }} onClick={restore}>
          Restore
        </Button>
      }
    >
      <Section title={sayPoint(point)}>
        <Box>This point is deleted, with its photos and the pipes that start or end at it. Restoring brings all of it back.</Box>
      </Section>
    </FieldFrame>
  );
}

function PointFoot({ point }: { point: FieldPoint }) {
  const { id } = useFieldRun();
  const session = useFieldSession();
  const navigate = useNavigate();
  const remove = async () => {
    const done = await deletePoint(session, point.id);
    if (!done.saved) return sayNotSaved(session, done);
    const others = done.items.length - 1;
    const words = others === 0 ? '' : ` and ${others} ${others === 1 ? 'thing' : 'things'} with it`;
    say('warning', `Deleted ${sayPoint(point)}${words}.`, { label: 'Undo', run: () => void restorePoint(session, point.id) });
    await navigate({ to: '/fieldrun/field/$id/$tab', params: { id, tab: 'points' } });
  };
  const show = (search: object) =>
    void navigate({ to: '/fieldrun/field/$id/$tab', params: { id, tab: 'points' }, search: { view: 'map', ...search } });
  return (
    <Section>
      <Box sx={{ color: 'text.secondary' }}>{sayState(point.state, point.item.error_reason)}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
        {point.at ? (
          <Button variant="outlined" color="inherit" onClick={() => show({ goto: point.id })}>
            Go to
          </Button>
        ) : null}
        {point.is_structure && point.at ? (
          <Button variant="outlined" color="inherit" onClick={() => show({ draw: point.id })}>
            Pipe from here
          </Button>
        ) : null}
        <Button variant="outlined" color="error" onClick={remove}>
          Delete point
        </Button>
      </Box>
    </Section>
  );
}
