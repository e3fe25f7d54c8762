import { listProcessingConflicts } from '@dmse/contract/sites/processing/run';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useSingleKeys } from '../../../parts/page/single-keys.ts';
import { useSetWords, useWords } from '../../../parts/search/address.ts';
import { MultiSelect } from '../../../parts/search/multi-select.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { BulkMenu } from '../processing-conflicts/bulk-menu.tsx';
import { ConflictCard } from '../processing-conflicts/conflict-card.tsx';
import { SEVERITIES, titleOfKind, waysOf } from '../processing-conflicts/conflict-kinds.ts';
import { ConflictList } from '../processing-conflicts/conflict-list.tsx';
import { ConflictMap } from '../processing-conflicts/conflict-map.tsx';
import { KeyHint } from '../processing-conflicts/key-hint.tsx';
import { useConflictActs } from '../processing-conflicts/use-conflict-acts.tsx';

type SeverityLetter = keyof typeof SEVERITIES;
const PER_PAGE = 200;

function toWords(value: unknown): string[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
}

/** The filters stand in the address: `?kind=RMS&kind=DOP&severity=W&ignored=true`. */
function useFilters() {
  const words = useWords();
  return {
    kinds: toWords(words.kind),
    severities: toWords(words.severity).filter((one): one is SeverityLetter => one in SEVERITIES),
    isIgnored: words.ignored === 'true',
    set: useSetWords(),
  };
}

/** The conflict in hand: the one that was opened; once it is settled, the one that took its place. */
function useInHand<C extends { key: string }>(conflicts: readonly C[]) {
  const [opened, open] = useState<string | null>(null);
  const last = useRef(0);
  const found = conflicts.findIndex(({ key }) => key === opened);
  const place = found >= 0 ? found : Math.min(last.current, conflicts.length - 1);
  useEffect(() => {
    last.current = Math.max(place, 0);
  }, [place]);
  const step = (by: number) => {
    const next = conflicts[place + by];
    if (next) open(next.key);
  };
  return { conflict: conflicts[place] ?? null, place, open, step };
}

/** What the processor must see, one at a time by keyboard, or all of a kind at once. */
export function ConflictsStep() {
  const { run, overview, select, isWritable } = useProcessing();
  const { kinds, severities, isIgnored, set } = useFilters();
  const { data, isError, error, refetch, isPlaceholderData } = useCall(
    listProcessingConflicts,
    {
      id: run.id,
      page_size: PER_PAGE,
      ...(kinds.length > 0 ? { kind: kinds } : {}),
      ...(severities.length > 0 ? { severity: severities } : {}),
      ...(isIgnored ? { ignored: true } : {}),
    },
    { enabled: overview !== null, keepOld: true },
  );
  const conflicts = data?.results ?? [];
  const { conflict, place, open, step } = useInHand(conflicts);
  const acts = useConflictActs(conflict);
  const ways = conflict ? waysOf(conflict) : [];
  const may = isWritable && conflict !== null;
  const hasKeys = useSingleKeys({
    j: () => step(1),
    k: () => step(-1),
    '1': may && ways.includes('keep') ? () => void acts.keep(0) : undefined,
    '2': may && ways.includes('keep') ? () => void acts.keep(1) : undefined,
    a: may && ways.includes('average') ? () => void acts.average() : undefined,
    i: may ? () => void acts.ignore() : undefined,
    u: isWritable ? () => void acts.undoLast() : undefined,
  });
  const shot = conflict?.shots[0];
  useEffect(() => {
    if (shot) select(shot);
  }, [shot, select]);

  if (isError && !data) return <ErrorState title="The conflicts could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!overview) return <EmptyState icon="hourglass_empty" title="The figures are still being worked out." />;
  const counts = Map.groupBy(overview.conflict_counts, ({ id }) => id);
  const kindChoices = [...counts].map(([id, rows]) => {
    const open = rows.reduce((sum, { count, ignored }) => sum + (isIgnored ? count : count - ignored), 0);
    return { value: id, label: `${titleOfKind(id)} (${open})`, open };
  });
  const isListed = ({ id, severity }: (typeof overview.conflict_counts)[number]) =>
    severity === 'I' && (kinds.length === 0 || kinds.includes(id)) && (severities.length === 0 || severities.includes(severity));
  const notes = overview.conflict_counts
    .filter(isListed)
    .reduce((sum, { count, ignored }) => sum + (isIgnored ? count : count - ignored), 0);
  const [onlyKind] = kinds.length === 1 ? kinds : conflict ? [conflict.id] : [];
  const ofKind = overview.conflict_counts
    .filter(({ id, severity }) => id === onlyKind && severity !== 'B')
    .reduce((sum, { count, ignored }) => sum + count - ignored, 0);
  return (
    <Stack sx={{ gap: 3 }}>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <MultiSelect label="Kind" choices={kindChoices} value={kinds} onChange={(kind) => set({ kind })} />
        <MultiSelect
          label="Severity"
          choices={Object.entries(SEVERITIES).map(([value, { title }]) => ({ value, label: title }))}
          value={severities}
          onChange={(severity) => set({ severity })}
        />
        <FormControlLabel
          control={<Switch checked={isIgnored} onChange={(event) => set({ ignored: event.target.checked ? 'true' : undefined })} />}
          label="Show ignored"
        />
        <Box sx={{ flex: 1 }} />
        {isWritable && onlyKind && ofKind > 1 ? <BulkMenu kind={onlyKind} count={ofKind} /> : null}
        {isWritable ? (
          <Button onClick={() => void acts.undoLast()}>
            Undo
            {hasKeys ? <KeyHint>U</KeyHint> : null}
          </Button>
        ) : null}
      </Box>
      {data ? (
        conflict ? (
          <>
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
              <Typography role="status" sx={{ color: 'text.secondary' }}>
                {place + 1} of {sayCount(data.count, 'conflict')}
                {data.count > conflicts.length ? `, the first ${conflicts.length} are listed` : ''}
                {notes === 0 ? '' : notes === 1 ? ', one of them a note' : `, ${notes} of them notes`}
              </Typography>
              <Button size="small" disabled={place <= 0} onClick={() => step(-1)}>
                Previous
                {hasKeys ? <KeyHint>K</KeyHint> : null}
              </Button>
              <Button size="small" disabled={place >= conflicts.length - 1} onClick={() => step(1)}>
                Next
                {hasKeys ? <KeyHint>J</KeyHint> : null}
              </Button>
            </Box>
            <Box
              sx={{
                display: 'grid',
                gap: 3,
                alignItems: 'start',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(240px, 1fr) minmax(0, 3fr)' },
                opacity: isPlaceholderData ? 0.6 : 1,
              }}
            >
              <ConflictList conflicts={conflicts} current={conflict.key} onOpen={open} />
              <Stack sx={{ gap: 3, minWidth: 0 }}>
                <ConflictCard key={conflict.key} conflict={conflict} acts={acts} hasKeys={hasKeys} />
                <ConflictMap conflict={conflict} />
              </Stack>
            </Box>
          </>
        ) : (
          <EmptyState
            icon="task_alt"
            title={kinds.length + severities.length > 0 ? 'No conflicts of this kind.' : 'No conflicts are open.'}
            text="What was ignored is listed when “Show ignored” is on."
          >
            {kinds.length + severities.length > 0 ? (
              <Button variant="outlined" onClick={() => set({ kind: undefined, severity: undefined })}>
                Show all kinds
              </Button>
            ) : null}
          </EmptyState>
        )
      ) : (
        <Skeleton variant="rounded" height={420} role="progressbar" aria-label="Loading the conflicts" />
      )}
      {acts.dialog}
    </Stack>
  );
}
