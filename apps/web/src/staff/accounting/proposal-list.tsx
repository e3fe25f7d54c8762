import type { AccountingProposal } from '@dmse/contract/accounting/proposal';
import Paper from '@mui/material/Paper';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useCan, useSelf } from '../../session/self.ts';
import { ProposalRow } from './proposal-row.tsx';
import { type Decision, useDecision } from './use-decision.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const KEYS: Record<string, Decision> = { a: 'accept', d: 'decline' };

export type ProposalListProps = {
  proposals: readonly AccountingProposal[];
  /** The one somebody has come for. */
  wanted: number | null;
};

/** Proposals, one after another: arrow keys move, and where single keys are on, A accepts and D declines the one that has the focus. */
export function ProposalList({ proposals, wanted }: ProposalListProps) {
  const { single_key_shortcuts } = useSelf().preferences;
  const mayDecide = useCan('accounting.write');
  const { decide, busy, refusals } = useDecision();
  const list = useRef<HTMLUListElement>(null);
  const focus = (proposal: AccountingProposal | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-proposal="${proposal?.id}"]`)?.focus();
  const isWantedHere = proposals.some(({ id }) => id === wanted);
  useEffect(() => {
    if (isWantedHere) list.current?.querySelector<HTMLElement>(`[data-proposal="${wanted}"]`)?.focus();
  }, [isWantedHere, wanted]);

  const isOpen = ({ state }: AccountingProposal) => mayDecide && state === 'open';
  function settle(at: number, decision: Decision): void {
    const { id } = proposals[at]!;
    // The decided one goes away; what comes after it is next.
    void decide(id, decision, () => focus(proposals[at + 1] ?? proposals[at - 1]));
  }
  function onKey(event: KeyboardEvent<HTMLElement>, at: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = STEPS[event.key];
    const decision = single_key_shortcuts && isOpen(proposals[at]!) ? KEYS[event.key.toLowerCase()] : undefined;
    if (step) focus(proposals[at + step]);
    // A key that is held down decides one, not all that follow.
    else if (decision && !event.repeat) settle(at, decision);
    else return;
    event.preventDefault();
  }
  return (
    <Paper variant="outlined" component="ul" ref={list} aria-label="Proposals" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {proposals.map((proposal, at) => (
        <ProposalRow
          key={proposal.id}
          proposal={proposal}
          onDecide={isOpen(proposal) ? (decision) => settle(at, decision) : undefined}
          isBusy={busy.has(proposal.id)}
          refusal={refusals.get(proposal.id)}
          onKeyDown={(event) => onKey(event, at)}
          keys={isOpen(proposal) && single_key_shortcuts ? 'a d' : undefined}
        />
      ))}
    </Paper>
  );
}
