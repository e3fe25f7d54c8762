import { NAMED_PEOPLE, type NamedPerson } from '@dmse/domain/access/named-people';
import { ROLES, type Role } from '@dmse/domain/access/roles';

export { NAMED_PEOPLE };

type TestPerson = Omit<NamedPerson, 'says'>;

export function roleUsername(role: Role): string {
  return `only-${role.toLowerCase().replaceAll(' ', '-')}`;
}

/** Nobody has this job, but the table test needs to know what each role alone can do. */
const ONE_ROLE_PEOPLE: TestPerson[] = ROLES.map((role, i) => ({
  username: roleUsername(role),
  full_name: `Only ${role}`,
  initials: `R${i}`,
  granted: [role],
}));

export const PEOPLE: TestPerson[] = [...NAMED_PEOPLE, ...ONE_ROLE_PEOPLE];
