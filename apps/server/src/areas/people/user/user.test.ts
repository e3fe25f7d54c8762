import * as user from '@dmse/contract/people/user';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function idOf(username: string): Promise<number> {
  return (await app.tx().selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
}

describe('oneself', () => {
  it('reads as the specification says, with the groups expanded', async () => {
    const mona = await app.as('mona');
    const self = await mona.call(user.getSelf, {});
    expect(self.groups).toEqual(['Employee', 'Jobs User', 'Jobs Manager', 'Expenses User', 'Timesheet User']);
    expect(self.preferences.page_size).toBe(25);
  });

  it('keeps preferences on the server, one by one', async () => {
    const joe = await app.as('joe');
    await joe.call(user.updateSelf, {}, { preferences: { theme: 'dark' } });
    const self = await joe.call(user.updateSelf, {}, { preferences: { page_size: 50 } });
    expect(self.preferences).toMatchObject({ theme: 'dark', page_size: 50 });
  });

  it('carries its version, and a save against an older one is refused', async () => {
    const joe = await app.as('joe');
    const { version } = await joe.call(user.getSelf, {});
    const saved = await joe.call(user.updateSelf, {}, { phone: '506 555-0100' }, { ifMatch: version });
    expect(saved.version).toBe(version + 1);
    const stale = await joe.refused(user.updateSelf, {}, { phone: '506 555-0199' }, { ifMatch: version });
    expect([stale.status, stale.body.changed, stale.body.current]).toEqual([
      409,
      ['phone'],
      expect.objectContaining({ phone: '506 555-0100' }),
    ]);
    // A switch among the preferences is not a form that somebody has open: it needs no version.
    await joe.call(user.updateSelf, {}, { preferences: { theme: 'dark' } });
  });

  it('cannot make itself an administrator', async () => {
    const joe = await app.as('joe');
    const refused = await joe.refused(user.updateSelf, {}, { groups: ['IT'] });
    expect(refused.status).toBe(400);
    expect(refused.body).toHaveProperty('groups');
  });

  it('changes its password, which ends the other sessions and not this one', async () => {
    const [here, there] = [await app.as('joe'), await app.as('joe')];
    const wrong = await here.refused(user.changePassword, {}, { current_password: 'x', new_password: 'trois truites au lac' });
    expect(wrong.body).toMatchObject({ current_password: ['This is not your current password.'] });
    const weak = await here.refused(user.changePassword, {}, { current_password: 'demo', new_password: 'joejardine12' });
    expect(weak.body).toHaveProperty('new_password');
    await app
      .tx()
      .updateTable('setting')
      .set({ value: sql`value || '{"firm_name": "Ternwick Geomatics"}'` })
      .where('section', '=', 'firm')
      .execute();
    const firm = await here.refused(user.changePassword, {}, { current_password: 'demo', new_password: 'ternwick2026!!' });
    expect(firm.body).toHaveProperty('new_password');
    await here.call(user.changePassword, {}, { current_password: 'demo', new_password: 'trois truites au lac' });
    expect((await here.call(user.getSelf, {})).username).toBe('joe');
    expect((await there.refused(user.getSelf, {})).status).toBe(401);
  });

  it('gets ten guesses at its current password, and another session is not stopped with it', async () => {
    const [here, there] = [await app.as('joe'), await app.as('joe')];
    const guess = (current_password: string) =>
      here.refused(user.changePassword, {}, { current_password, new_password: 'trois truites au lac' });
    for (let i = 0; i < 10; i += 1) expect((await guess('wrong')).status).toBe(400);
    const stopped = await here.send(user.changePassword, {}, { current_password: 'demo', new_password: 'trois truites au lac' });
    expect([stopped.status, stopped.headers['retry-after']]).toEqual([429, '900']);
    expect(JSON.parse(stopped.body.toString())).toMatchObject({ code: 'THROTTLED' });
    await there.call(user.changePassword, {}, { current_password: 'demo', new_password: 'trois truites au lac' });
  });

  it('may try again after the wait, and a right password forgets the mistakes', async () => {
    const joe = await app.as('joe');
    const change = (current_password: string, new_password: string) =>
      joe.send(user.changePassword, {}, { current_password, new_password }).then(({ status }) => status);
    for (let i = 0; i < 10; i += 1) await change('wrong', 'trois truites au lac');
    app.clock.now = '2026-03-04T15:15:00.000Z';
    expect(await change('wrong', 'trois truites au lac')).toBe(400);
    expect(await change('demo', 'trois truites au lac')).toBe(204);
    app.clock.now = '2026-03-04T15:15:01.000Z';
    for (let i = 0; i < 10; i += 1) expect(await change('wrong', 'quatre truites au lac')).toBe(400);
    expect(await change('trois truites au lac', 'quatre truites au lac')).toBe(429);
  });

  it("sees its own sessions and ends one; somebody else's is not found", async () => {
    const [here, there] = [await app.as('joe'), await app.as('joe', 'field')];
    const { results } = await here.call(user.listOwnSessions, {});
    expect(results.filter((session) => session.is_current)).toHaveLength(1);
    const other = results.find((session) => !session.is_current)!;
    const mona = await app.as('mona');
    expect((await mona.refused(user.endOwnSession, { id: other.id })).status).toBe(404);
    await here.call(user.endOwnSession, { id: other.id });
    expect((await there.refused(user.getSelf, {})).status).toBe(401);
  });
});

describe('the staff panel', () => {
  it('Alice creates a user, whose first password is shown once and works', async () => {
    const alice = await app.as('alice');
    const { user: made, password } = await alice.call(
      user.createUser,
      {},
      { username: 'nora', email: 'nora@example.ca', full_name: 'Nora Nadeau', granted: ['Jobs Manager'] },
    );
    expect(made).toMatchObject({ initials: 'NN', groups: ['Employee', 'Jobs User', 'Jobs Manager'], open_sessions: 0 });
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    const twice = await alice.refused(user.createUser, {}, { username: 'nora', email: 'n2@example.ca', full_name: 'Nora Two' });
    expect(twice.body).toMatchObject({ username: ['Somebody has this username already.'] });
  });

  it('disables a user at once, but never oneself, and never the last Users Admin', async () => {
    const alice = await app.as('alice');
    const joe = await app.as('joe');
    await alice.call(user.updateUser, { id: await idOf('joe') }, { is_active: false });
    expect((await joe.refused(user.getSelf, {})).status).toBe(401);
    const me = await idOf('alice');
    expect((await alice.refused(user.updateUser, { id: me }, { is_active: false })).body.detail).toBe('You cannot disable yourself.');
    await app.tx().updateTable('app_user').set({ is_active: false }).where('username', '=', 'only-users-admin').execute();
    const last = await alice.refused(user.updateUser, { id: me }, { granted: ['IT'] });
    expect(last.body.detail).toMatch(/Somebody must stay Users Admin/);
  });

  it('says who made and changed a user, and tells its history without the password', async () => {
    const alice = await app.as('alice');
    const joe = await idOf('joe');
    await alice.call(user.updateUser, { id: joe }, { phone: '506 555-0100' });
    const changed = await alice.call(user.getUser, { id: joe });
    expect(changed).toMatchObject({ updated_on: app.clock.now, updated_by: { full_name: 'Alice Arsenault' } });
    await alice.call(user.resetPassword, { id: joe });
    const { results } = await alice.call(user.listUserHistory, { id: joe });
    expect(results.slice(0, 2).map(({ changes }) => changes.map(({ label, to }) => [label, to]))).toEqual([
      [['Password', 'a new password']],
      [['Phone', '506 555-0100']],
    ]);
    expect((await alice.refused(user.listUserHistory, { id: 999_999 })).status).toBe(404);
  });

  it('explains what somebody may do, and by which role', async () => {
    const alice = await app.as('alice');
    const { roles, actions } = await alice.call(user.getPermissions, { id: await idOf('mona') });
    expect(roles).toContainEqual({ role: 'Jobs User', because: 'comes with Jobs Manager' });
    expect(actions).toContainEqual({ action: 'clients.merge', role: 'Jobs Manager' });
    expect(actions.map((one) => one.action)).not.toContain('users.write');
  });

  it('keeps who supervises whom, and nobody themselves', async () => {
    const alice = await app.as('alice');
    const [mona, joe] = [await idOf('mona'), await idOf('joe')];
    const changed = await alice.call(user.updateUser, { id: mona }, { employee_config: { employees_supervised: [joe] } });
    expect(changed.employee_config.employees_supervised).toEqual([joe]);
    expect((await alice.refused(user.updateUser, { id: mona }, { employee_config: { employees_supervised: [mona] } })).status).toBe(400);
  });
});
