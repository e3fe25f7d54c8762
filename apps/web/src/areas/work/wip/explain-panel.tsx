import { explainWip, type WipItem } from '@dmse/contract/wip/wip';
import type { WipFigure } from '@dmse/domain/states/wip';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { DateInput } from '../../../parts/date/date-input.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { type Explained, queryOfTask, useExplain } from './use-explain.ts';
import { linkOfItem } from './wip-item-link.ts';
import { WipStateChip } from './wip-state-chip.tsx';

const FIGURES: Record<WipFigure, { title: string; text: string }> = {
  ready: { title: 'Ready to bill', text: 'Work that can be put on an invoice now.' },
  on_draft: { title: 'On a draft', text: 'Work that is on a draft invoice.' },
  hold: { title: 'On hold', text: 'Work that is held back from billing.' },
  wip: { title: 'WIP', text: 'Work that is not billed yet: ready, on a draft or on hold.' },
  billed: { title: 'Billed', text: 'Work on invoices that were submitted.' },
  written_off: { title: 'Written off', text: 'Work that will not be billed.' },
  actual: { title: 'Actual', text: 'All billable work so far, whatever became of it. This is what the budget is measured against.' },
};
/** So many lines are drawn at first, and as many more each time they are asked for. */
const LINES = 200;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function Line({ line, job }: { line: WipItem; job: number }) {
  return (
    <Box
      component="li"
      sx={{ py: 2, borderTop: 1, borderColor: 'divider', contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 84px' }}
    >
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between' }}>
        <Link component={RouterLink} to={linkOfItem(line.item, job)} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {[line.work_date, line.who, line.what].filter(Boolean).join(' · ')}
        </Link>
        <MoneyText cents={line.amount} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {line.says}
      </Typography>
      <Typography
        variant="caption"
        component="div"
        sx={{ color: 'text.secondary', display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}
      >
        <WipStateChip item={line} />
        {[line.task?.name, `${sayCount(line.days, 'day')} old`].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  );
}

function Lines({ job, explained: { figure, task, as_of } }: { job: number; explained: Explained }) {
  const [shown, setShown] = useState(LINES);
  const asked = { job, figure, ...queryOfTask(task), ...(as_of === null ? {} : { as_of }) };
  const { data, error, isError, refetch } = useCall(explainWip, asked, { staleTime: 0 });
  if (isError && !data) return <ErrorState title="The figure could not be explained." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={240} role="progressbar" aria-label="Loading the lines" />;
  return (
    <>
      <Box component="ul" aria-label="Lines" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.lines.slice(0, shown).map((line) => (
          <Line key={line.item} line={line} job={job} />
        ))}
      </Box>
      {data.lines.length === 0 ? <Typography sx={{ color: 'text.secondary' }}>There was no such work on that day.</Typography> : null}
      {data.lines.length > shown ? (
        <Button onClick={() => setShown(shown + LINES)}>Show more of {sayCount(data.lines.length, 'line')}</Button>
      ) : null}
      <Box role="status" sx={{ position: 'sticky', bottom: 0, py: 3, borderTop: 2, borderColor: 'divider', bgcolor: 'background.paper' }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', fontWeight: 600 }}>
          <span>Sum of {sayCount(data.lines.length, 'line')}</span>
          <MoneyText cents={data.total} />
        </Box>
        {figure === 'wip' && data.avg_wip_age !== null ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Average age {sayCount(data.avg_wip_age, 'day')}: the age of each line, weighted by its amount.
          </Typography>
        ) : null}
      </Box>
    </>
  );
}

/** What a figure is made of, today or as of a day, beside the page it stands on. */
function Panel({ job, num, explained }: { job: number; num: string; explained: Explained }) {
  const { setDay, close } = useExplain();
  const titleId = useId();
  const { title, text } = FIGURES[explained.figure];
  // What is typed stays until it is a day: only then it is asked for.
  const [day, setTyped] = useState(explained.as_of);
  function changeDay(next: string | null): void {
    setTyped(next);
    if (next === null || DAY.test(next)) setDay(next);
  }
  return (
    <Drawer
      anchor="right"
      open
      onClose={close}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 'min(520px, 100vw)' } } }}
    >
      <Stack sx={{ gap: 3, px: 4, pt: 3 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography id={titleId} variant="h2">
            {title} of {num}
            {explained.task === undefined ? '' : explained.task === null ? ', on no task' : ', one task'}
          </Typography>
          <IconButton aria-label="Close" onClick={close}>
            <Icon name="close" />
          </IconButton>
        </Box>
        <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
        <DateInput label="As of" value={day} onChange={changeDay} hint="Today when empty" />
        <Lines key={`${explained.figure} ${explained.as_of}`} job={job} explained={explained} />
      </Stack>
    </Drawer>
  );
}

/** The panel of the figure the address names, if any. */
export function ExplainPanel({ job, num }: { job: number; num: string }) {
  const { explained } = useExplain();
  return explained ? <Panel key={`${explained.figure} ${explained.task}`} job={job} num={num} explained={explained} /> : null;
}
