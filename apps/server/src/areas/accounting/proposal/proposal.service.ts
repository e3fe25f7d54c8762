import type { AccountingProposal } from '@dmse/contract/accounting/proposal';
import { sayEffect } from '@dmse/domain/accounting-link/proposals';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { recordHistory } from '../../../records/history.ts';
import { insertDocument, updateDocument } from '../upload/document.queries.ts';
import { listAllocations } from '../upload/plan.queries.ts';
import * as proposals from './proposal.queries.ts';

const shown = ({ balance, tax, ...row }: Awaited<ReturnType<typeof proposals.list>>['results'][number]): AccountingProposal => ({
  ...row,
  effect: row.state === 'open' ? sayEffect(row.kind, { ...row, tax, balance }) : '',
});

export async function listProposals({ tx }: Context, filter: PageInput & { state?: AccountingProposal['state'][] | undefined }) {
  const { count, results } = await proposals.list(tx, filter);
  return { count, results: results.map(shown) };
}

export async function openProposal({ tx }: Context, id: number) {
  const row = await proposals.hold(tx, id);
  if (!row) throw notFound();
  if (row.state !== 'open') throw new Refusal('CONFLICT', `This was ${row.state} already.`);
  return row;
}

export async function decide(
  context: Context,
  id: number,
  state: 'accepted' | 'declined',
  payment: number | null = null,
): Promise<AccountingProposal> {
  const { tx, now, actor } = context;
  await proposals.update(tx, id, { state, decided_on: now, decided_by: actor.id, payment });
  const row = (await proposals.list(tx, { id })).results[0]!;
  await recordHistory(context, {
    noun: 'proposal',
    record_id: id,
    record_name: row.invoice.num,
    version: null,
    action: state,
    changes: [],
  });
  return shown(row);
}

export async function declineProposal(context: Context, id: number): Promise<AccountingProposal> {
  await openProposal(context, id);
  return decide(context, id, 'declined');
}

type Made = {
  kind: 'payment' | 'write-off';
  invoice: number;
  payment: number | null;
  /** Of a write-off: the credit it stands for, where it is one for a part. */
  credit?: number;
  remote_id: string;
  number: string;
  amount: number;
  date: string;
  account_code: string;
};

/** What was accepted stands over there already: it is not sent. */
export async function keepAsSent({ tx, now }: Context, made: Made): Promise<void> {
  const [put] = made.payment === null ? [] : await listAllocations(tx, made.payment, made.date);
  const there = { revision: 1, sent_revision: 1, upload_status: 'UPLOADED', created_on: now } as const;
  await insertDocument(tx, { ...made, ...there, allocation: put?.id ?? null });
}

export const findSent = ({ tx }: Context, invoice: number, remote: string) => proposals.findSent(tx, invoice, remote);
export const keepAsGone = ({ tx }: Context, document: number) => updateDocument(tx, document, { is_void: true, upload_status: 'VOIDED' });
