import { NAMED_PEOPLE } from '@dmse/domain/access/named-people';
import { sql } from 'kysely';
import { removeOfUser } from '../areas/people/session/session.queries.ts';
import { hashPassword, makePassword, verifyPassword } from '../areas/people/user/password.ts';
import { userNoun } from '../areas/people/user/user.service.ts';
import { openDatabase, openPool, type Tx } from '../db/database.ts';
import { recordHistory } from '../records/history.ts';
import { describeChange } from '../records/record.ts';

type SignIn = { username: string; password: string; says: string };
type Person = { id: number; username: string; full_name: string; password_hash: string };

const KNOWN_TO_ALL = 'demo';

/** A number nobody else uses, so that two servers starting at once do not both hand out passwords. */
const CLOSE_LOCK = 712_004_413;

/**
 * A demo that was made for one machine and now listens to a network: everybody whom the word "demo" still lets in gets another password,
 * and whoever came in with it is signed out. Answers the new passwords of the named people, to be told once; the others get one that
 * nobody knows, as at a first start on a network. Where the word opens nothing any more, nothing happens.
 */
export async function closeDemo(ownerUrl: string, now: string): Promise<SignIn[]> {
  const db = openDatabase(openPool(ownerUrl, 1, null));
  try {
    return await db.write(async (tx) => {
      await sql`select pg_advisory_xact_lock(${CLOSE_LOCK})`.execute(tx);
      const told: SignIn[] = [];
      const open = await listOpen(tx);
      const unknownToAll = open.length > 0 ? await hashPassword(makePassword()) : '';
      for (const person of open) {
        const named = NAMED_PEOPLE.find(({ username }) => username === person.username);
        const password = makePassword();
        await givePassword(tx, person, named ? await hashPassword(password) : unknownToAll, now);
        if (named) told.push({ username: named.username, password, says: named.says });
      }
      return told;
    });
  } finally {
    await db.close();
  }
}

/** Most of them share one hash, so each is tried once. */
async function listOpen(tx: Tx): Promise<Person[]> {
  const people = await tx.selectFrom('app_user').select(['id', 'username', 'full_name', 'password_hash']).orderBy('id').execute();
  const isOpen = new Map<string, boolean>();
  for (const { password_hash } of people) {
    if (!isOpen.has(password_hash)) isOpen.set(password_hash, await verifyPassword(KNOWN_TO_ALL, password_hash));
  }
  return people.filter(({ password_hash }) => isOpen.get(password_hash));
}

async function givePassword(tx: Tx, person: Person, password_hash: string, now: string): Promise<void> {
  const { version } = await tx
    .updateTable('app_user')
    .set({ password_hash, version: sql<number>`version + 1`, updated_on: now, updated_by: null })
    .where('id', '=', person.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await removeOfUser(tx, person.id);
  const change = await describeChange({ tx }, userNoun, 'password_hash', person.password_hash, password_hash);
  const context = { tx, now, request_id: 'start', actor: { id: null, full_name: '' } };
  await recordHistory(context, {
    noun: userNoun.noun,
    record_id: person.id,
    record_name: person.full_name,
    version,
    action: 'changed',
    changes: [change],
  });
}
