import { getSelf } from '@dmse/contract/people/user';
import { listMilestones } from '@dmse/contract/work/milestone';
import { buildMilestoneRow } from '@dmse/testkit/builders/milestone';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepAssignments, readKeptAssignments } from '../areas/home/kept-assignments.ts';
import { keptSince } from '../session/kept-since.ts';
import { rememberRecord } from '../session/recent-records.ts';
import { rememberSelf } from '../session/self.ts';
import { forgetStored } from '../session/stored.ts';
import { createQueryClient } from './query-client.ts';
import { buildSelf, buildSettings, renderApp, serveShell } from './render-app.tsx';

const fern = buildSelf('fern');
const mona = buildSelf('mona');
const MILESTONE = buildMilestoneRow({ name: 'Drafting', due_date: '2026-03-04' });

function goOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('offline', () => {
  it.each(['/jobs', '/prefs', '/client/5', '/map'])('%s sends an offline person to Home', async (path) => {
    rememberSelf(createQueryClient(), fern);
    const server = serveShell(fern);
    server.goDown();
    goOffline();
    const { address } = await renderApp(path, { self: fern, server });
    expect(address()).toBe('/');
    expect(screen.getByText(/needs the network\. You are offline\./)).toBeTruthy();
  });

  it('lets the checklist and the field app open', async () => {
    rememberSelf(createQueryClient(), fern);
    const server = serveShell(fern);
    server.goDown();
    goOffline();
    const checklist = await renderApp('/mobile-ready', { self: fern, server });
    expect(checklist.address()).toBe('/mobile-ready');
    checklist.unmount();
    const run = '/fieldrun/field/018f3c1e-7a2b-7c3d-8e4f-0123456789ab/points';
    expect((await renderApp(run, { self: fern, server })).address()).toBe(run);
  });

  it('opens Home with the person kept, what was there and how old it is, though the server is gone', async () => {
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString();
    rememberSelf(createQueryClient(), fern, twoDaysAgo);
    rememberRecord(fern.id, { kind: 'Client', title: 'Baie Verte Holdings', path: '/client/7' });
    const server = serveShell(fern);
    localStorage.setItem('dmse.settings', JSON.stringify(buildSettings({ firm_name: 'Kept Surveys' })));
    server.goDown();
    await renderApp('/', { self: fern, server });
    expect(screen.getByRole('heading', { name: 'Hello, Fern' })).toBeTruthy();
    expect(screen.getByText('Kept Surveys')).toBeTruthy();
    // What is counted on the device must not be taken for an answer of the server.
    await waitFor(() => expect(screen.getByText('Nothing on this device is waiting to be synced.')).toBeTruthy());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByText(/Signed in as Fern Francoeur, last confirmed by the server 2 days ago\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Baie Verte Holdings' })).toBeTruthy();
    expect(screen.getByText('Offline')).toBeTruthy();
  });

  it('shows the assignments that were there, and as of when', async () => {
    const then = new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString();
    rememberSelf(createQueryClient(), mona, then);
    keepAssignments(mona.id, { kept_on: then, count: 1, results: [MILESTONE] });
    const server = serveShell(mona);
    server.goDown();
    await renderApp('/', { self: mona, server });
    const card = within(screen.getByRole('region', { name: 'My assignments due' }));
    expect(await card.findByRole('link', { name: '26-0005 Drafting' })).toBeTruthy();
    expect(card.getByText(/^As of .+ \(3 hours ago\)\.$/)).toBeTruthy();
  });

  it('shows nobody what was assigned to somebody else, and says that nothing is known yet', async () => {
    rememberSelf(createQueryClient(), mona);
    keepAssignments(mona.id + 1, { kept_on: new Date().toISOString(), count: 1, results: [MILESTONE] });
    const server = serveShell(mona);
    server.goDown();
    await renderApp('/', { self: mona, server });
    expect(await screen.findByText('None have been loaded on this device yet. They come with the network.')).toBeTruthy();
    expect(screen.queryByText(/Drafting/)).toBeNull();
  });

  it('keeps the assignments of a visit with a network for one without, and logging out forgets them', async () => {
    const server = serveShell(mona).on(listMilestones, () => ({ count: 1, results: [MILESTONE] }));
    const online = await renderApp('/', { self: mona, server });
    const card = within(screen.getByRole('region', { name: 'My assignments due' }));
    expect(await card.findByRole('link', { name: '26-0005 Drafting' })).toBeTruthy();
    expect(screen.queryByText(/^As of/)).toBeNull();
    online.unmount();
    expect(readKeptAssignments(mona.id)?.results).toEqual([MILESTONE]);
    forgetStored();
    expect(readKeptAssignments(mona.id)).toBeNull();
  });

  it('says so when the network goes while somebody is on a page, and forgets it when it is back', async () => {
    await renderApp('/', { self: fern });
    expect(screen.queryByText('Offline')).toBeNull();
    act(goOffline);
    expect(screen.getByText('Offline')).toBeTruthy();
    vi.mocked(vi.spyOn(navigator, 'onLine', 'get')).mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText('Offline')).toBeNull());
  });

  it('asks again who is here once the server can be reached', async () => {
    rememberSelf(createQueryClient(), fern, new Date(Date.now() - 86_400_000).toISOString());
    const server = serveShell(fern);
    server.goDown();
    await renderApp('/', { self: fern, server });
    expect(screen.getByText('Offline')).toBeTruthy();
    server.goDown(false);
    server.seen.length = 0;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText('Offline')).toBeNull());
    await waitFor(() => expect(server.callsOf(getSelf)).toHaveLength(1));
    expect(keptSince.get()).toBeNull();
  });

  it('does not follow a link to a page that needs the network', async () => {
    const { address } = await renderApp('/', { self: fern });
    act(goOffline);
    await userEvent.click(screen.getByRole('link', { name: 'Map View' }));
    expect(address()).toBe('/');
    expect(await screen.findByText(/Map needs the network\./)).toBeTruthy();
  });
});
