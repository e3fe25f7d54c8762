import type { ProcessingOverview } from '@dmse/contract/sites/processing/result';
import { listProcessingConflicts } from '@dmse/contract/sites/processing/run';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { PointNames } from './point-names.tsx';
import { StepSection } from './step-section.tsx';

type Question = ProcessingOverview['questions'][number];

const WHY: Record<string, string> = {
  SAME_NAME_TWICE: 'The field app has this name more than once. Which one is it?',
  CONTROL_NEARBY: 'A control code, and these shots of the field app are near. Which one is it?',
};

/** Raw shots and those of the field app: what the names left open is asked, and the rest is put together by hand. */
export function Matching() {
  const { overview } = useProcessing();
  const counts = overview?.conflict_counts ?? [];
  const openOf = (kind: string) => counts.filter(({ id }) => id === kind).reduce((sum, { count, ignored }) => sum + count - ignored, 0);
  const [raw, app] = [openOf('RAW_ONLY'), openOf('APP_ONLY')];
  const questions = overview?.questions ?? [];
  if (questions.length === 0 && app === 0) return null;
  return (
    <StepSection
      title="Matching"
      count={questions.length + app}
      text="Points of equal name belong together already. Notes, photos and pipes of the field app follow its shots to their coordinates."
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {questions.map((question) => (
          <MatchQuestion key={question.shot} question={question} />
        ))}
      </Box>
      {app > 0 ? <Unmatched rawCount={raw} appCount={app} /> : null}
    </StepSection>
  );
}

function MatchQuestion({ question: { shot_name, why, candidates } }: { question: Question }) {
  const { decide, isWritable } = useProcessing();
  const [isBusy, setBusy] = useState(false);
  async function attach(app_shot: string | null): Promise<void> {
    setBusy(true);
    await decide([{ kind: 'attach', name: shot_name, app_shot }]);
    setBusy(false);
  }
  return (
    <Box
      component="li"
      aria-label={shot_name}
      sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap', py: 3, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 260px' }}>
        <PointNames names={[shot_name]} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {WHY[why] ?? why}
        </Typography>
      </Box>
      {isWritable ? (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          {candidates.map(({ id, name, distance }) => (
            <Button key={id} size="small" variant="outlined" disabled={isBusy} onClick={() => void attach(id)}>
              {name}
              {distance === null ? '' : `, ${distance.toFixed(2)} m away`}
            </Button>
          ))}
          <Button size="small" disabled={isBusy} onClick={() => void attach(null)}>
            None of these
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}

/** Lists of a page: what is left over after the names is seldom more. */
const MOST = 200;

function Unmatched({ rawCount, appCount }: { rawCount: number; appCount: number }) {
  const { run, points, decide, isWritable } = useProcessing();
  const described = useMemo(() => new Map(points?.names.map((name, at) => [name, points.descriptions[at]])), [points]);
  const raw = useCall(listProcessingConflicts, { id: run.id, kind: ['RAW_ONLY'], page_size: MOST }, { keepOld: true });
  const app = useCall(listProcessingConflicts, { id: run.id, kind: ['APP_ONLY'], page_size: MOST }, { keepOld: true });
  const [held, setHeld] = useState<string | null>(null);
  const attach = (name: string, app_shot: string) => {
    setHeld(null);
    void decide([{ kind: 'attach', name, app_shot }]);
  };
  return (
    <Box sx={{ mt: 3 }}>
      <Typography sx={{ mb: 2 }}>
        {isWritable
          ? 'Drag a measured point onto its shot of the field app, or choose the one and then the other.'
          : 'These have no counterpart.'}
      </Typography>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
        <PairList title={`Measured, not in the field app (${rawCount})`} isLoading={!raw.data}>
          {raw.data?.results.map(({ key, names: [name = ''] }) => (
            <PairItem
              key={key}
              isOn={held === name}
              isDisabled={!isWritable}
              label={name}
              caption={described.get(name)}
              onClick={() => setHeld(held === name ? null : name)}
              onDragStart={() => setHeld(name)}
            />
          ))}
        </PairList>
        <PairList title={`In the field app, not measured (${appCount})`} isLoading={!app.data}>
          {app.data?.results.map(({ key, figures }) => (
            <PairItem
              key={key}
              isDisabled={!isWritable || held === null}
              label={String(figures.name ?? '')}
              caption={String(figures.category ?? '')}
              hint={held === null ? undefined : `Attach ${held} to ${figures.name}`}
              onClick={() => held !== null && attach(held, String(figures.app_shot))}
              onDrop={() => held !== null && attach(held, String(figures.app_shot))}
            />
          ))}
        </PairList>
      </Box>
      {held === null ? null : (
        <Typography role="status" variant="body2" sx={{ mt: 2 }}>
          {held} is chosen. Now choose its shot of the field app.
        </Typography>
      )}
    </Box>
  );
}

function PairList({ title, isLoading, children }: { title: string; isLoading: boolean; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle1" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {isLoading ? <Skeleton variant="rounded" height={108} role="progressbar" aria-label={`Loading: ${title}`} /> : null}
      <Box
        component="ul"
        aria-label={title}
        hidden={isLoading}
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 280, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: '8px' }}
      >
        {children}
      </Box>
    </Box>
  );
}

type PairItemProps = {
  label: string;
  caption?: string | undefined;
  hint?: string | undefined;
  isOn?: boolean;
  isDisabled: boolean;
  onClick: () => void;
  onDragStart?: () => void;
  onDrop?: () => void;
};

function PairItem({ label, caption, hint, isOn, isDisabled, onClick, onDragStart, onDrop }: PairItemProps) {
  const [isOver, setOver] = useState(false);
  return (
    <li>
      <ButtonBase
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        aria-label={hint}
        disabled={isDisabled && !onDrop}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && onClick()}
        draggable={onDragStart !== undefined && !isDisabled}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', label);
          onDragStart?.();
        }}
        onDragOver={(event) => {
          if (!onDrop) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          onDrop?.();
        }}
        sx={{
          width: '100%',
          justifyContent: 'flex-start',
          font: 'inherit',
          gap: 2,
          px: 3,
          minHeight: 36,
          bgcolor: isOn || isOver ? 'tint.primary' : 'transparent',
          '&:hover': { bgcolor: isOn || isOver ? 'tint.primary' : 'action.hover' },
        }}
      >
        {onDragStart ? <Icon name="drag_indicator" size={18} /> : null}
        <span>{label}</span>
        {caption ? (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {caption}
          </Box>
        ) : null}
      </ButtonBase>
    </li>
  );
}
