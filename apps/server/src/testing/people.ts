import { PEOPLE } from '@dmse/testkit/people';
import pg from 'pg';
import { hashPassword } from '../areas/people/password.ts';

/** The named people of the tests, in a database that has just been migrated. */
export async function seedPeople(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const password = await hashPassword('demo');
  await client.query(`insert into meta (key, value) values ('mode', 'demo')`);
  for (const person of PEOPLE) {
    await client.query(
      `insert into app_user (username, email, full_name, initials, is_project_manager, password_hash, granted, created_on, updated_on)
       values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
      [
        person.username,
        `${person.username}@example.ca`,
        person.full_name,
        person.initials,
        person.is_project_manager ?? false,
        password,
        person.granted,
      ],
    );
  }
  await client.end();
}
