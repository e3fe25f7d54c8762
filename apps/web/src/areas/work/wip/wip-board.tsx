import { getJobWip } from '@dmse/contract/wip/wip';
import { WIP_STATES, type WipState } from '@dmse/domain/states/wip';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useCall } from '../../../api/use-call.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useSetWords, useWord } from '../../../parts/search/address.ts';
import type { GroupNode } from '../board/work-data.ts';
import type { GridActions } from '../work-grid/grid-actions.ts';
import { useWipSelection } from './use-wip-selection.ts';
import { type Invoicing, WipActions } from './wip-actions.tsx';
import { WipGrid } from './wip-grid.tsx';

/** Which entries stand under a task. What was billed is most of an old job and is seldom looked for. */
const SHOWN: Record<string, { label: string; states: readonly WipState[] }> = {
  open: { label: 'Not billed', states: ['UNBILLED', 'CLAIMED', 'HOLD', 'WRITTEN_OFF'] },
  billed: { label: 'Billed', states: ['BILLED'] },
  all: { label: 'All entries', states: WIP_STATES },
};

export type WipBoardProps = {
  job: number;
  nodes: readonly GroupNode[];
  closed: ReadonlySet<string>;
  toggle: GridActions['toggle'];
  invoicing?: Invoicing | undefined;
};

/** The WIP of a job by task and entry; held, released, written off and moved by whoever runs the job. */
export function WipBoard({ job, nodes, closed, toggle, invoicing }: WipBoardProps) {
  const { data: wip, error, isError, refetch } = useCall(getJobWip, { id: job }, { staleTime: 0 });
  const selection = useWipSelection(job);
  const entries = useWord('entries');
  const setWords = useSetWords();
  const shown = entries !== undefined && entries in SHOWN ? entries : 'open';
  if (isError && !wip) return <ErrorState title="The WIP could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!wip) return <Skeleton variant="rounded" height={360} role="progressbar" aria-label="Loading the WIP" />;
  const canAct = wip.job.can_edit;
  const canSelect = canAct || invoicing !== undefined;
  const hasFree = wip.tasks.some(({ ready, hold }) => ready !== 0 || hold !== 0);
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        {canSelect ? (
          <Button
            variant="outlined"
            size="small"
            disabled={!hasFree}
            loading={selection.isLoading}
            onClick={() => void selection.selectAll(wip.tasks.map(({ task }) => task?.id ?? null))}
          >
            Select all WIP
          </Button>
        ) : null}
        <TextField
          select
          size="small"
          label="Entries"
          value={shown}
          onChange={({ target: { value } }) => setWords({ entries: value === 'open' ? undefined : value })}
          sx={{ minWidth: 150 }}
        >
          {Object.entries(SHOWN).map(([value, { label }]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      {canSelect ? <WipActions job={{ id: job, num: wip.job.num }} selection={selection} canAct={canAct} invoicing={invoicing} /> : null}
      <WipGrid
        wip={wip}
        nodes={nodes}
        states={SHOWN[shown]!.states}
        closed={closed}
        toggle={toggle}
        selection={canSelect ? selection : null}
      />
    </>
  );
}
