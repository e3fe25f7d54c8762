/** The nineteen group names of the firm, spelled as people see them. */
export const ROLES = [
  'Employee',
  'IT',
  'Staff Panel User',
  'Jobs User',
  'Jobs Manager',
  'Jobs Admin',
  'Historicals Editor',
  'Invoices User',
  'Invoices Admin',
  'Payments Admin',
  'Expenses User',
  'Expenses Admin',
  'Timesheet User',
  'Timesheet Admin',
  'Users Admin',
  'Field User',
  'Field Editor',
  'Field Data Processor',
  'Field Admin',
] as const;

export type Role = (typeof ROLES)[number];

/** Holding the role on the left means holding the one on the right too. */
const INCLUDES: Partial<Record<Role, Role>> = {
  'Jobs Admin': 'Jobs Manager',
  'Jobs Manager': 'Jobs User',
  'Field Admin': 'Field Data Processor',
  'Field Data Processor': 'Field Editor',
  'Field Editor': 'Field User',
  'Invoices Admin': 'Invoices User',
  'Timesheet Admin': 'Timesheet User',
  'Expenses Admin': 'Expenses User',
};

export function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name);
}

/** What was answered before, by the roles asked about: a firm has few combinations, and every call asks several times. */
const expanded = new Map<string, Role[]>();
const MAX_EXPANDED = 1000;
/** The answers themselves, which hold all they bring along already. */
const answers = new WeakSet<readonly Role[]>();

/** The groups a person really has: everyone is an Employee, and the greater role holds the lesser one. In the order of ROLES. */
export function expandRoles(granted: readonly Role[]): Role[] {
  if (answers.has(granted)) return granted as Role[];
  const key = granted.join();
  const known = expanded.get(key);
  if (known) return known;
  const groups = Object.freeze(findGroups(granted)) as Role[];
  answers.add(groups);
  if (expanded.size < MAX_EXPANDED) expanded.set(key, groups);
  return groups;
}

function findGroups(granted: readonly Role[]): Role[] {
  const held = new Set<Role>(['Employee']);
  for (const role of granted) {
    for (let next: Role | undefined = role; next && !held.has(next); next = INCLUDES[next]) held.add(next);
  }
  return ROLES.filter((role) => held.has(role));
}

/** The roles that this one brings along, for the effective-permissions view. */
export function rolesIncludedIn(role: Role): Role[] {
  return expandRoles([role]).filter((other) => other !== role && other !== 'Employee');
}
