import { expandRoles, isRole, type Role } from './roles.ts';

export type Mode = 'demo' | 'firm';
/** What the firm asks of people who sign in. */
export type SignInPolicy = { factor_roles: readonly string[]; confirm_minutes: number };

/** Must somebody with these groups have a second factor? In a demo nobody must; whoever has one is asked for it everywhere. */
export function needsSecondFactor(mode: Mode, { factor_roles }: Pick<SignInPolicy, 'factor_roles'>, groups: readonly Role[]): boolean {
  return mode === 'firm' && expandRoles(groups).some((role) => factor_roles.includes(role));
}

/**
 * Has the person of a session shown lately who they are? Asked before a dangerous act. In a demo only those are asked who have a second
 * factor; in a firm those without one are asked for their password.
 */
export function isConfirmed(
  mode: Mode,
  { confirm_minutes }: Pick<SignInPolicy, 'confirm_minutes'>,
  session: { has_factor: boolean; confirmed_on: string | null },
  now: string,
): boolean {
  if (mode === 'demo' && !session.has_factor) return true;
  return session.confirmed_on !== null && Date.parse(now) - Date.parse(session.confirmed_on) < confirm_minutes * 60_000;
}

export type GroupRoles = Readonly<Record<string, readonly string[]>>;

/**
 * The roles after another system has said which of its groups somebody is in. Only roles the table names are given and taken by it; the
 * others stay as an administrator gave them.
 */
export function rolesFromGroups(granted: readonly Role[], table: GroupRoles, groups: readonly string[]): Role[] {
  const managed = new Set(Object.values(table).flat());
  const given = groups.flatMap((group) => (Object.hasOwn(table, group) ? table[group]! : [])).filter(isRole);
  return [...new Set([...granted.filter((role) => !managed.has(role)), ...given])];
}
