import {
  DEFAULT_PREFERENCES,
  employmentFields,
  type NewUser,
  type OwnSession,
  type Preferences,
  type Self,
  SelfPatch,
  type StaffUser,
  StaffUserPatch,
} from '@dmse/contract/people/user';
import { actionsOf, GRANTS } from '@dmse/domain/access/grants';
import { whyNotPassword } from '@dmse/domain/access/password-policy';
import { expandRoles, isRole, type Role, rolesIncludedIn } from '@dmse/domain/access/roles';
import { sessionEnd } from '@dmse/domain/access/session';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, Refusal, refuseUnconfirmed } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { type Change, listHistory } from '../../../records/history.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf, lockRecord, openRecord, updateRecord } from '../../../records/record.ts';
import { claimUpload, fileUrl } from '../../files/file/file.service.ts';
import { getFirmFace } from '../../settings/setting/setting.service.ts';
import { forgetGuesses, noteGuess, refuseGuesses } from '../session/guesses.service.ts';
import * as sessions from '../session/session.queries.ts';
import { isLastEmergencyAccount } from '../session/sign-in-ways.service.ts';
import { hashPassword, makePassword, verifyPassword } from './password.ts';
import * as users from './user.queries.ts';

export const userNoun: Changeable<'app_user', StaffUser> = {
  noun: 'user',
  table: 'app_user',
  nameOf: (row) => String(row.full_name),
  fields: {
    ...fieldsOf({ ...StaffUserPatch.shape, ...employmentFields, ...SelfPatch.shape }),
    password_hash: { label: 'Password', words: () => 'a new password' },
  },
  get: getUser,
};

function rolesOf(row: { granted: string[] }): Role[] {
  return row.granted.filter(isRole);
}

function configOf(row: users.UserRow) {
  const { employees_supervised, job_role, weekly_minutes, start_date, end_date } = row;
  return { employees_supervised, job_role, weekly_minutes, start_date, end_date };
}

function pictureUrl(row: users.UserRow): string | null {
  return row.profile_picture === null ? null : fileUrl(row.profile_picture, 'thumbnail');
}

export async function getSelf({ tx, actor }: Context): Promise<Self> {
  const row = await users.find(tx, actor.id);
  if (!row) throw notFound();
  const preferences = { ...DEFAULT_PREFERENCES, ...(row.preferences as Partial<Preferences>) };
  const { kind, expires_on } = actor.session;
  return {
    ...row,
    profile_picture_url: pictureUrl(row),
    groups: expandRoles(rolesOf(row)),
    employee_config: configOf(row),
    preferences,
    can: actionsOf(rolesOf(row)),
    session: { kind, expires_on },
  };
}

export async function updateSelf(
  context: Context,
  patch: { phone?: string; preferences?: Partial<Preferences>; profile_picture?: number | null },
): Promise<Self> {
  const { preferences, ...rest } = patch;
  return changeRecord(context, { ...userNoun, get: getSelf }, context.actor.id, async (before) => {
    if (rest.profile_picture) await claimUpload(context, rest.profile_picture, 'profile_picture', 'picture');
    const merged = preferences ? { preferences: { ...(before.preferences as object), ...preferences } } : {};
    return { values: { ...rest, ...merged } };
  });
}

export async function changeOwnPassword(context: Context, current: string, next: string): Promise<void> {
  const { tx, actor, now } = context;
  const stored = await users.findPassword(tx, actor.id);
  const tried = { account: stored.username, from: `session ${actor.session.id}` };
  await refuseGuesses(context, tried);
  if (!(await verifyPassword(current, stored.password_hash)))
    throw noteGuess(tried, now, { current_password: 'This is not your current password.' });
  const why = whyNotPassword(next, { ...stored, ...(await getFirmFace(tx)) });
  if (why) throw invalid({ new_password: why });
  await forgetGuesses(tx, tried, now);
  const before = await lockRecord(context, userNoun, actor.id);
  await updateRecord(context, userNoun, before, { password_hash: await hashPassword(next) });
  await sessions.removeOfUser(tx, actor.id, actor.session.id);
}

export async function listOwnSessions({ tx, actor }: Context): Promise<{ count: number; results: OwnSession[] }> {
  const rows = await sessions.listOfUser(tx, actor.id);
  const results = rows.map((row) => {
    const kind = row.kind as OwnSession['kind'];
    return { ...row, kind, expires_on: sessionEnd({ ...row, kind }), is_current: row.id === actor.session.id };
  });
  return { count: results.length, results };
}

export async function endOwnSession({ tx, actor }: Context, id: number): Promise<void> {
  if (!(await sessions.removeOne(tx, actor.id, id))) throw notFound();
}

export async function listEmployees(
  { tx }: Context,
  query: { query?: string | undefined; page?: number | undefined; page_size?: number | undefined },
) {
  const found = await users.list(tx, { ...query, page_size: query.page_size ?? 200, is_active: true });
  const results = found.results.map((row) => ({
    ...row,
    profile_picture_url: pictureUrl(row),
    groups: expandRoles(rolesOf(row)),
    employee_config: { employees_supervised: row.employees_supervised },
  }));
  return { count: found.count, results };
}

function asStaffUser(row: users.UserRow): StaffUser {
  return { ...row, granted: rolesOf(row), groups: expandRoles(rolesOf(row)), employee_config: configOf(row) };
}

export async function getUser({ tx }: Context, id: number): Promise<StaffUser> {
  const row = await users.find(tx, id);
  if (!row) throw notFound();
  return asStaffUser(row);
}

export async function listUserHistory(context: Context, id: number, page: PageInput) {
  const row = await users.find(context.tx, id);
  return listHistory(context, userNoun.noun, id, row ? [id] : [], page);
}

export async function listUsers({ tx }: Context, query: Parameters<typeof users.list>[1]) {
  const found = await users.list(tx, query);
  return { count: found.count, results: found.results.map(asStaffUser) };
}

function initialsOf(name: string): string {
  return name
    .split(/[\s-]+/)
    .map((part) => part[0] ?? '')
    .join('')
    .toUpperCase()
    .slice(0, 3);
}

async function supervisionChange(context: Context, id: number, next: number[] | undefined): Promise<Change[]> {
  if (!next) return [];
  if (next.includes(id)) throw invalid({ 'employee_config.employees_supervised': 'Nobody supervises themselves.' });
  const before = (await users.find(context.tx, id))?.employees_supervised ?? [];
  if (isEqual(before.toSorted(), next.toSorted())) return [];
  const names = new Map((await users.listNames(context.tx, [...before, ...next])).map((row) => [row.id, row.full_name]));
  const words = (ids: number[]) => (ids.length > 0 ? ids.map((one) => names.get(one) ?? '').join(', ') : null);
  await users.setSupervised(context.tx, id, next);
  return [{ field: 'employees_supervised', label: 'Supervises', from: words(before), to: words(next) }];
}

/** A new user with a password made here and shown once. */
export async function createUser(
  context: Context,
  { employee_config = {}, ...fields }: z.output<typeof NewUser>,
): Promise<{ user: StaffUser; password: string }> {
  const { employees_supervised, ...config } = employee_config;
  if (fields.granted && fields.granted.length > 0) refuseUnconfirmed(context.actor);
  const password = makePassword();
  const initials = fields.initials || initialsOf(fields.full_name);
  const values = { ...fields, initials, ...config, password_hash: await hashPassword(password) };
  const row = await createRecord(context, userNoun, values);
  await supervisionChange(context, row.id, employees_supervised);
  return { user: await getUser(context, row.id), password };
}

export async function updateUser(
  context: Context,
  id: number,
  { employee_config = {}, ...fields }: z.output<typeof StaffUserPatch>,
): Promise<StaffUser> {
  const { tx, actor } = context;
  const before = await openRecord(context, userNoun, id);
  const { employees_supervised, ...config } = employee_config;
  // Who may do what, and where a new password would be mailed to.
  const isDangerous = (['granted', 'is_active', 'email'] as const).some((name) => name in fields && !isEqual(fields[name], before[name]));
  if (isDangerous) refuseUnconfirmed(actor);
  if (fields.is_active === false && id === actor.id) throw new Refusal('WRONG_STATE', 'You cannot disable yourself.');
  if (fields.initials === '') fields.initials = initialsOf(String(fields.full_name ?? before.full_name));
  const extra = await supervisionChange(context, id, employees_supervised);
  await updateRecord(context, userNoun, before, { ...fields, ...config }, extra);
  if (fields.is_active === false) await sessions.removeOfUser(tx, id);
  // Without this the door to the staff panel could be locked from inside.
  if ((await users.countActiveHolders(tx, 'Users Admin')) === 0)
    throw new Refusal('WRONG_STATE', 'Somebody must stay Users Admin: give the role to another active user first.');
  const after = await getUser(context, id);
  if (isDangerous && !(after.is_active && after.granted.includes('Users Admin')) && (await isLastEmergencyAccount(tx, id)))
    throw new Refusal('WRONG_STATE', 'This is the last emergency account: name another Users Admin on the page Sign-in rules first.');
  return after;
}

export async function resetPassword(context: Context, id: number): Promise<{ password: string }> {
  const before = await lockRecord(context, userNoun, id);
  const password = makePassword();
  await updateRecord(context, userNoun, before, { password_hash: await hashPassword(password) });
  await sessions.removeOfUser(context.tx, id);
  return { password };
}

export async function endUserSessions(context: Context, id: number): Promise<{ ended: number }> {
  await getUser(context, id);
  return { ended: await sessions.removeOfUser(context.tx, id) };
}

/** Every grant a user holds, and the role that gives it. */
export async function explainPermissions(context: Context, id: number) {
  const { granted, groups } = await getUser(context, id);
  const roles = groups.map((role) => {
    const from = granted.find((given) => rolesIncludedIn(given).includes(role));
    return { role, because: granted.includes(role) ? 'granted' : role === 'Employee' ? 'everyone' : `comes with ${from}` };
  });
  const actions = actionsOf(granted).map((action) => ({ action, role: GRANTS[action].find((role) => groups.includes(role))! }));
  return { roles, actions };
}
