import { approveInvoice, type Invoice, type InvoiceMove, moveInvoice } from '@dmse/contract/invoices/invoice';
import type { InvoiceState } from '@dmse/domain/states/invoice';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import type { IconName } from '../../../parts/icon/icon-paths.ts';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useCan } from '../../../session/self.ts';

type Words = {
  verb: string;
  icon: IconName;
  done: string;
  confirm?: { title: string; verb: string; text: string };
  isDestructive?: boolean;
};
/** Something that can be done with the invoice, or the sentence that says why not. */
export type InvoiceAction = Pick<Words, 'verb' | 'icon' | 'isDestructive'> & {
  key: string;
  whyNot: string | null;
  run: () => void;
};

/** The moves of each state, the next step first. */
const OFFERED: Record<InvoiceState, readonly InvoiceMove[]> = {
  DRAFT: ['SUBMITTED', 'DELETED'],
  SUBMITTED: ['EDITING', 'WRITTEN_OFF', 'DELETED'],
  RESTORED: ['EDITING', 'WRITTEN_OFF', 'DELETED'],
  EDITING: ['SUBMITTED', 'discard'],
  WRITTEN_OFF: ['RESTORED'],
  DELETED: ['RESTORED'],
};

function wordsOf({ num, state, total, balance, client, due_date }: Invoice): Record<InvoiceMove, Words> {
  const isDraft = num === null;
  return {
    SUBMITTED: {
      verb: isDraft ? 'Submit' : 'Submit revision',
      icon: 'send',
      done: 'Submitted.',
      confirm: {
        title: isDraft ? 'Submit this invoice?' : `Submit the revision of ${num}?`,
        verb: 'Submit invoice',
        text: isDraft
          ? `${client.name} owes ${formatCents(total)} by ${due_date}. The invoice gets the next number and the work on it is billed; after that it is changed only by an edit, which makes a revision.`
          : `The new version replaces the one the client has. The total is ${formatCents(total)}.`,
      },
    },
    EDITING: { verb: 'Edit', icon: 'edit', done: 'The version that was sent stays in force until you submit the next.' },
    discard: {
      verb: 'Give up edit',
      icon: 'undo',
      done: 'The edit is given up.',
      isDestructive: true,
      confirm: { title: `Give up the edit of ${num}?`, verb: 'Give up edit', text: 'Lines and appearance become what was last submitted.' },
    },
    WRITTEN_OFF: { verb: 'Write off', icon: 'cancel', done: `Wrote off ${formatCents(balance)}.` },
    RESTORED: {
      verb: 'Restore',
      icon: 'restart_alt',
      done: 'Restored.',
      confirm: {
        title: `Restore invoice ${num ?? ''}?`,
        verb: 'Restore invoice',
        text:
          state === 'WRITTEN_OFF'
            ? 'The write-off is taken back: the client owes the balance again.'
            : 'Its work is billed again, and the client owes its total.',
      },
    },
    DELETED: {
      verb: isDraft ? 'Delete draft' : 'Delete',
      icon: 'delete',
      done: 'Deleted.',
      isDestructive: true,
      confirm: {
        title: isDraft ? 'Delete this draft?' : `Delete invoice ${num}?`,
        verb: isDraft ? 'Delete draft' : 'Delete invoice',
        text: isDraft
          ? 'Its work is ready to be billed again. A draft that was deleted does not come back.'
          : 'Its number stays as a void one, and its work is ready to be billed again. It can be restored while that work is free.',
      },
    },
  };
}

/** What this person may do with an invoice: every move of its state with its reason, and the approval of a draft. */
export function useInvoiceMoves(invoice: Invoice): { actions: InvoiceAction[]; approval: InvoiceAction | null; dialog: ReactNode } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayWrite = useCan('invoices.write');
  const { ask, dialog: question } = useQuestion();
  const [asking, setAsking] = useState<InvoiceMove | null>(null);
  const words = wordsOf(invoice);
  const { id, state, version, moves } = invoice;

  async function reload(): Promise<void> {
    for (const area of ['invoices', 'wip', 'jobs', 'clients'] as const) await invalidateArea(client, area);
  }
  async function make(to: InvoiceMove, reason?: string): Promise<void> {
    try {
      await call(moveInvoice, { id }, { to, ...(reason ? { reason } : {}) }, { ifMatch: version });
    } catch (error) {
      // What is shown is not what there is any more.
      void reload();
      throw error;
    }
    showToast({ text: words[to].done, icon: 'check', colour: 'success' });
    await reload();
    if (to === 'EDITING') await navigate({ to: `/invoice/edit/${id}/lines` });
    if (to === 'SUBMITTED' || to === 'discard') await navigate({ to: `/invoice/${id}/details` });
    if (to === 'DELETED' && invoice.num === null) await navigate({ to: '/invoices' });
  }
  async function start(to: InvoiceMove): Promise<void> {
    if (words[to].confirm) return setAsking(to);
    let reason: string | undefined;
    if (to === 'WRITTEN_OFF') {
      const text = `The balance of ${formatCents(invoice.balance)} is given up. It can be restored.`;
      const answer = await ask({ title: `Write off invoice ${invoice.num}?`, text, label: 'Reason', verb: 'Write off invoice' });
      if (!answer) return;
      reason = answer.words;
    }
    await make(to, reason).catch((error: unknown) => showProblem(error, 'Nothing was changed.'));
  }
  async function approve(): Promise<void> {
    const is_approved = invoice.approved_on === null;
    const text = 'The comment stands on the draft for whoever submits it.';
    const asked = { title: 'Approve this draft?', text, label: 'Comment', verb: 'Approve draft', isOptional: true };
    const answer = is_approved ? await ask(asked) : { words: '' };
    if (!answer) return;
    const comment = answer.words === '' ? {} : { comment: answer.words };
    try {
      await call(approveInvoice, { id }, { is_approved, ...comment }, { ifMatch: version });
      showToast({ text: is_approved ? 'Approved.' : 'The approval is taken back.', icon: 'check', colour: 'success' });
    } catch (error) {
      showProblem(error, 'Nothing was changed.');
    }
    await reload();
  }

  const actions = (mayWrite ? OFFERED[state] : []).map(
    (to): InvoiceAction => ({ ...words[to], key: to, whyNot: moves[to] ?? null, run: () => void start(to) }),
  );
  const approval: InvoiceAction | null = invoice.can_approve
    ? {
        key: 'approve',
        verb: invoice.approved_on === null ? 'Approve' : 'Take approval back',
        icon: invoice.approved_on === null ? 'check' : 'undo',
        whyNot: null,
        run: () => void approve(),
      }
    : null;
  const confirm = asking ? words[asking].confirm : undefined;
  const dialog = (
    <>
      {question}
      {asking && confirm ? (
        <ConfirmDialog
          open
          title={confirm.title}
          verb={confirm.verb}
          isDestructive={words[asking].isDestructive ?? false}
          onConfirm={() => make(asking)}
          onClose={() => setAsking(null)}
        >
          {confirm.text}
        </ConfirmDialog>
      ) : null}
    </>
  );
  return { actions, approval, dialog };
}
