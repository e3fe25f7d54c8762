import { type TraceGroup as Group, TRACE_PAGE_SIZE, type TraceThing } from '@dmse/contract/reports/trace';
import { typedDuration } from '@dmse/domain/dates/duration';
import { TRACE_WORDS, type TraceKind } from '@dmse/domain/reports/trace';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { PageBar } from '../../../parts/search/page-bar.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';

/** What it means that there is none of a kind. */
const NONE: Record<TraceKind, string> = {
  'invoice-line': 'Not on an invoice yet.',
  milestone: 'No milestone.',
  'time-entry': 'No time entered.',
  expense: 'No expense.',
  item: 'No internal item.',
  job: 'No job of the office is named.',
  run: 'No field run.',
  shot: 'Nothing captured.',
  photo: 'No photo.',
};

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  px: 4,
  py: 2,
  minHeight: 48,
  borderTop: 1,
  borderColor: 'divider',
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
} as const;

function Thing({ thing, search }: { thing: TraceThing; search: object }) {
  const { title, text, date, minutes, amount, state, picture } = thing;
  return (
    <Box component="li">
      <Box component={Link} {...({ to: '/report/trace', search } as object)} sx={ROW}>
        {picture ? (
          <Box component="img" src={picture} alt="" sx={{ width: 48, height: 48, objectFit: 'cover', borderRadius: 1, flex: 'none' }} />
        ) : null}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere', color: 'primary.main' }}>{title}</Box>
          {text ? <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>{text}</Box> : null}
        </Box>
        <Box sx={{ textAlign: 'right', fontSize: '0.8125rem', flex: 'none' }}>
          {amount === undefined || amount === null ? null : (
            <Box>
              <MoneyText cents={amount} />
            </Box>
          )}
          <Box sx={{ color: 'text.secondary' }}>
            {minutes === null ? null : `${typedDuration(minutes)} h · `}
            {date ? <DateText value={date} /> : null}
          </Box>
          {state ? <Chip size="small" variant="outlined" label={state} /> : null}
        </Box>
      </Box>
    </Box>
  );
}

export type TraceGroupProps = {
  group: Group;
  /** The address one step on. */
  linkTo: (thing: TraceThing) => object;
  onPage: (page: number) => void;
};

/** What a thing is tied to of one kind; each line is a step. */
export function TraceGroup({ group, linkTo, onPage }: TraceGroupProps) {
  const { kind, is_refused, count, page, results } = group;
  const [one, many] = TRACE_WORDS[kind];
  const title = count === 1 ? one : many;
  return (
    <Paper component="section" variant="outlined" aria-label={many} sx={{ overflow: 'hidden' }}>
      <Typography variant="h3" sx={{ px: 4, py: 2.5, display: 'flex', gap: 2 }}>
        {title}
        {count > 1 ? (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
            {count.toLocaleString('en-CA')}
          </Box>
        ) : null}
      </Typography>
      {results.length > 0 ? (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {results.map((thing) => (
            <Thing key={thing.from} thing={thing} search={linkTo(thing)} />
          ))}
        </Box>
      ) : (
        <Box sx={{ px: 4, pb: 3, color: 'text.secondary' }}>{is_refused ? 'Your groups do not see these.' : NONE[kind]}</Box>
      )}
      {count > TRACE_PAGE_SIZE ? (
        <Box sx={{ px: 4, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <PageBar page={page} pageSize={TRACE_PAGE_SIZE} count={count} onPage={onPage} />
        </Box>
      ) : null}
    </Paper>
  );
}
