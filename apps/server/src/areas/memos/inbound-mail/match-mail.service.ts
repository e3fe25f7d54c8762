import { numbersInSubject, readInboxAddress } from '@dmse/domain/memos/inbox-address';
import type { Tx } from '../../../db/database.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as owners from './mail-owner.queries.ts';
import type { ReadMail } from './read-mail.ts';

export type Match = {
  owner: owners.OwnerKey | null;
  /** How it was found. */
  by: 'address' | 'answer' | 'subject' | null;
  /** Why a person should look: it fits two, or its address has been guessed at. */
  doubt: string | null;
};

/**
 * The job or quote a mail is about: by the address it was sent to, whose token only those know who were told; else by the memo it
 * answers; else by the number in its subject.
 */
export async function matchMail(tx: Tx, mail: ReadMail): Promise<Match> {
  const { domain } = await getSection(tx, 'inbox');
  const named = domain ? mail.recipients.flatMap((address) => readInboxAddress(address, domain) ?? []) : [];
  const found: owners.OwnerKey[] = [];
  let isWrong = false;
  for (const { num, token } of named) {
    const all = await owners.listByNumber(tx, num);
    const right = all.find((one) => one.inbox_token === token);
    if (right) found.push({ of: right.of, id: right.id });
    else isWrong = true;
  }
  const unique = found.filter(({ of, id }, at) => found.findIndex((one) => one.of === of && one.id === id) === at);
  if (unique.length > 1) return { owner: unique[0]!, by: 'address', doubt: 'It was sent to the addresses of more than one job.' };
  if (unique[0]) return { owner: unique[0], by: 'address', doubt: null };
  const doubt = isWrong ? 'It was sent to an inbox address that is not right.' : null;
  const answered = await owners.findByAnswers(tx, mail.answers);
  if (answered) return { owner: answered, by: 'answer', doubt };
  return matchSubject(tx, mail.subject, doubt);
}

async function matchSubject(tx: Tx, subject: string, doubt: string | null): Promise<Match> {
  const { job, quote } = await getSection(tx, 'numbering');
  const found: owners.OwnerKey[] = [];
  for (const num of numbersInSubject(subject, [job, quote])) found.push(...(await owners.listByNumber(tx, num)));
  const [owner] = found;
  if (!owner) return { owner: null, by: null, doubt };
  const several = found.length > 1 ? 'Its subject names more than one job.' : null;
  return { owner: { of: owner.of, id: owner.id }, by: 'subject', doubt: doubt ?? several };
}
