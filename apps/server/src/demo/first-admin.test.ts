import { expect, test } from 'vitest';
import { verifyPassword } from '../areas/people/user/password.ts';
import { ask, createEmptyDatabase } from '../testing/empty-database.ts';
import { createFirstAdmin } from './first-admin.ts';
import { loadDemo } from './load-demo.ts';

const BOSS = { username: 'Rosalie', email: 'rosalie@example.ca', password: 'tide tables for march' };

test('a firm begins with the one administrator it named, and nobody else', async () => {
  const { ownerUrl } = await createEmptyDatabase('firm');
  await createFirstAdmin(ownerUrl, BOSS);
  const [user, ...others] = await ask<{ username: string; granted: string[]; password_hash: string }>(ownerUrl, 'select * from app_user');
  expect(others).toEqual([]);
  expect(user).toMatchObject({
    username: 'rosalie',
    email: 'rosalie@example.ca',
    granted: ['IT', 'Staff Panel User', 'Users Admin'],
    version: 1,
  });
  expect(await verifyPassword(BOSS.password, user!.password_hash)).toBe(true);
  expect(await ask(ownerUrl, `select value from meta where key = 'mode'`)).toEqual([{ value: 'firm' }]);
  expect(await ask(ownerUrl, 'select action, record_name, version from history')).toEqual([
    { action: 'created', record_name: 'Rosalie', version: 1 },
  ]);

  await expect(createFirstAdmin(ownerUrl, { ...BOSS, username: 'second', email: 'b@example.ca' })).rejects.toThrow(/set up already/);
  expect(await loadDemo(ownerUrl, { size: 'small', passwords: 'demo', now: '2026-03-04T15:00:00.000Z' })).toEqual([]);
  expect(await ask(ownerUrl, 'select username from app_user')).toEqual([{ username: 'rosalie' }]);
});

test.each([
  [{ password: 'demo' }, /at least 12 characters/],
  [{ password: 'rosalie12345' }, /too easy to guess/],
  [{ username: 'no spaces please' }, /username will not do/],
  [{ email: 'nowhere' }, /e-mail will not do/],
])('SEC-S08 an account that could not be used is refused in words: %o', async (wrong, words) => {
  const { ownerUrl } = await createEmptyDatabase('firm_refused');
  await expect(createFirstAdmin(ownerUrl, { ...BOSS, ...wrong })).rejects.toThrow(words);
  expect(await ask(ownerUrl, `select value from meta where key = 'mode'`)).toEqual([]);
});
