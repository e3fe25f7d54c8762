import type { BillableItem, BillableJob } from '@dmse/contract/wip/billable';
import { sumCents } from '@dmse/domain/money/cents';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';

const MOST_UNFOLDED = 8;
const sumOf = (items: readonly BillableItem[]) => sumCents(items.map(({ amount }) => amount));

/** All that is offered and not taken off. */
export function chosenItems(jobs: readonly BillableJob[], off: ReadonlySet<string>): BillableItem[] {
  return jobs.flatMap(({ items }) => items).filter(({ item }) => !off.has(item));
}

type Group = { key: string; name: string; items: BillableItem[] };
function groupsOf({ items }: BillableJob): Group[] {
  const byTask = Map.groupBy(items, ({ task }) => task?.id ?? 0);
  return [...byTask].map(([id, own]) => ({ key: String(id), name: own[0]?.task?.name ?? 'On no task', items: own }));
}

type TickProps = { label: string; items: readonly BillableItem[]; off: ReadonlySet<string>; onOff: (off: ReadonlySet<string>) => void };

/** Ticks some entries at once: all of a task, all of a job. */
function Tick({ label, items, off, onOff }: TickProps) {
  const on = items.filter(({ item }) => !off.has(item)).length;
  function set(isOn: boolean): void {
    const next = new Set(off);
    for (const { item } of items) {
      if (isOn) next.delete(item);
      else next.add(item);
    }
    onOff(next);
  }
  return (
    <Checkbox
      size="small"
      checked={on === items.length}
      indeterminate={on > 0 && on < items.length}
      onChange={(event) => set(event.target.checked)}
      slotProps={{ input: { 'aria-label': label } }}
      sx={{ p: 1 }}
    />
  );
}

function EntryLine({ item, off, onOff }: { item: BillableItem } & Pick<TickProps, 'off' | 'onOff'>) {
  const title = [item.work_date, item.who, item.what].filter(Boolean).join(' · ');
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, pl: { xs: 4, sm: 9 }, pr: 4, py: 0.5 }}>
      <Tick label={title} items={[item]} off={off} onOff={onOff} />
      <Box sx={{ flex: 1, minWidth: 0, py: 1, overflowWrap: 'anywhere' }}>
        <Box>{title}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{item.says}</Box>
      </Box>
      <Box sx={{ py: 1 }}>
        <MoneyText cents={item.amount} dense />
      </Box>
    </Box>
  );
}

/** The work of a task; what is long begins folded. */
function TaskWork({ group: { name, items }, off, onOff }: { group: Group } & Pick<TickProps, 'off' | 'onOff'>) {
  const [isOpen, setOpen] = useState(items.length <= MOST_UNFOLDED);
  const id = useId();
  return (
    <Box sx={{ borderBottom: 1, borderColor: 'divider', '&:last-of-type': { border: 0 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: { xs: 2, sm: 4 }, py: 1, bgcolor: 'background.default' }}>
        <Tick label={`All of ${name}`} items={items} off={off} onOff={onOff} />
        <Button
          size="small"
          color="inherit"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          startIcon={<Icon name={isOpen ? 'keyboard_arrow_down' : 'chevron_right'} size={18} />}
          sx={{ minWidth: 0, textAlign: 'left', overflowWrap: 'anywhere' }}
        >
          {name}
        </Button>
        <Box sx={{ ml: 'auto', color: 'text.secondary', whiteSpace: 'nowrap' }}>{sayCount(items.length, 'entry', 'entries')}</Box>
        <MoneyText cents={sumOf(items.filter(({ item }) => !off.has(item)))} dense />
      </Box>
      <Box component="ul" id={id} hidden={!isOpen} sx={{ m: 0, p: 0, py: 1, listStyle: 'none', fontSize: '0.8125rem' }}>
        {isOpen ? items.map((item) => <EntryLine key={item.item} item={item} off={off} onOff={onOff} />) : null}
      </Box>
    </Box>
  );
}

export type BillableWorkProps = { jobs: readonly BillableJob[] } & Pick<TickProps, 'off' | 'onOff'>;

/** The work that is ready, by job and task. What is in `off` is left for later; all the rest is ticked. */
export function BillableWork({ jobs, off, onOff }: BillableWorkProps) {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {jobs.map((job) => (
        <Paper key={job.id} component="section" variant="outlined" aria-label={`Job ${job.num}`} sx={{ overflow: 'hidden' }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: { xs: 2, sm: 4 }, py: 2, borderBottom: 1, borderColor: 'divider' }}>
            <Tick label={`All of job ${job.num}`} items={job.items} off={off} onOff={onOff} />
            <Typography component="h2" variant="subtitle1" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {job.num} {job.desc}
            </Typography>
            <Box sx={{ fontWeight: 600 }}>
              <MoneyText cents={sumOf(chosenItems([job], off))} />
            </Box>
          </Box>
          {groupsOf(job).map((group) => (
            <TaskWork key={group.key} group={group} off={off} onOff={onOff} />
          ))}
        </Paper>
      ))}
    </Box>
  );
}
