import type { PersonRef } from '@dmse/contract/common/fields';
import { type Approver, EXPENSES, isAdminOf, whyNotApproveFor, whyNotOwn } from '@dmse/domain/states/approver';
import type { Context } from '../../../call/context.ts';
import * as expenses from './expense.queries.ts';

type Asking = Pick<Context, 'tx' | 'actor'>;

/** Whoever asks, with the people they supervise. */
export async function loadApprover({ tx, actor }: Asking): Promise<Approver & { people: PersonRef[] }> {
  const people = await expenses.listSupervised(tx, actor.id);
  return { id: actor.id, groups: actor.groups, supervises: people.map(({ id }) => id), people };
}

/** Their own, those of the people they supervise, and all for an Expenses Admin. */
export function maySee(owner: number, who: Approver): boolean {
  return whyNotOwn(owner, who, EXPENSES) === null || whyNotApproveFor(owner, who, EXPENSES) === null;
}

export function seenBy(who: Approver): expenses.Seen {
  return { me: who.id, people: isAdminOf(who, EXPENSES) ? null : who.supervises };
}
