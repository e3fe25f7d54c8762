import { inboxAddress, subjectTag } from '@dmse/domain/memos/inbox-address';
import type { Writing } from '../../http/context.ts';
import { getSection } from '../settings/setting.service.ts';
import { queueMail } from '../staff/mail.service.ts';
import * as memos from './memo.queries.ts';

export type Owner = NonNullable<Awaited<ReturnType<typeof memos.findOwner>>> & { of: 'job' | 'quote' };
type Told = { id: number; title: string; words: string; is_issue: boolean };

/**
 * Tells the project manager and the leads, in the transaction of the memo itself: a memo that was written is mailed, and one that was
 * not is not. An answer to the mail goes to the inbox of the job, and becomes a memo.
 */
export async function mailMemo(context: Writing, owner: Owner, memo: Told): Promise<void> {
  const { tx, actor } = context;
  const { domain } = await getSection(tx, 'inbox');
  const people = [...(owner.project_manager === null ? [] : [owner.project_manager]), ...owner.project_leads];
  const heading = `${actor.full_name} wrote about ${owner.of} ${owner.num}, ${owner.desc}:`;
  const urgent = memo.is_issue ? 'Urgent: An issue is blocking this job and must be resolved.\n\n' : '';
  for (const person of await memos.listLeaders(tx, people, actor.id)) {
    const [mail] = await queueMail(context, {
      to: [person.email],
      subject: `${subjectTag(owner.num)} ${memo.title}`,
      text: `${heading}\n\n${urgent}${memo.words}\n`,
      ...(domain ? { reply_to: inboxAddress({ num: owner.num, token: owner.inbox_token }, domain) } : {}),
    });
    await memos.insertRecipient(tx, { memo: memo.id, mail: mail!, person: person.id });
  }
}
