import type { Action } from '@dmse/domain/access/grants';
import type { ComponentType } from 'react';
import type { IconName } from '../parts/icons.generated.ts';

/** A page of the staff panel, at /staff/<path>. Shown to whoever holds the grant. */
export type StaffPage = {
  path: string;
  title: string;
  icon: IconName;
  needs: Action;
  /** What it is for, in a sentence. */
  text: string;
  /** The page, loaded when it is first opened; without one it says that it is not built yet. */
  screen?: () => Promise<ComponentType>;
};

/** In the order of the navigation. To build a page, give it a `screen`. */
export const STAFF_PAGES: readonly StaffPage[] = [
  {
    path: 'users',
    title: 'Users and groups',
    icon: 'group',
    needs: 'users.read',
    text: 'Create and disable users, groups, passwords, sessions and effective permissions.',
  },
  {
    path: 'settings',
    title: 'Site settings',
    icon: 'settings',
    needs: 'settings.write',
    text: 'Firm name, logo, addresses, tax numbers, mail and time zone.',
  },
  {
    path: 'mails',
    title: 'Kept mails',
    icon: 'mail',
    needs: 'mails.read',
    text: 'Mails that were kept in the data folder instead of being sent.',
  },
  { path: 'queues', title: 'Queues', icon: 'workspaces', needs: 'queues.read', text: 'Background work, and another try for what failed.' },
  { path: 'history', title: 'History', icon: 'history', needs: 'history.search', text: 'Who changed what, and when.' },
];

/** `/staff/users/5` is the page `users` with the rest `5`. */
export function readStaffPath(pathname: string): { page: string; rest: string } {
  const [page = '', ...rest] = pathname
    .replace(/^\/staff\/?/, '')
    .replace(/\/$/, '')
    .split('/');
  return { page, rest: rest.join('/') };
}
