import { DEFAULT_PREFERENCES, getSelf, type Self } from '@dmse/contract/people/user';
import { type CoreSettings, getCoreSettings } from '@dmse/contract/settings/core';
import { actionsOf } from '@dmse/domain/access/grants';
import { expandRoles } from '@dmse/domain/access/roles';
import { FakeServer } from '@dmse/testkit/fake-server';
import { NAMED_PEOPLE } from '@dmse/testkit/people';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, waitFor } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { clearToasts } from '../parts/toast/toast-store.ts';
import { markReachable } from '../session/connection.ts';
import { keptSince } from '../session/kept-since.ts';
import { App } from './app.tsx';
import { logOutWarning } from './bar/log-out.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './routes/router.tsx';
import { paletteOpen, shortcutsOpen } from './shell-state.ts';
import { updateReady } from './updates.ts';

/** One of the named people as the server would describe them. */
export function buildSelf(username: string, change: Partial<Self> = {}): Self {
  const at = NAMED_PEOPLE.findIndex((person) => person.username === username);
  const person = NAMED_PEOPLE[at];
  if (!person) throw new Error(`Nobody in the tests is called ${username}.`);
  const groups = expandRoles(person.granted);
  return {
    id: at + 1,
    username,
    email: `${username}@example.ca`,
    full_name: person.full_name,
    initials: person.initials,
    profile_picture_url: null,
    version: 1,
    phone: '',
    is_active: true,
    is_project_manager: person.is_project_manager ?? false,
    groups,
    employee_config: { employees_supervised: [], job_role: null, weekly_minutes: 2400, start_date: null, end_date: null },
    preferences: DEFAULT_PREFERENCES,
    can: actionsOf(groups),
    session: { kind: 'office', expires_on: '2099-01-01T00:00:00.000Z' },
    ...change,
  };
}

export function buildSettings(change: Partial<CoreSettings> = {}): CoreSettings {
  return {
    mode: 'demo',
    contract: 1,
    firm_name: 'Fundy Border Surveys',
    logo_horizontal: null,
    address: '',
    phone: '',
    email: '',
    website: '',
    hst_number: '',
    time_zone: 'America/Moncton',
    locale: 'en-CA',
    currency: 'CAD',
    home_province: 'NB',
    week_starts_on: 'Monday',
    max_upload_bytes: 1_000_000,
    ...change,
  };
}

const servers = new Set<FakeServer>();
const routers = new Set<ReturnType<typeof createAppRouter>>();

afterEach(async () => {
  // A page still on its way would arrive after the window has gone. One that never comes is the failure of its own test only.
  const leaving = [...routers];
  routers.clear();
  for (const router of leaving) await vi.waitUntil(() => router.state.status === 'idle', { timeout: 120_000 });
  for (const server of servers) server.restore();
  servers.clear();
  clearToasts();
  markReachable();
  keptSince.set(null);
  for (const store of [paletteOpen, shortcutsOpen, updateReady]) store.set(false);
  logOutWarning.set(null);
});

/** A server that knows who is signed in and what the firm is called. */
export function serveShell(self: Self): FakeServer {
  const server = new FakeServer().on(getSelf, () => self).on(getCoreSettings, () => buildSettings());
  servers.add(server);
  return server.install();
}

/** The whole app at an address such as `/jobs?tab=clients`, as one of the named people. Tours stay away unless they are wanted. */
export async function renderApp(address: string, options: { as?: string; self?: Self; server?: FakeServer; tours?: boolean } = {}) {
  const self = options.self ?? buildSelf(options.as ?? 'alice');
  const server = options.server ?? serveShell(self);
  if (!options.tours) localStorage.setItem('core.home.tutorial2', 'completed');
  const router = createAppRouter(createMemoryHistory({ initialEntries: [`/app${address}`] }));
  routers.add(router);
  const client = createQueryClient();
  const view = render(<App client={client} router={router} />);
  await waitFor(() => {
    if (router.state.status !== 'idle' || !document.querySelector('main')) throw new Error('The page is not there yet.');
  });
  await act(async () => {});
  return { ...view, server, router, client, self, address: () => router.state.location.href.replace(/^\/app/, '') };
}
