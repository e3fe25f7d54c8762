import { NAMED_PEOPLE } from '@dmse/domain/access/named-people';
import { hashPassword, makePassword } from '../../areas/people/user/password.ts';
import { userNoun } from '../../areas/people/user/user.service.ts';
import { createLoader, type Loading } from '../bulk-load.ts';
import { type HistoryRow, makeRecordWithHistory } from '../firm/record-with-history.ts';
import type { StaffMember } from '../firm/staff.ts';

export type SignIn = { username: string; full_name: string; password: string; says: string };

/**
 * The passwords of the demo: the word "demo" for everyone, or one of their own for each of the named people, told once. Hashed before
 * the transaction begins, because that takes its time.
 */
export async function makePasswords(staff: readonly StaffMember[], kind: 'demo' | 'random') {
  const shared = kind === 'demo' ? 'demo' : null;
  const sharedHash = await hashPassword(shared ?? makePassword());
  const signIns: SignIn[] = NAMED_PEOPLE.map(({ username, full_name, says }) => {
    return { username, full_name, password: shared ?? makePassword(), says };
  });
  const hashes = new Map<string, string>();
  for (const { username } of staff) {
    const own = shared ? null : signIns.find((person) => person.username === username);
    hashes.set(username, own ? await hashPassword(own.password) : sharedHash);
  }
  return { signIns, hashOf: (username: string) => hashes.get(username)! };
}

/** The people of the firm and who supervises whom. The first was here before there was anybody to enter her. */
export async function loadPeople(
  context: Loading,
  staff: readonly StaffMember[],
  hashOf: (username: string) => string,
  add: (rows: HistoryRow[]) => Promise<void>,
): Promise<void> {
  const ids = new Map(staff.map((person) => [person.username, person.id]));
  const lives = staff.map(({ id, supervised_by: _, ...person }) => ({
    id,
    values: { ...person, password_hash: hashOf(person.username) },
    created: { at: `${person.start_date}T13:00:00.000Z`, by: id === context.actor.id ? null : context.actor.id },
    edits: [],
  }));
  const told = await Promise.all(lives.map((life) => makeRecordWithHistory(context, userNoun, life)));
  const people = createLoader(context, 'app_user', Object.keys(told[0]!.row));
  for (const { row, history } of told) {
    await people.add(row);
    await add(history);
  }
  await people.flush();
  const supervision = createLoader(context, 'supervision', ['supervisor', 'employee']);
  for (const { id, supervised_by } of staff) if (supervised_by) await supervision.add({ supervisor: ids.get(supervised_by), employee: id });
  await supervision.flush();
}
