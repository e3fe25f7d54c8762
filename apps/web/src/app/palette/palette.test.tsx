import { listReports } from '@dmse/contract/reports/report';
import { searchEverything } from '@dmse/contract/search/search';
import { createTimeEntry, findTargets, removeTimeEntry } from '@dmse/contract/time/entry';
import { buildTimeEntry } from '@dmse/testkit/builders/time-entry';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { markUnreachable } from '../../session/connection.ts';
import { rememberRecord } from '../../session/recent-records.ts';
import { buildSelf, renderApp, serveShell } from '../render-app.tsx';
import { matchEntries, PLACE_ENTRIES, recentEntries, staffEntries } from './palette-entries.ts';
import { memoEntries } from './use-command-entries.ts';

const CLIENT = { noun: 'client', id: '7', title: 'Baie Verte Holdings', hint: 'Sackville', path: '/client/7' } as const;
const CONTACT = { noun: 'contact', id: '9', title: 'Béatrice LeBlanc', hint: 'Baie Verte Holdings', path: '/contact/9' } as const;
const PAGE = {
  noun: 'scan',
  id: '5/7/3',
  title: '1974-12, page 3',
  hint: '… the old mill …',
  path: '/historical/5?scan=7&page=3&find=mill',
} as const;

function serveClients(username: string) {
  return serveShell(buildSelf(username)).on(searchEverything, () => ({ count: 2, results: [CLIENT, CONTACT] }));
}

describe('the palette', () => {
  it('opens on Ctrl+K, finds a client and goes there with the keyboard alone', async () => {
    const server = serveClients('joe');
    const { address } = await renderApp('/', { as: 'joe', server });
    await userEvent.keyboard('{Control>}k{/Control}');
    const input = await screen.findByRole('combobox');
    expect(document.activeElement).toBe(input);
    await userEvent.type(input, 'baie');
    const option = await screen.findByRole('option', { name: /Baie Verte Holdings Sackville|Baie Verte HoldingsSackville/ });
    expect(server.callsOf(searchEverything).map((call) => call.query)).toEqual([{ query: 'baie' }]);
    expect(input.getAttribute('aria-activedescendant')).toBe(option.id);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/client/7/info'));
    expect(screen.queryByRole('dialog', { name: 'Find anything' })).toBeNull();
  });

  it('Enter does not lead to what was found for earlier words', async () => {
    const { address } = await renderApp('/', { as: 'joe', server: serveClients('joe') });
    await userEvent.keyboard('{Control>}k{/Control}');
    const input = await screen.findByRole('combobox');
    // The server finds the client by a word in its note.
    await userEvent.type(input, 'new');
    await screen.findByRole('option', { name: /Sackville/ });
    await userEvent.type(input, ' contact{Enter}');
    await waitFor(() => expect(address()).toBe('/contact'));
  });

  it('leads to a page of a scan with the words that were looked for', async () => {
    const server = serveShell(buildSelf('joe')).on(searchEverything, () => ({ count: 1, results: [PAGE] }));
    const { address } = await renderApp('/', { as: 'joe', server });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'mill');
    await userEvent.click(await screen.findByRole('option', { name: /1974-12, page 3/ }));
    await waitFor(() => expect(address()).toBe('/historical/5?scan=7&page=3&find=mill'));
  });

  it('time: says what Enter will do, enters it, and takes it back', async () => {
    const job = { id: 58, num: '26-0058', desc: 'Boundary survey', state: 'IN PROGRESS' };
    const target = (id: number, name: string) => ({ job, task: { id, name }, milestone: null, overhead_code: null, is_billable: true });
    const works = [target(1, 'Field work'), target(2, 'Drafting')].map((one) => ({ ...one, is_favourite: false, last_used: null }));
    const server = serveShell(buildSelf('joe'))
      .on(findTargets, () => ({ results: works }))
      .on(createTimeEntry, () => buildTimeEntry({ ...target(2, 'Drafting'), id: 41, minutes: 150 }))
      .on(removeTimeEntry, () => undefined);
    await renderApp('/', { as: 'joe', server });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'time 26-0058 2:30 drafting lot 5');
    const line = await screen.findByRole('option', { name: /Enter 2 h 30 min for 26-0058 Boundary survey, Drafting.*note: lot 5/ });
    expect(line.getAttribute('aria-selected')).toBe('true');
    expect(server.callsOf(createTimeEntry)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.callsOf(removeTimeEntry)).toHaveLength(1));
    expect(server.callsOf(createTimeEntry)[0]?.body).toMatchObject({ job: 58, task: 2, minutes: 150, note: 'lot 5' });
  });

  it('out of the server’s reach: says what is searched, and offers no page that needs it', async () => {
    const self = buildSelf('joe');
    rememberRecord(self.id, { kind: 'Job', title: '26-0058 Boundary survey', path: '/job/58' });
    await renderApp('/', { self, server: serveClients('joe') });
    markUnreachable();
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByText(/^Offline: only the field runs and points on this device/);
    const lines = screen.getAllByRole('option').map((option) => option.textContent);
    expect(lines).toEqual(['Home', 'Mobile-Ready Checklist', 'Show keyboard shortcuts']);
  });

  it('a page whose name begins with what was typed comes before records that hold it somewhere', async () => {
    await renderApp('/', { as: 'joe', server: serveClients('joe') });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'cli');
    await screen.findByRole('option', { name: /Sackville/ });
    expect(screen.getAllByRole('option')[0]?.textContent).toBe('Clients');
  });

  it('begins what somebody may begin, before records that hold the words somewhere; a report is found by its question', async () => {
    const about = { ...{ filters: [], states: [], only: [], group_by: [] }, group: 'Money' as const };
    const wip = { ...about, name: 'wip', title: 'Work in progress', about: 'What was done and not yet billed, and how long ago.' };
    const server = serveClients('ivan').on(listReports, () => ({ count: 1, results: [wip] }));
    const { address } = await renderApp('/', { as: 'ivan', server });
    await userEvent.keyboard('{Control>}k{/Control}');
    const input = await screen.findByRole('combobox');
    for (const typed of ['wip', 'not yet billed']) {
      await userEvent.clear(input);
      await userEvent.type(input, typed);
      expect(await screen.findByRole('option', { name: /^Work in progress/ })).toBeTruthy();
    }
    await userEvent.clear(input);
    await userEvent.type(input, 'new');
    await screen.findByRole('option', { name: /Sackville/ });
    const lines = screen.getAllByRole('option').map((option) => option.textContent);
    expect(lines[0]).toMatch(/^New /);
    expect(lines).toContain('New invoice');
    expect(lines).not.toContain('New job');
    await userEvent.click(screen.getByRole('option', { name: 'New invoice' }));
    await waitFor(() => expect(address()).toBe('/invoice'));
  });

  it('moves with the arrows and wraps around', async () => {
    await renderApp('/');
    await userEvent.keyboard('{Control>}k{/Control}');
    const input = await screen.findByRole('combobox');
    const options = screen.getAllByRole('option');
    await userEvent.keyboard('{ArrowDown}');
    expect(input.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(input.getAttribute('aria-activedescendant')).toBe(options.at(-1)?.id);
  });

  it('begins with the records opened last, of this person only', async () => {
    const alice = buildSelf('alice');
    rememberRecord(alice.id, { kind: 'Client', title: 'Dieppe Développements', path: '/client/3' });
    await renderApp('/', { self: alice });
    await userEvent.keyboard('{Control>}k{/Control}');
    expect((await screen.findAllByRole('option'))[0]?.textContent).toBe('Dieppe DéveloppementsClient');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    rememberRecord(99, { kind: 'Client', title: 'Somebody else’s', path: '/client/4' });
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox');
    expect(screen.queryByText('Somebody else’s')).toBeNull();
  });

  it('offers a new memo on a job opened before, and goes to its memos', async () => {
    const self = buildSelf('joe');
    rememberRecord(self.id, { kind: 'Job', title: '26-0058 Boundary survey', path: '/job/58' });
    const { address } = await renderApp('/', { self, server: serveClients('joe') });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'memo');
    await userEvent.click(await screen.findByRole('option', { name: 'New memo on 26-0058 Boundary survey' }));
    await waitFor(() => expect(address()).toMatch(/^\/job\/58\/memos/));
  });

  it('has no memo for a client', () => {
    const recent = recentEntries([
      { kind: 'Client', title: 'Baie Verte', path: '/client/7' },
      { kind: 'Quote', title: 'Q26-0033 Lot 7', path: '/quote/33' },
    ]);
    expect(memoEntries(recent, 'Call back')).toMatchObject([
      { label: 'New memo on Q26-0033 Lot 7', hint: 'Opens with: Call back', link: { search: { new: 'true', text: 'Call back' } } },
    ]);
  });

  it('offers Chelsea nothing to create, and settings to those who may open them', async () => {
    await renderApp('/', {
      as: 'chelsea',
      server: serveShell(buildSelf('chelsea')).on(searchEverything, () => ({ count: 0, results: [] })),
    });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'client');
    await waitFor(() =>
      expect(
        within(screen.getByRole('listbox'))
          .getAllByRole('option')
          .map((option) => option.textContent),
      ).toEqual(['Clients']),
    );
    expect(staffEntries(buildSelf('chelsea').can)).toEqual([]);
    expect(matchEntries(staffEntries(buildSelf('alice').can), 'invoice numbers').map(({ label }) => label)).toEqual(['Invoicing']);
  });

  it('finds places by words in any order, without accents or case', () => {
    expect(matchEntries(PLACE_ENTRIES, 'DASH jobs').map((entry) => entry.label)).toEqual(['Jobs Dashboard']);
    expect(matchEntries(PLACE_ENTRIES, 'pässword').map((entry) => entry.label)).toEqual(['Preferences']);
  });
});
