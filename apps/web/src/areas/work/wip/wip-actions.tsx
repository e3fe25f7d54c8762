import { actOnWip, MAX_WIP_ITEMS_PER_ACT, moveWip, undoWip, type WIP_PERSON_ACTS, type WipItem } from '@dmse/contract/wip/wip';
import { sumCents } from '@dmse/domain/money/cents';
import { isFreeWip, whyNotAct } from '@dmse/domain/states/wip';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { SelectionBar } from '../../../parts/search/selection-bar.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { showToast, type Toast } from '../../../parts/toast/toast-store.ts';
import type { WipSelection } from './use-wip-selection.ts';
import { WipActDialog } from './wip-act-dialog.tsx';
import { WipMoveDialog } from './wip-move-dialog.tsx';

type PersonAct = (typeof WIP_PERSON_ACTS)[number];
type Act = PersonAct | 'move';
type Turns = { item: string; turn: number }[];
type Answer = { changed: number; amount: number; items: Turns };

/** In the order of the buttons. */
const ACTS: Record<Act, { label: string; asks: boolean; done: string }> = {
  hold: { label: 'Hold', asks: true, done: 'Held' },
  release: { label: 'Release', asks: false, done: 'Released' },
  'write off': { label: 'Write off', asks: true, done: 'Wrote off' },
  restore: { label: 'Take back', asks: false, done: 'Took back' },
  move: { label: 'Move', asks: true, done: 'Moved' },
};
const isPossible = (act: Act, { state }: WipItem) => (act === 'move' ? isFreeWip(state) : whyNotAct(act, state, 'said later') === null);
const turnsOf = (items: readonly WipItem[]): Turns => items.map(({ item, turn }) => ({ item, turn }));

export type WipActionsProps = {
  job: { id: number; num: string };
  selection: WipSelection;
  /** Who only bills the work holds nothing back and writes nothing off. */
  canAct: boolean;
  /** Left out for who bills nothing. */
  invoicing: Invoicing | undefined;
};
export type Invoicing = { whyNot: string | null; isBusy: boolean; start: (items: readonly WipItem[]) => Promise<void> };

/** Starts a draft with what is selected and ready, as it was looked at. */
function InvoiceButton({ selection, invoicing }: { selection: WipSelection; invoicing: Invoicing }) {
  const { whyNot, isBusy, start } = invoicing;
  const ready = [...selection.items.values()].filter(({ state }) => whyNotAct('claim', state) === null);
  if (ready.length === 0) return null;
  return (
    <Tooltip title={whyNot ?? 'Start a draft invoice with this work'} describeChild>
      <span>
        <Button
          size="small"
          variant="contained"
          disabled={whyNot !== null || ready.length > MAX_WIP_ITEMS_PER_ACT}
          loading={isBusy}
          onClick={() => void start(ready).then(selection.clear)}
        >
          Invoice{ready.length < selection.items.size ? ` ${ready.length}` : ''}
        </Button>
      </span>
    </Tooltip>
  );
}

/** What is selected, what it comes to, and what can be done with it. Each act is one request: all of it is done, or nothing. */
export function WipActions({ job, selection, canAct, invoicing }: WipActionsProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<Act | null>(null);
  const [busy, setBusy] = useState<Act | null>(null);
  const items = [...selection.items.values()];
  const possible = (name: Act) => items.filter((item) => isPossible(name, item));

  async function reload(): Promise<void> {
    for (const area of ['wip', 'jobs', 'timesheet'] as const) await invalidateArea(client, area);
  }
  /** Says how it went. What was changed by somebody else meanwhile is said and loaded anew; other refusals are for whoever asked. */
  async function send(done: string, request: () => Promise<Answer>, toastAction?: (answer: Answer) => Toast['action']): Promise<void> {
    try {
      const answer = await request();
      const text = `${done} ${sayCount(answer.changed, 'entry', 'entries')}, ${formatCents(answer.amount)}.`;
      showToast({ text, icon: 'check', colour: 'success', action: toastAction?.(answer) });
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'CONFLICT')) throw error;
      showProblem(error, 'Nothing was changed.');
    }
    setAsking(null);
    selection.clear();
    await reload();
  }
  /** Does it, and offers to undo it where it is then. */
  async function act(name: Act, where: number, request: () => Promise<Answer>): Promise<void> {
    setBusy(name);
    const undo = ({ items: after }: Answer) => ({
      label: 'Undo',
      run: () => void send('Undone:', () => call(undoWip, {}, { job: where, items: after })).catch(showProblem),
    });
    await send(ACTS[name].done, request, undo).finally(() => setBusy(null));
  }
  function actOn(name: PersonAct, more: { until?: string | null; reason?: string | null } = {}): Promise<void> {
    return act(name, job.id, () => call(actOnWip, {}, { job: job.id, act: name, items: turnsOf(possible(name)), ...more }));
  }

  if (items.length === 0) return null;
  const acted = asking ? possible(asking) : [];
  return (
    <>
      <Box sx={{ position: 'sticky', top: 'calc(var(--top-bar, 0px) + 4px)', zIndex: 3 }}>
        <SelectionBar count={items.length} onClear={selection.clear}>
          <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {formatCents(sumCents(items.map(({ amount }) => amount)))}
          </Typography>
          {invoicing ? <InvoiceButton selection={selection} invoicing={invoicing} /> : null}
          {(canAct ? (Object.keys(ACTS) as Act[]) : []).map((name) => {
            const { length } = possible(name);
            const { label, asks } = ACTS[name];
            return length === 0 ? null : (
              <Button
                key={name}
                size="small"
                disabled={length > MAX_WIP_ITEMS_PER_ACT}
                loading={busy === name}
                onClick={() => (asks ? setAsking(name) : void actOn(name as PersonAct).catch(showProblem))}
              >
                {label}
                {length < items.length ? ` ${length}` : ''}
                {asks ? '…' : ''}
              </Button>
            );
          })}
          {items.length > MAX_WIP_ITEMS_PER_ACT ? (
            <Typography variant="caption">Choose at most {MAX_WIP_ITEMS_PER_ACT} entries at once.</Typography>
          ) : null}
        </SelectionBar>
      </Box>
      {asking === 'hold' || asking === 'write off' ? (
        <WipActDialog act={asking} items={acted} onDone={(more) => actOn(asking, more)} onClose={() => setAsking(null)} />
      ) : null}
      {asking === 'move' ? (
        <WipMoveDialog
          job={job}
          items={acted}
          onDone={(to) => act('move', to.to_job, () => call(moveWip, {}, { job: job.id, items: turnsOf(acted), ...to }))}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
