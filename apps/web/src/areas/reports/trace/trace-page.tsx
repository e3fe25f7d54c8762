import { getTrace, type Trace } from '@dmse/contract/reports/trace';
import { typedDuration } from '@dmse/domain/dates/duration';
import { TRACE_KINDS, TRACE_SIDES, TRACE_WORDS, type TraceKind, type TraceSide } from '@dmse/domain/reports/trace';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ProblemError } from '../../../api/problem-error.ts';
import { useCall } from '../../../api/use-call.ts';
import { LinkButton } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { MessagePage } from '../../../parts/page/message-page.tsx';
import { NotFound } from '../../../parts/page/not-found.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import { FactsPanel } from '../../../parts/record/facts-panel.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { TraceGroup } from './trace-group.tsx';
import { TraceSteps } from './trace-steps.tsx';

const TITLE = 'Trace';
const ABOUT = 'From the invoice to the shots and photos it was earned by, and back.';
const SIDES: Record<TraceSide, string> = { invoice: 'Towards the invoice', field: 'Towards the field' };
/** What is opened where a kind has no screen of its own. */
const OPENS: Partial<Record<TraceKind, string>> = { 'invoice-line': 'invoice', milestone: 'tasks', item: 'disbursements', photo: 'shot' };
/** Of these none is nothing to say. */
const QUIET: readonly TraceKind[] = ['milestone', 'expense', 'item'];
/** More steps than this are not kept in the address. */
const MOST_STEPS = 30;

type Words = Readonly<Record<string, unknown>>;

/** What the address says: the thing, the steps before it, and the page of one group. */
function readWords({ from, via, step, page }: Words) {
  const kind = TRACE_KINDS.find((one) => one === step);
  const at = Math.max(1, Math.floor(Number(page ?? 1)) || 1);
  const steps = [via ?? []].flat().map(String).slice(-MOST_STEPS);
  return { from: String(from ?? ''), ...(steps.length > 0 ? { via: steps } : {}), ...(kind ? { step: kind, page: at } : {}) };
}

function Present({ node }: Pick<Trace, 'node'>) {
  const { kind, title, text, state, date, minutes, amount, path, picture, facts } = node;
  const told = [
    ...(amount === undefined || amount === null
      ? []
      : [{ label: kind === 'job' ? 'Billed' : 'Amount', value: <MoneyText cents={amount} /> }]),
    ...(minutes === null ? [] : [{ label: 'Time', value: `${typedDuration(minutes)} h` }]),
    ...(date ? [{ label: 'Date', value: <DateText value={date} /> }] : []),
    ...facts.map((fact) => ({ label: fact.label, value: fact.text })),
  ];
  return (
    <Stack sx={{ gap: 3 }}>
      <PageHeader
        title={title}
        chip={state ? <Chip size="small" variant="outlined" label={state} /> : null}
        subtitle={[TRACE_WORDS[kind][0], text].filter(Boolean).join(' · ')}
        actions={
          path ? (
            <LinkButton to={path} variant="outlined">
              Open {OPENS[kind] ?? TRACE_WORDS[kind][0].toLowerCase()}
            </LinkButton>
          ) : null
        }
      />
      <FactsPanel
        label="Details"
        facts={told}
        aside={picture ? <Box component="img" src={picture} alt={title} sx={{ width: '100%', borderRadius: 2 }} /> : undefined}
      />
    </Stack>
  );
}

/** One thing between invoice and photo, and one click a step to what it is tied to. */
export function TracePage() {
  const words = useWords();
  const navigate = useNavigate();
  const asked = useMemo(() => readWords(words), [words]);
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useCall(getTrace, asked, {
    keepOld: true,
    enabled: asked.from !== '',
    retry: false,
  });
  if (asked.from === '')
    return (
      <>
        <PageHeader title={TITLE} subtitle={ABOUT} />
        <EmptyState
          icon="account_tree"
          title="A trace begins somewhere."
          text="Open an invoice, a time entry, a field run or a shot, and choose Trace."
        />
      </>
    );
  if (isError) {
    const status = error instanceof ProblemError ? error.status : 0;
    if (status === 404 || status === 400) return <NotFound />;
    if (status === 403)
      return (
        <MessagePage icon="lock" title={TITLE}>
          <Typography>This step is for people in other groups than yours.</Typography>
          <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
        </MessagePage>
      );
    return <ErrorState isPage title="The trace could not be loaded." error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <PagePending />;
  const { node, via, groups } = data;
  const been = via.map((step) => step.from);
  /** A thing that was passed before is a way back, not a step on. */
  const onTo = (from: string) => {
    const steps = [...been, node.from];
    const at = steps.indexOf(from);
    return { from, via: (at < 0 ? steps : steps.slice(0, at)).slice(-MOST_STEPS) };
  };
  const turn = (step: TraceKind, page: number) =>
    void navigate({ to: '/report/trace', search: { from: node.from, via: been, step, page }, replace: true, resetScroll: false });
  return (
    <Box aria-busy={isFetching} sx={{ position: 'relative', ...(isPlaceholderData ? { opacity: 0.6 } : {}) }}>
      {isFetching ? <LinearProgress aria-label="Loading the trace" sx={{ position: 'absolute', inset: '-8px 0 auto', height: 2 }} /> : null}
      <TraceSteps steps={via} present={node} linkTo={(at) => ({ from: been[at]!, via: been.slice(0, at) })} />
      <Present node={node} />
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          mt: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {TRACE_SIDES.map((side) => {
          const those = groups.filter(
            ({ side: lies, kind, count, is_refused }) => lies === side && (count > 0 || is_refused || !QUIET.includes(kind)),
          );
          return those.length > 0 ? (
            <Stack key={side} component="section" aria-label={SIDES[side]} sx={{ gap: 3 }}>
              <Typography variant="h2">{SIDES[side]}</Typography>
              {those.map((group) => (
                <TraceGroup key={group.kind} group={group} linkTo={({ from }) => onTo(from)} onPage={(page) => turn(group.kind, page)} />
              ))}
            </Stack>
          ) : null;
        })}
      </Box>
    </Box>
  );
}
