import { inboxAddress, subjectTag } from '@dmse/domain/memos/inbox-address';
import { whoIsTold } from '@dmse/domain/memos/memo-recipients';
import type { Writing } from '../../../call/context.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { linkTo, queueMail } from '../../staff/mail/mail.service.ts';
import * as memos from './memo.queries.ts';
import { findLeading } from './memo-recipients.service.ts';

export type Owner = NonNullable<Awaited<ReturnType<typeof memos.findOwner>>> & { of: 'job' | 'quote' };
type Told = { id: number; title: string; words: string; is_issue: boolean };
/** Whom to mail besides those who run the job, and who needs no mail because it was they who did it. */
export type Wish = { recipients: readonly number[]; except: readonly number[] };

/**
 * Tells the project manager, the leads and those who were named besides, in the transaction of the memo itself: a memo that was written
 * is mailed, and one that was not is not. An answer to the mail goes to the inbox of the job, and becomes a memo.
 */
export async function mailMemo(context: Writing, owner: Owner, memo: Told, { recipients, except }: Wish): Promise<void> {
  const { tx, actor, adapters } = context;
  const { domain } = await getSection(tx, 'inbox');
  const told = whoIsTold(await findLeading(tx, owner), except).map(({ id }) => id);
  const people = new Map((await memos.listPeople(tx, [...told, ...recipients])).map((person) => [person.id, person]));
  const heading = `${actor.full_name} wrote about ${owner.of} ${owner.num}, ${owner.desc}:`;
  const urgent = memo.is_issue ? `Urgent: An issue is blocking this ${owner.of} and must be resolved.\n\n` : '';
  const link = linkTo(adapters, `/app/${owner.of}/${owner.id}/memos?memo=${memo.id}`);
  for (const id of new Set([...told, ...recipients])) {
    const [mail] = await queueMail(context, {
      to: [people.get(id)!.email],
      subject: `${subjectTag(owner.num)} ${memo.title}`,
      text: `${heading}\n\n${urgent}${memo.words}\n\n${link}\n`,
      ...(domain ? { reply_to: inboxAddress({ num: owner.num, token: owner.inbox_token }, domain) } : {}),
    });
    await memos.insertRecipient(tx, { memo: memo.id, mail: mail!, person: id });
  }
}
