import { actOnWip, MAX_WIP_ITEMS_PER_ACT, moveWip, type WIP_PERSON_ACTS, type WipItem } from '@dmse/contract/wip/wip';
import { sumCents } from '@dmse/domain/money/cents';
import { isFreeWip, isHeld, whyNotAct } from '@dmse/domain/states/wip';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { SelectionBar } from '../../../parts/search/selection-bar.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import type { WipSelection } from './use-wip-selection.ts';
import { WipActDialog } from './wip-act-dialog.tsx';
import { WipMoveDialog } from './wip-move-dialog.tsx';

type PersonAct = (typeof WIP_PERSON_ACTS)[number];
type Act = PersonAct | 'move';
type Turns = { item: string; turn: number }[];

/** In the order of the buttons. `undo`: the act that takes it back, where there is one. */
const ACTS: Record<Act, { label: string; asks: boolean; done: string; undo?: PersonAct }> = {
  hold: { label: 'Hold', asks: true, done: 'Held', undo: 'release' },
  release: { label: 'Release', asks: false, done: 'Released' },
  'write off': { label: 'Write off', asks: true, done: 'Wrote off', undo: 'restore' },
  restore: { label: 'Take back', asks: false, done: 'Took back' },
  move: { label: 'Move', asks: true, done: 'Moved' },
};
const isPossible = (act: Act, { state }: WipItem) => (act === 'move' ? isFreeWip(state) : whyNotAct(act, state, 'said later') === null);
const turnsOf = (items: readonly WipItem[]): Turns => items.map(({ item, turn }) => ({ item, turn }));

export type WipActionsProps = { job: { id: number; num: string }; selection: WipSelection };

/** What is selected, what it comes to, and what can be done with it. Each act is one request: all of it is done, or nothing. */
export function WipActions({ job, selection }: WipActionsProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<Act | null>(null);
  const [busy, setBusy] = useState<Act | null>(null);
  const items = [...selection.items.values()];
  const possible = (act: Act) => items.filter((item) => isPossible(act, item));

  async function reload(): Promise<void> {
    for (const area of ['wip', 'jobs', 'timesheet'] as const) await invalidateArea(client, area);
  }
  /** Says how it went. What was changed by somebody else meanwhile is said and loaded anew; other refusals are for whoever asked. */
  async function send(
    act: Act,
    request: () => Promise<{ changed: number; amount: number; items: Turns }>,
    undo?: PersonAct,
  ): Promise<void> {
    setBusy(act);
    try {
      const { changed, amount, items: after } = await request();
      showToast({
        text: `${ACTS[act].done} ${sayCount(changed, 'entry', 'entries')}, ${formatCents(amount)}.`,
        icon: 'check',
        colour: 'success',
        ...(undo
          ? {
              action: {
                label: 'Undo',
                run: () => void send(undo, () => call(actOnWip, {}, { job: job.id, act: undo, items: after })).catch(showProblem),
              },
            }
          : {}),
      });
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'CONFLICT')) throw error;
      showProblem(error, 'Nothing was changed.');
    } finally {
      setBusy(null);
    }
    setAsking(null);
    selection.clear();
    await reload();
  }
  function actOn(act: PersonAct, more: { until?: string | null; reason?: string | null } = {}): Promise<void> {
    const acted = possible(act);
    // Taking it back makes it ready: what was on hold before would not be as it was.
    const undo = acted.some(({ state }) => isHeld(state)) ? undefined : ACTS[act].undo;
    return send(act, () => call(actOnWip, {}, { job: job.id, act, items: turnsOf(acted), ...more }), undo);
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
          {(Object.keys(ACTS) as Act[]).map((act) => {
            const { length } = possible(act);
            const { label, asks } = ACTS[act];
            return length === 0 ? null : (
              <Button
                key={act}
                size="small"
                disabled={length > MAX_WIP_ITEMS_PER_ACT}
                loading={busy === act}
                onClick={() => (asks ? setAsking(act) : void actOn(act as PersonAct).catch(showProblem))}
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
          onDone={(to) => send('move', () => call(moveWip, {}, { job: job.id, items: turnsOf(acted), ...to }))}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
