import { ROLES, type Role } from '@dmse/domain/access/roles';

export type TestPerson = { username: string; full_name: string; initials: string; granted: Role[]; is_project_manager?: boolean };

/** People with names and one job each: the same in tests and in the demo firm. */
export const NAMED_PEOPLE: TestPerson[] = [
  {
    username: 'alice',
    full_name: 'Alice Arsenault',
    initials: 'AA',
    granted: [
      'IT',
      'Staff Panel User',
      'Users Admin',
      'Jobs Admin',
      'Historicals Editor',
      'Invoices Admin',
      'Payments Admin',
      'Expenses Admin',
      'Timesheet Admin',
      'Field Admin',
    ],
    is_project_manager: true,
  },
  { username: 'mona', full_name: 'Mona Martin', initials: 'MM', granted: ['Jobs Manager'], is_project_manager: true },
  { username: 'joe', full_name: 'Joe Jardine', initials: 'JJ', granted: ['Jobs User'] },
  { username: 'fern', full_name: 'Fern Francoeur', initials: 'FF', granted: ['Field Editor'] },
  { username: 'pia', full_name: 'Pia Poirier', initials: 'PP', granted: ['Field Data Processor'] },
  { username: 'ivan', full_name: 'Ivan Irving', initials: 'II', granted: ['Invoices Admin'] },
  { username: 'tess', full_name: 'Tess Thériault', initials: 'TT', granted: ['Timesheet Admin'] },
  { username: 'chelsea', full_name: 'Chelsea Chiasson', initials: 'CC', granted: [] },
];

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
