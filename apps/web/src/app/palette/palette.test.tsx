import { listClients } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { listInvoices } from '@dmse/contract/invoices/invoice';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { rememberRecord } from '../../session/recent-records.ts';
import { buildSelf, renderApp, serveShell } from '../render-app.tsx';
import { matchEntries, memoEntries, PLACE_ENTRIES, readMemoWords, recentEntries } from './palette-entries.ts';

const AT = '2026-03-04T12:00:00.000Z';
const CLIENT = {
  id: 7,
  name: 'Baie Verte Holdings',
  party_type: 'Organization',
  classification: null,
  risk_level: null,
  phone: '',
  billing_city: 'Sackville',
  created_on: AT,
} as const;
const CONTACT = {
  id: 9,
  name: 'Béatrice LeBlanc',
  position: '',
  phones: [],
  emails: [],
  clients_summary: 'Baie Verte Holdings',
  created_on: AT,
};

function serveClients(username: string) {
  return serveShell(buildSelf(username))
    .on(listClients, () => ({ count: 1, results: [CLIENT] }))
    .on(listContacts, () => ({ count: 1, results: [CONTACT] }));
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
    expect(server.callsOf(listClients).map((call) => call.query)).toEqual([{ query: 'baie', page_size: 5 }]);
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

  it.each([
    ['alice', 1],
    ['joe', 0],
  ])('invoices are looked for where %s may see them', async (as, found) => {
    const dates = { date: '2026-03-04', due_date: '2026-04-03', updated_on: AT };
    const owed = { total: 115_00, balance: 115_00, settlement: 'unpaid', is_overdue: false } as const;
    const of = { client: { id: 7, name: 'Baie Verte Holdings' }, jobs: [], reference: '' };
    const invoice = { id: 41, num: '00041', state: 'SUBMITTED', version: 1, ...of, ...dates, ...owed } as const;
    const server = serveClients(as).on(listInvoices, () => ({ count: 1, results: [invoice] }));
    await renderApp('/', { as, server });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), '00041');
    await screen.findByRole('option', { name: /Béatrice/ });
    await waitFor(() => expect(screen.queryAllByRole('option', { name: /Invoice 00041 Baie Verte Holdings/ })).toHaveLength(found));
    expect(server.callsOf(listInvoices)).toHaveLength(found);
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

  it.each([
    ['memo', ''],
    ['new memo on 260058', '260058'],
    ['Memo boundary survey', 'boundary survey'],
    ['memorial park', null],
  ])('reads “%s” as a memo on “%s”', (query, about) => {
    expect(readMemoWords(query)).toBe(about);
  });

  it('has no memo for a client', () => {
    const recent = recentEntries([
      { kind: 'Client', title: 'Baie Verte', path: '/client/7' },
      { kind: 'Quote', title: 'Q26-0033 Lot 7', path: '/quote/33' },
    ]);
    expect(memoEntries(recent).map((entry) => entry.label)).toEqual(['New memo on Q26-0033 Lot 7']);
  });

  it('asks for no clients on behalf of Chelsea, who may not read them, and offers her nothing to create', async () => {
    const server = serveClients('chelsea');
    await renderApp('/', { as: 'chelsea', server });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'client');
    await waitFor(() =>
      expect(
        within(screen.getByRole('listbox'))
          .getAllByRole('option')
          .map((option) => option.textContent),
      ).toEqual(['Clients']),
    );
    expect(server.callsOf(listClients)).toEqual([]);
  });

  it('finds places by words in any order, without accents or case', () => {
    expect(matchEntries(PLACE_ENTRIES, 'DASH jobs').map((entry) => entry.label)).toEqual(['Jobs Dashboard']);
    expect(matchEntries(PLACE_ENTRIES, 'pässword').map((entry) => entry.label)).toEqual(['Preferences']);
  });
});
