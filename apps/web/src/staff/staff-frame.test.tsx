import { getSelf } from '@dmse/contract/people/user';
import { getCoreSettings } from '@dmse/contract/settings/core';
import { actionsOf } from '@dmse/domain/access/grants';
import type { Role } from '@dmse/domain/access/roles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callKey } from '../api/use-call.ts';
import { buildSelf, buildSettings } from '../app/render-app.tsx';
import { startServer } from '../parts/render-part.tsx';
import { AppTheme } from '../theme/app-theme.tsx';
import { StaffContent } from './staff-content.tsx';
import { StaffFrame } from './staff-frame.tsx';

const FIELD = ['Field codes', 'Tolerances', 'Coordinates', 'Risk lists', 'Field numbers'];

async function openPanel(roles: Role[], path = '/staff/no-such-page') {
  startServer();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(callKey(getSelf), buildSelf('chelsea', { groups: roles, can: actionsOf(roles) }));
  client.setQueryData(callKey(getCoreSettings), buildSettings());
  const root = createRootRoute({ component: StaffFrame });
  const page = createRoute({ getParentRoute: () => root, path: '$', component: StaffContent });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    basepath: '/staff',
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      <AppTheme>
        <RouterProvider router={router as never} />
      </AppTheme>
    </QueryClientProvider>,
  );
  await screen.findByRole('main');
}
function shownPages(): string[] {
  const navigation = screen.queryByRole('navigation', { name: 'Staff panel' });
  return navigation
    ? within(navigation)
        .getAllByRole('link')
        .map((link) => link.textContent ?? '')
    : [];
}

describe('the navigation of the staff panel', () => {
  it('a Field Admin finds the pages of field work and no other', async () => {
    await openPanel(['Field Admin']);
    expect(shownPages()).toEqual(FIELD);
  });

  it('pages stand in groups, each under a heading', async () => {
    await openPanel(['Staff Panel User', 'IT', 'Users Admin']);
    const groups = within(screen.getByRole('navigation', { name: 'Staff panel' })).getAllByRole('group');
    const listed = groups.map((group) => [group.getAttribute('aria-label'), within(group).getAllByRole('link')[0]?.textContent]);
    expect(listed).toEqual([
      ['People', 'Users and groups'],
      ['Firm', 'Site settings'],
      ['Jobs', 'Job types and numbers'],
      ['Time', 'Overhead codes'],
      ['Field work', 'Field codes'],
      ['System', 'Mail server and drive'],
    ]);
    expect(
      within(screen.getByRole('group', { name: 'Field work' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(FIELD);
  });

  it('a Staff Panel User finds them beside the site settings', async () => {
    await openPanel(['Staff Panel User']);
    expect(shownPages()).toEqual(expect.arrayContaining(['Site settings', ...FIELD]));
  });

  it.each<Role>(['Users Admin', 'IT', 'Field Data Processor', 'Jobs Admin'])(
    '%s finds none of them, not by address either',
    async (role) => {
      await openPanel([role], '/staff/tolerances');
      expect(shownPages().filter((title) => FIELD.includes(title))).toEqual([]);
      expect(screen.queryByRole('heading', { name: 'Tolerances' })).toBeNull();
    },
  );
});
