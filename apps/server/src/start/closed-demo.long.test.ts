import { NAMED_PEOPLE } from '@dmse/domain/access/named-people';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../areas/people/user/password.ts';
import { cloneDemo } from '../testing/demo-database.ts';
import { ask } from '../testing/empty-database.ts';
import { closeDemo } from './closed-demo.ts';

const NOW = '2026-03-05T15:00:00.000Z';

type User = { id: number; username: string; password_hash: string; version: number };
const listUsers = (url: string) => ask<User>(url, 'select id, username, password_hash, version from app_user order by id');

async function countOpen(users: User[]): Promise<number> {
  const hashes = [...new Set(users.map((user) => user.password_hash))];
  const open = await Promise.all(hashes.map((hash) => verifyPassword('demo', hash)));
  return open.filter(Boolean).length;
}

test('a demo made for one machine is closed when it comes to a network: once, and everybody in it is signed out', async () => {
  const { ownerUrl, removeFiles } = await cloneDemo('closed_demo');
  await removeFiles();
  const before = await listUsers(ownerUrl);
  const joe = before.find(({ username }) => username === 'joe')!;
  const mona = before.find(({ username }) => username === 'mona')!;
  // Joe has chosen a password of his own; it stays, and so does his session.
  await ask(ownerUrl, 'update app_user set password_hash = $1 where id = $2', [await hashPassword('tide tables for march'), joe.id]);
  for (const id of [joe.id, mona.id]) {
    await ask(
      ownerUrl,
      `insert into session (token_hash, user_id, kind, created_on, last_seen_on, address, device) values ($1, $2, 'office', now(), now(), '', '')`,
      [Buffer.from([id]), id],
    );
  }

  const told = await closeDemo(ownerUrl, NOW);

  expect(told.map(({ username }) => username)).toEqual(NAMED_PEOPLE.map(({ username }) => username).filter((name) => name !== 'joe'));
  const after = await listUsers(ownerUrl);
  expect(await countOpen(after)).toBe(0);
  for (const { username, password } of told) {
    expect(await verifyPassword(password, after.find((user) => user.username === username)!.password_hash)).toBe(true);
  }
  expect(await verifyPassword('tide tables for march', after.find(({ id }) => id === joe.id)!.password_hash)).toBe(true);
  expect(await ask(ownerUrl, 'select user_id from session')).toEqual([{ user_id: joe.id }]);
  const [entry] = await ask(
    ownerUrl,
    `select version, changes, by from history where noun = 'user' and record_id = $1 order by id desc limit 1`,
    [String(mona.id)],
  );
  expect(entry).toMatchObject({ version: mona.version + 1, by: null, changes: [{ label: 'Password', to: 'a new password' }] });

  expect(await closeDemo(ownerUrl, NOW)).toEqual([]);
  expect(await listUsers(ownerUrl)).toEqual(after);
});
