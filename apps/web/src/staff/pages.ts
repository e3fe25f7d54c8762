import type { Action } from '@dmse/domain/access/grants';
import type { IconName } from '../parts/icon/icon-paths.ts';
import { type LazyPart, lazyPanel } from '../parts/lazy-part.tsx';

export type StaffScreenProps = { rest: string };

/** A page of the staff panel, at /staff/<path>. Shown to whoever holds the grant. */
export type StaffPage = {
  path: string;
  title: string;
  icon: IconName;
  needs: Action;
  /** What it is for, in a sentence. */
  text: string;
  /** `rest` is what the address says after it: a record's number, or "new". */
  Screen: LazyPart<StaffScreenProps>;
};

/** In the order of the navigation. */
export const STAFF_PAGES: readonly StaffPage[] = [
  {
    path: 'users',
    title: 'Users and groups',
    icon: 'group',
    needs: 'users.read',
    text: 'Create and disable users, groups, passwords, sessions and effective permissions.',
    Screen: lazyPanel(() => import('./people/users.tsx').then((file) => file.Users)),
  },
  {
    path: 'sign-in-rules',
    title: 'Sign-in rules',
    icon: 'verified_user',
    needs: 'users.write',
    text: 'Who needs a second factor, when it is asked for again, and who signs in with a password.',
    Screen: lazyPanel(() => import('./people/sign-in-rules.tsx').then((file) => file.SignInRulesPage)),
  },
  {
    path: 'settings',
    title: 'Site settings',
    icon: 'settings',
    needs: 'settings.write',
    text: 'Firm name, logo, addresses, tax numbers, mail and time zone.',
    Screen: lazyPanel(() => import('./system/settings.tsx').then((file) => file.Settings)),
  },
  {
    path: 'base-maps',
    title: 'Base maps',
    icon: 'layers',
    needs: 'settings.write',
    text: 'What lies under everything else on a map: styles, picture tiles, and files of map tiles.',
    Screen: lazyPanel(() => import('./map/base-maps.tsx').then((file) => file.BaseMapsPage)),
  },
  {
    path: 'known-places',
    title: 'Addresses and parcels',
    icon: 'location_on',
    needs: 'settings.write',
    text: 'Files of civic addresses and parcels that places are found in and that the map draws.',
    Screen: lazyPanel(() => import('./map/known-places.tsx').then((file) => file.KnownPlacesPage)),
  },
  {
    path: 'job-lists',
    title: 'Job types and numbers',
    icon: 'work',
    needs: 'settings.jobs',
    text: 'Job types, lost reasons, fields of historical files, and how jobs and quotes are numbered.',
    Screen: lazyPanel(() => import('./work/job-lists.tsx').then((file) => file.JobListsPage)),
  },
  {
    path: 'job-roles',
    title: 'Job roles and rates',
    icon: 'badge',
    needs: 'work.settings',
    text: 'What an hour of each role is charged and costs, from which day on.',
    Screen: lazyPanel(() => import('./people/job-roles.tsx').then((file) => file.JobRolesPage)),
  },
  {
    path: 'disbursement-types',
    title: 'Disbursement types',
    icon: 'receipt_long',
    needs: 'work.settings',
    text: 'Mileage, monuments, equipment: unit, and cost and markup from which day on.',
    Screen: lazyPanel(() => import('./work/disbursement-types.tsx').then((file) => file.DisbursementTypesPage)),
  },
  {
    path: 'task-templates',
    title: 'Task templates',
    icon: 'checklist',
    needs: 'work.settings',
    text: 'The milestones and budget a task begins with.',
    Screen: lazyPanel(() => import('./work/task-templates.tsx').then((file) => file.TaskTemplatesPage)),
  },
  {
    path: 'milestone-templates',
    title: 'Milestone templates',
    icon: 'flag',
    needs: 'work.settings',
    text: 'The kinds of work one can search for.',
    Screen: lazyPanel(() => import('./work/milestone-templates.tsx').then((file) => file.MilestoneTemplatesPage)),
  },
  {
    path: 'texts',
    title: 'Quote and memo texts',
    icon: 'description',
    needs: 'settings.jobs',
    text: 'Introduction, terms, and ready-made memos.',
    Screen: lazyPanel(() => import('./work/texts.tsx').then((file) => file.TextsPage)),
  },
  {
    path: 'accounts',
    title: 'Accounts and tax types',
    icon: 'payments',
    needs: 'settings.jobs',
    text: 'What work and expenses are booked to and paid from, and how they are taxed.',
    Screen: lazyPanel(() => import('./work/accounts.tsx').then((file) => file.AccountsPage)),
  },
  {
    path: 'expense-categories',
    title: 'Expense categories',
    icon: 'receipt_long',
    needs: 'expenses.settings',
    text: 'What expenses are for: account, tax type, and as what they are charged.',
    Screen: lazyPanel(() => import('./work/expense-categories.tsx').then((file) => file.ExpenseCategoriesPage)),
  },
  {
    path: 'petty-cash',
    title: 'Petty cash',
    icon: 'payments',
    needs: 'expenses.admin',
    text: 'The float, what is in the box, top-ups and counts.',
    Screen: lazyPanel(() => import('./work/petty-cash.tsx').then((file) => file.PettyCashPage)),
  },
  {
    path: 'tax-rules',
    title: 'Tax rules',
    icon: 'percent',
    needs: 'taxes.write',
    text: 'What each province taxes, from which day on.',
    Screen: lazyPanel(() => import('./work/tax-rules.tsx').then((file) => file.TaxRulesPage)),
  },
  {
    path: 'invoicing',
    title: 'Invoicing',
    icon: 'receipt_long',
    needs: 'invoices.settings',
    text: 'Invoice numbers, accounts and taxes of new lines, and the texts on documents and in mails.',
    Screen: lazyPanel(() => import('./work/invoicing.tsx').then((file) => file.InvoicingPage)),
  },
  {
    path: 'folders',
    title: 'Folders, inbox and places',
    icon: 'folder',
    needs: 'settings.jobs',
    text: 'The folder template, the inbox of jobs, and where places are found.',
    Screen: lazyPanel(() => import('./system/folders.tsx').then((file) => file.FoldersPage)),
  },
  {
    path: 'overhead-codes',
    title: 'Overhead codes',
    icon: 'schedule',
    needs: 'time.settings',
    text: 'What time is entered for when it is for no job, and what payroll calls it.',
    Screen: lazyPanel(() => import('./work/overhead-codes.tsx').then((file) => file.OverheadCodesPage)),
  },
  {
    path: 'timesheet-rules',
    title: 'Timesheet rules',
    icon: 'tune',
    needs: 'time.settings',
    text: 'The step of time entries, how a timer is rounded, and what payroll is given.',
    Screen: lazyPanel(() => import('./work/timesheet-rules.tsx').then((file) => file.TimesheetRulesPage)),
  },
  {
    path: 'field-codes',
    title: 'Field codes',
    icon: 'list',
    needs: 'settings.field',
    text: 'The codes of shots, which of them are on control, and where pipes may start.',
    Screen: lazyPanel(() => import('./codes/field-codes.tsx').then((file) => file.FieldCodesPage)),
  },
  {
    path: 'tolerances',
    title: 'Tolerances',
    icon: 'tune',
    needs: 'settings.field',
    text: 'What is warned about when a field run is processed.',
    Screen: lazyPanel(() => import('./field/tolerances.tsx').then((file) => file.TolerancesPage)),
  },
  {
    path: 'coordinates',
    title: 'Coordinates',
    icon: 'explore',
    needs: 'settings.field',
    text: 'The office grid, frame and epoch, geoid models and grids.',
    Screen: lazyPanel(() => import('./field/coordinates.tsx').then((file) => file.CoordinatesPage)),
  },
  {
    path: 'risk-lists',
    title: 'Risk lists',
    icon: 'gpp_maybe',
    needs: 'settings.field',
    text: 'What a crew chooses from in a risk assessment.',
    Screen: lazyPanel(() => import('./field/risk-lists.tsx').then((file) => file.RiskListsPage)),
  },
  {
    path: 'field-numbers',
    title: 'Field numbers',
    icon: 'my_location',
    needs: 'settings.field',
    text: 'Accuracy gate, photos, point numbering and the sending of files.',
    Screen: lazyPanel(() => import('./field/field-numbers.tsx').then((file) => file.FieldNumbersPage)),
  },
  {
    path: 'servers',
    title: 'Mail server and drive',
    icon: 'storage',
    needs: 'settings.hosts',
    text: 'The mailbox that is read, and the drive where folders are made.',
    Screen: lazyPanel(() => import('./system/servers.tsx').then((file) => file.ServersPage)),
  },
  {
    path: 'identity-providers',
    title: 'Single sign-on',
    icon: 'login',
    needs: 'settings.hosts',
    text: 'Systems that sign people in by OpenID Connect, and which of their groups is which here.',
    Screen: lazyPanel(() => import('./system/identity-providers.tsx').then((file) => file.IdentityProvidersPage)),
  },
  {
    path: 'mails',
    title: 'Mail',
    icon: 'mail',
    needs: 'mails.read',
    text: 'Mails sent, waiting, and kept in the data folder where no mail server is configured.',
    Screen: lazyPanel(() => import('./system/mails.tsx').then((file) => file.Mails)),
  },
  {
    path: 'triage',
    title: 'Incoming mail',
    icon: 'inbox',
    needs: 'mails.triage',
    text: 'Mail that could not be filed by itself.',
    Screen: lazyPanel(() => import('./system/triage.tsx').then((file) => file.Triage)),
  },
  {
    path: 'health',
    title: 'Health',
    icon: 'health_and_safety',
    needs: 'queues.read',
    text: 'What is wrong with the server, in words, and what to do about it.',
    Screen: lazyPanel(() => import('./system/health.tsx').then((file) => file.Health)),
  },
  {
    path: 'queues',
    title: 'Queues',
    icon: 'workspaces',
    needs: 'queues.read',
    text: 'Background work, and another try for what failed.',
    Screen: lazyPanel(() => import('./system/queues.tsx').then((file) => file.Queues)),
  },
  {
    path: 'backups',
    title: 'Backups',
    icon: 'storage',
    needs: 'backups.read',
    text: 'Copies of everything: how old the last one is, and whether it could be restored.',
    Screen: lazyPanel(() => import('./system/backups.tsx').then((file) => file.Backups)),
  },
  {
    path: 'books',
    title: 'Books',
    icon: 'payments',
    needs: 'ledger.check',
    text: 'Trial balance, journal, and the day through which the books are closed.',
    Screen: lazyPanel(() => import('./system/books.tsx').then((file) => file.Books)),
  },
  {
    path: 'accounting-link',
    title: 'Accounting link',
    icon: 'link',
    needs: 'accounting.read',
    text: 'The connection to the accounting system, what was sent, proposals, and differences between both ledgers.',
    Screen: lazyPanel(() => import('./accounting/accounting-link.tsx').then((file) => file.AccountingLinkPage)),
  },
  {
    path: 'ledger-health',
    title: 'Ledger health',
    icon: 'check_circle',
    needs: 'ledger.check',
    text: 'Whether every kept figure is what the ledgers add up to.',
    Screen: lazyPanel(() => import('./system/ledger-health.tsx').then((file) => file.LedgerHealth)),
  },
  {
    path: 'history',
    title: 'History',
    icon: 'history',
    needs: 'history.search',
    text: 'Who changed what, and when.',
    Screen: lazyPanel(() => import('./system/history.tsx').then((file) => file.History)),
  },
];

/** What the pages are about, by who may open them. */
const GROUPS: readonly { title: string; needs: readonly Action[] }[] = [
  { title: 'People', needs: ['users.read', 'users.write'] },
  { title: 'Firm', needs: ['settings.write'] },
  { title: 'Jobs', needs: ['settings.jobs', 'work.settings', 'taxes.write', 'expenses.settings', 'expenses.admin', 'invoices.settings'] },
  { title: 'Time', needs: ['time.settings'] },
  { title: 'Field work', needs: ['settings.field'] },
];
const OTHERS = 'System';

export type StaffGroup = { title: string; pages: StaffPage[] };

/** The pages under their headings, in the order of the navigation. */
export function groupStaffPages(pages: readonly StaffPage[]): StaffGroup[] {
  const titleOf = ({ needs }: StaffPage) => GROUPS.find((group) => group.needs.includes(needs))?.title ?? OTHERS;
  return [...Map.groupBy(pages, titleOf)].map(([title, own]) => ({ title, pages: own }));
}

/** `users/5` is the page `users` with the rest `5`. */
export function readStaffPath(splat: string | undefined): { page: string; rest: string } {
  const [page = '', ...rest] = (splat ?? '').replace(/\/$/, '').split('/');
  return { page, rest: rest.join('/') };
}
