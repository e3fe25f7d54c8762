import * as user from '@dmse/contract/people/user';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';

const app = useTestApp();

async function idOf(username: string): Promise<number> {
  return (await app.tx().selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
}

describe('oneself', () => {
  it('reads as the specification says, with the groups expanded', async () => {
    const mona = await app.as('mona');
    const self = await mona.call(user.getSelf, {});
    expect(self.groups).toEqual(['Employee', 'Jobs User', 'Jobs Manager']);
    expect(self.preferences.page_size).toBe(25);
  });

  it('keeps preferences on the server, one by one', async () => {
    const joe = await app.as('joe');
    await joe.call(user.updateSelf, {}, { preferences: { theme: 'dark' } });
    const self = await joe.call(user.updateSelf, {}, { preferences: { page_size: 50 } });
    expect(self.preferences).toMatchObject({ theme: 'dark', page_size: 50 });
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
    await here.call(user.changePassword, {}, { current_password: 'demo', new_password: 'trois truites au lac' });
    expect((await here.call(user.getSelf, {})).username).toBe('joe');
    expect((await there.refused(user.getSelf, {})).status).toBe(401);
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
