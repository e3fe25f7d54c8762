import type { MemoRecipients } from '@dmse/contract/memos/memo';
import { can, rolesWith } from '@dmse/domain/access/grants';
import type { Role } from '@dmse/domain/access/roles';
import { type Leading, whoIsTold, whyNobodyIsTold } from '@dmse/domain/memos/memo-recipients';
import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import * as memos from './memo.queries.ts';
import type { Owner } from './memo-mail.service.ts';

/** The roles whose holders may open jobs and quotes, and so read their memos. */
const READERS = rolesWith('memos.read');

/** The people who run a job or quote, as the rules about recipients want them. */
export async function findLeading(tx: Context['tx'], { project_manager, project_leads }: Owner): Promise<Leading> {
  const people = await memos.listPeople(tx, [...(project_manager === null ? [] : [project_manager]), ...project_leads]);
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    project_manager: project_manager === null ? null : (byId.get(project_manager) ?? null),
    project_leads: project_leads.flatMap((id) => byId.get(id) ?? []),
  };
}

export async function getMemoRecipients({ tx, actor }: Context, owner: Owner): Promise<MemoRecipients> {
  const leading = await findLeading(tx, owner);
  const told = whoIsTold(leading, [actor.id]);
  const known = [actor.id, ...told.map(({ id }) => id)];
  const holders = await memos.listHolders(tx, READERS);
  return { told, why_nobody: whyNobodyIsTold(owner.of, leading, actor.id), others: holders.filter(({ id }) => !known.includes(id)) };
}

/** Only those who may open the job or quote are told of what is said there. */
export async function refuseUnknownRecipients({ tx, actor }: Context, owner: Owner, ids: readonly number[]): Promise<void> {
  const people = new Map((await memos.listPeople(tx, ids)).map((person) => [person.id, person]));
  const problems = ids.flatMap((id) => {
    const person = people.get(id);
    if (id === actor.id) return ['You are the author: a memo is not mailed to whoever wrote it.'];
    if (!person) return [`There is no person with the number ${id}.`];
    if (!person.is_active) return [`${person.full_name} no longer has an account.`];
    return can(person.granted as Role[], 'memos.read') ? [] : [`${person.full_name} may not open this ${owner.of}.`];
  });
  if (problems[0]) throw invalid({ recipients: problems[0] });
}
