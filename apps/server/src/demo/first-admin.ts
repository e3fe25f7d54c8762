import { NewUser } from '@dmse/contract/people/user';
import { whyNotPassword } from '@dmse/domain/access/password-policy';
import type { Role } from '@dmse/domain/access/roles';
import { sql } from 'kysely';
import { hashPassword } from '../areas/people/user/password.ts';
import { userNoun } from '../areas/people/user/user.service.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { StartProblem } from '../postgres/start-problem.ts';

type FirstAdmin = { username: string; email: string; password: string };

/** Enough to let everybody else in, and to look after the machine; not one look into the firm's business. */
const GRANTED: Role[] = ['IT', 'Staff Panel User', 'Users Admin'];

const SETUP_LOCK = 712_004_412;

/**
 * Makes an empty database a firm's own, with its first administrator. Both or neither: the mark that this is a firm is written in the
 * same transaction. Refused in words when the account could not be used.
 */
export async function createFirstAdmin(ownerUrl: string, { username, email, password }: FirstAdmin): Promise<void> {
  const person = NewUser.safeParse({
    username: username.trim().toLowerCase(),
    email: email.trim(),
    full_name: username.trim(),
    granted: GRANTED,
  });
  if (!person.success) {
    const { path, message } = person.error.issues[0]!;
    throw new StartProblem(`The first administrator’s ${path[0] === 'email' ? 'e-mail' : 'username'} will not do: ${message}`);
  }
  const why = whyNotPassword(password, person.data);
  if (why) throw new StartProblem(`The first administrator’s password will not do: ${why}`);
  const password_hash = await hashPassword(password);
  const db = openDatabase(openPool(ownerUrl, 1, null));
  try {
    await db.write(async (tx) => {
      await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(tx);
      const mode = await tx.selectFrom('meta').select('value').where('key', '=', 'mode').executeTakeFirst();
      if (mode) throw new StartProblem('This database has been set up already. Ask a Users Admin for an account.');
      const initials = person.data.username.slice(0, 2).toUpperCase();
      const { rows } = await sql<{ id: number; full_name: string }>`
        insert into app_user (username, email, full_name, initials, granted, password_hash, created_on, updated_on)
        values (${person.data.username}, ${person.data.email}, ${person.data.full_name}, ${initials}, ${GRANTED}, ${password_hash}, now(), now())
        returning id, full_name`.execute(tx);
      const { id, full_name } = rows[0]!;
      await sql`
        insert into history (noun, record_id, record_name, version, action, at)
        values (${userNoun.noun}, ${String(id)}, ${full_name}, 1, 'created', now())`.execute(tx);
      await tx.insertInto('meta').values({ key: 'mode', value: 'firm' }).execute();
    });
  } finally {
    await db.close();
  }
}
