import type { Action } from '@dmse/domain/access/grants';
import type { ComponentType } from 'react';
import type { IconName } from '../parts/icons.generated.ts';

export type StaffScreenProps = { rest: string };

/** A page of the staff panel, at /staff/<path>. Shown to whoever holds the grant. */
export type StaffPage = {
  path: string;
  title: string;
  icon: IconName;
  needs: Action;
  /** What it is for, in a sentence. */
  text: string;
  /** The page, loaded when it is first opened. `rest` is what the address says after it: a record's number, or "new". */
  screen: () => Promise<ComponentType<StaffScreenProps>>;
};

/** In the order of the navigation. */
export const STAFF_PAGES: readonly StaffPage[] = [
  {
    path: 'users',
    title: 'Users and groups',
    icon: 'group',
    needs: 'users.read',
    text: 'Create and disable users, groups, passwords, sessions and effective permissions.',
    screen: () => import('./pages/users.tsx').then((file) => file.Users),
  },
  {
    path: 'settings',
    title: 'Site settings',
    icon: 'settings',
    needs: 'settings.write',
    text: 'Firm name, logo, addresses, tax numbers, mail and time zone.',
    screen: () => import('./pages/settings.tsx').then((file) => file.Settings),
  },
  {
    path: 'field-codes',
    title: 'Field codes',
    icon: 'list',
    needs: 'settings.field',
    text: 'The codes of shots, which of them are on control, and where pipes may start.',
    screen: () => import('./pages/field-codes.tsx').then((file) => file.FieldCodesPage),
  },
  {
    path: 'tolerances',
    title: 'Tolerances',
    icon: 'tune',
    needs: 'settings.field',
    text: 'What is warned about when a field run is processed.',
    screen: () => import('./pages/tolerances.tsx').then((file) => file.TolerancesPage),
  },
  {
    path: 'coordinates',
    title: 'Coordinates',
    icon: 'explore',
    needs: 'settings.field',
    text: 'The office grid, frame and epoch, geoid models and grids.',
    screen: () => import('./pages/coordinates.tsx').then((file) => file.CoordinatesPage),
  },
  {
    path: 'risk-lists',
    title: 'Risk lists',
    icon: 'gpp_maybe',
    needs: 'settings.field',
    text: 'What a crew chooses from in a risk assessment.',
    screen: () => import('./pages/risk-lists.tsx').then((file) => file.RiskListsPage),
  },
  {
    path: 'field-numbers',
    title: 'Field numbers',
    icon: 'my_location',
    needs: 'settings.field',
    text: 'Accuracy gate, photos, point numbering and the sending of files.',
    screen: () => import('./pages/field-numbers.tsx').then((file) => file.FieldNumbersPage),
  },
  {
    path: 'mails',
    title: 'Mail',
    icon: 'mail',
    needs: 'mails.read',
    text: 'Mails sent, waiting, and kept in the data folder where no mail server is configured.',
    screen: () => import('./pages/mails.tsx').then((file) => file.Mails),
  },
  {
    path: 'queues',
    title: 'Queues',
    icon: 'workspaces',
    needs: 'queues.read',
    text: 'Background work, and another try for what failed.',
    screen: () => import('./pages/queues.tsx').then((file) => file.Queues),
  },
  {
    path: 'history',
    title: 'History',
    icon: 'history',
    needs: 'history.search',
    text: 'Who changed what, and when.',
    screen: () => import('./pages/history.tsx').then((file) => file.History),
  },
];

/** `users/5` is the page `users` with the rest `5`. */
export function readStaffPath(splat: string | undefined): { page: string; rest: string } {
  const [page = '', ...rest] = (splat ?? '').replace(/\/$/, '').split('/');
  return { page, rest: rest.join('/') };
}
