import { expandRoles, ROLES, type Role } from './roles.ts';

/**
 * May I? One table, asked four times: by the server before a handler runs, by the record's own flags, by the buttons on the
 * screens, and by the test that prints it. Roles nest (see roles.ts), so a row names only the least role.
 */
export const GRANTS = {
  'self.read': ['Employee'],
  'self.update': ['Employee'],
  'people.list': ['Employee'],
  'settings.read': ['Employee'],
  'files.upload': ['Employee'],
  'files.read': ['Employee'],
  'clients.read': ['Jobs User'],
  'clients.write': ['Jobs User'],
  'clients.remove': ['Jobs Manager'],
  'clients.merge': ['Jobs Manager'],
  'clients.import': ['Jobs Manager'],
  'clients.export': ['Jobs User'],
  'clients.rates': ['Jobs Admin'],
  'jobs.look_up': ['Employee'],
  'jobs.read': ['Jobs User'],
  'jobs.write': ['Jobs Manager'],
  'quotes.read': ['Jobs User'],
  'quotes.write': ['Jobs Manager'],
  'work.read': ['Jobs User'],
  'work.touch': ['Jobs User'],
  'work.write': ['Jobs Manager'],
  'work.settings': ['Staff Panel User', 'Jobs Admin'],
  'memos.read': ['Jobs User'],
  'memos.write': ['Jobs User'],
  'historicals.read': ['Employee'],
  'historicals.write': ['Historicals Editor'],
  'locations.write': ['Jobs Manager', 'Historicals Editor'],
  'places.search': ['Employee'],
  /** What is found is a question of each noun. */
  'search.read': ['Employee'],
  /** Which reports is a question of each report. */
  'reports.read': ['Employee'],
  /** Which layers is a question of each layer. */
  'map.read': ['Employee'],
  'sites.read': ['Field User'],
  'sites.write': ['Field Editor'],
  'sites.start': ['Field Editor'],
  'sites.process': ['Field Data Processor'],
  'sites.admin': ['Field Admin'],
  'control.write': ['Field Admin'],
  'quarantine.write': ['Employee'],
  'quarantine.release': ['Field Data Processor'],
  'devices.report': ['Employee'],
  'devices.read': ['Field Data Processor'],
  /** One's own, and those of people one supervises; whose exactly is asked of each record. */
  'time.read': ['Employee'],
  'time.own': ['Timesheet User'],
  'time.admin': ['Timesheet Admin'],
  'time.settings': ['Staff Panel User', 'Timesheet Admin'],
  'ledger.check': ['IT', 'Invoices Admin'],
  'ledger.close': ['Invoices Admin'],
  /** Their own, those of the people they supervise, or all: the record says which. */
  'expenses.read': ['Employee'],
  'expenses.own': ['Expenses User'],
  /** Changing and approving: a supervisor needs no role; the record says who may. */
  'expenses.approve': ['Employee'],
  'expenses.admin': ['Expenses Admin'],
  'expenses.settings': ['Staff Panel User', 'Invoices Admin'],
  /** Whoever runs jobs sees what was billed on them. */
  'invoices.read': ['Invoices User', 'Jobs Manager'],
  'invoices.write': ['Invoices User'],
  'payments.read': ['Payments Admin', 'Invoices User', 'Jobs Manager'],
  'payments.write': ['Payments Admin'],
  'accounting.read': ['Invoices Admin'],
  'accounting.write': ['Invoices Admin'],
  'invoices.settings': ['Staff Panel User', 'Invoices Admin'],
  'amounts.see': ['Jobs Manager', 'Invoices Admin', 'Timesheet Admin'],
  'staff.open': [
    'Staff Panel User',
    'Users Admin',
    'IT',
    'Field Admin',
    'Jobs Admin',
    'Invoices Admin',
    'Timesheet Admin',
    'Expenses Admin',
  ],
  'users.read': ['Users Admin'],
  'users.write': ['Users Admin'],
  'settings.write': ['Staff Panel User'],
  /** Which sections are open to whom is the section's own question. */
  'settings.sections': ['Staff Panel User', 'Field Admin', 'Jobs Admin', 'Timesheet Admin', 'Invoices Admin', 'Users Admin', 'IT'],
  'settings.field': ['Staff Panel User', 'Field Admin'],
  'settings.jobs': ['Staff Panel User', 'Jobs Admin'],
  'taxes.write': ['Staff Panel User', 'Invoices Admin'],
  /** Where a password of the server's environment is sent. */
  'settings.hosts': ['IT'],
  'history.search': ['IT'],
  'queues.read': ['IT'],
  'queues.retry': ['IT'],
  'backups.read': ['IT'],
  'backups.take': ['IT'],
  'mails.read': ['IT'],
  'mails.triage': ['Staff Panel User', 'Jobs Admin', 'IT'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof GRANTS;

export const ACTIONS = Object.keys(GRANTS) as Action[];

export function rolesFor(action: Action): readonly Role[] {
  return GRANTS[action];
}

/** Does someone with these groups hold the grant? */
export function can(groups: readonly Role[], action: Action): boolean {
  const held = expandRoles(groups);
  return rolesFor(action).some((role) => held.includes(role));
}

/** The roles whose holders may: those the grant names, and the greater ones that hold them. */
export function rolesWith(action: Action): Role[] {
  return ROLES.filter((role) => can([role], action));
}

export function actionsOf(groups: readonly Role[]): Action[] {
  return ACTIONS.filter((action) => can(groups, action));
}
