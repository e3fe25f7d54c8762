import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildSelf, renderApp } from './render-app.tsx';

const SEARCH = [
  'Contacts',
  'Clients',
  'Quotes',
  'Jobs',
  'Field Runs',
  'Control Points',
  'Historical Files',
  'Invoices',
  'Payments',
  'Deposits',
  'Expenses',
];

function beNarrow(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: /max-width/.test(query),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the bar', () => {
  it('offers Home, Map View, Search and Timesheet under the name of the firm', async () => {
    await renderApp('/');
    const bar = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(['Home', 'Map View', 'Timesheet']);
    expect(bar.getByRole('button', { name: 'Search' })).toBeTruthy();
    expect(await screen.findByText('Fundy Border Surveys')).toBeTruthy();
    expect(bar.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
  });

  it('has the eleven entries of the Search menu', async () => {
    const { address } = await renderApp('/');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    const menu = within(await screen.findByRole('menu', { name: 'Search' }));
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(SEARCH);
    await userEvent.click(menu.getByRole('menuitem', { name: 'Clients' }));
    await waitFor(() => expect(address()).toBe('/jobs?tab=clients'));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('has the full name, Preferences and Logout in the profile menu', async () => {
    await renderApp('/', { as: 'mona' });
    await userEvent.click(screen.getByRole('button', { name: /Mona Martin/ }));
    const menu = within(await screen.findByRole('menu', { name: 'Profile of Mona Martin' }));
    expect(menu.getByText('Mona Martin')).toBeTruthy();
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Preferences', 'Logout']);
  });

  it('has six entries in the slide-out of a phone', async () => {
    beNarrow();
    await renderApp('/');
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    expect(menu.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Home',
      'Map View',
      'Jobs Dashboard',
      'Field Dashboard',
      'Timesheet',
      'Logout',
    ]);
  });

  it('moves the focus to the heading of the next page, but not for a tab of the same one', async () => {
    const { router } = await renderApp('/');
    await userEvent.click(screen.getByRole('link', { name: 'Map View' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Map'));
    await router.navigate({ to: '/jobs' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Jobs Dashboard'));
    const tab = screen.getByRole('link', { name: 'Quotes' });
    tab.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.title).toBe('Jobs Dashboard'));
    expect(document.activeElement?.textContent).toBe('Quotes');
  });

  it('leaves the focus to whoever has gone on in the next page before it is all there', async () => {
    const { router } = await renderApp('/');
    router.subscribe('onResolved', () => screen.getByRole('link', { name: 'Quotes' }).focus());
    await router.navigate({ to: '/jobs' });
    await waitFor(() => expect(document.title).toBe('Jobs Dashboard'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Quotes'));
  });

  it('begins with a link that skips to the page', async () => {
    await renderApp('/');
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Skip to the page');
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.id).toBe('content');
  });
});

describe('the jobs dashboard', () => {
  it('shows its six tabs to Joe and opens the one he prefers', async () => {
    const joe = buildSelf('joe');
    await renderApp('/jobs', { self: { ...joe, preferences: { ...joe.preferences, default_jobs_tab: 'quotes' } } });
    const tabs = within(screen.getByRole('navigation', { name: 'Jobs dashboard' })).getAllByRole('link');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Contacts', 'Clients', 'Quotes', 'Jobs', 'Progress View', 'Assignments View']);
    expect(tabs.find((tab) => tab.getAttribute('aria-current'))?.textContent).toBe('Quotes');
  });

  it('tells Chelsea, who has no role there, whom to ask', async () => {
    await renderApp('/jobs', { as: 'chelsea' });
    expect(screen.queryByRole('navigation', { name: 'Jobs dashboard' })).toBeNull();
    expect(screen.getByText(/ask/i)).toBeTruthy();
  });
});
