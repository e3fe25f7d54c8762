import type { Role } from './roles.ts';

export type NamedPerson = {
  username: string;
  full_name: string;
  initials: string;
  granted: Role[];
  is_project_manager?: boolean;
  /** What this person does at the firm, in a few words. */
  says: string;
};

/** People with names and one job each: the sign-ins of the demo firm, and whom the tests tell their stories about. */
export const NAMED_PEOPLE: NamedPerson[] = [
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
    says: 'IT and every admin role',
  },
  {
    username: 'mona',
    full_name: 'Mona Martin',
    initials: 'MM',
    granted: ['Jobs Manager', 'Timesheet User', 'Expenses User'],
    is_project_manager: true,
    says: 'Jobs Manager: runs jobs and quotes, merges and imports clients',
  },
  {
    username: 'joe',
    full_name: 'Joe Jardine',
    initials: 'JJ',
    granted: ['Jobs User', 'Timesheet User', 'Expenses User'],
    says: 'Jobs User: looks things up, edits clients',
  },
  {
    username: 'fern',
    full_name: 'Fern Francoeur',
    initials: 'FF',
    granted: ['Field Editor', 'Timesheet User', 'Expenses User'],
    says: 'Field Editor: starts and edits field runs',
  },
  {
    username: 'pia',
    full_name: 'Pia Poirier',
    initials: 'PP',
    granted: ['Field Data Processor', 'Timesheet User', 'Expenses User'],
    says: 'Field Data Processor: processes field runs',
  },
  {
    username: 'ivan',
    full_name: 'Ivan Irving',
    initials: 'II',
    granted: ['Invoices Admin', 'Timesheet User', 'Expenses User'],
    says: 'Invoices Admin: bills the work',
  },
  {
    username: 'tess',
    full_name: 'Tess Thériault',
    initials: 'TT',
    granted: ['Timesheet Admin', 'Expenses User'],
    says: 'Timesheet Admin: approves and locks time',
  },
  { username: 'chelsea', full_name: 'Chelsea Chiasson', initials: 'CC', granted: [], says: 'Employee, nothing else' },
];
