import { acceptAccountingProposal, declineAccountingProposal } from '@dmse/contract/accounting/proposal';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { invalidateArea } from '../../api/invalidate.ts';
import { refreshPayments } from '../../areas/payments/refresh-payments.ts';
import { errorText } from '../../parts/notice/error-state.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';

export type Decision = 'accept' | 'decline';
const CALLS = { accept: acceptAccountingProposal, decline: declineAccountingProposal };
const DONE: Record<Decision, string> = { accept: 'Accepted.', decline: 'Declined: what is here stays as it is.' };

/** Decides proposals, each once however often the key is pressed, and keeps why one was refused. */
export function useDecision() {
  const queries = useQueryClient();
  const pending = useRef(new Set<number>());
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map());
  function mark(id: number, isBusy: boolean): void {
    if (isBusy) pending.current.add(id);
    else pending.current.delete(id);
    setBusy(new Set(pending.current));
  }
  const sayRefusal = (id: number, says: string | null) =>
    setRefusals((old) => new Map([...old].filter(([one]) => one !== id).concat(says === null ? [] : [[id, says]])));

  /** True once it is decided. */
  async function decide(id: number, decision: Decision, onDecided: () => void): Promise<void> {
    if (pending.current.has(id)) return;
    mark(id, true);
    sayRefusal(id, null);
    try {
      await call(CALLS[decision], { id });
      showToast({ text: DONE[decision], icon: 'check', colour: 'success' });
      onDecided();
      await invalidateArea(queries, 'xero');
      if (decision === 'accept') void refreshPayments(queries);
    } catch (error) {
      sayRefusal(id, errorText(error));
    } finally {
      mark(id, false);
    }
  }
  return { decide, busy, refusals };
}
