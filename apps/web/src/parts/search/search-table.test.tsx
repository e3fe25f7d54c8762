import { listClients } from '@dmse/contract/clients/client';
import { buildClientRow } from '@dmse/testkit/builders/client';
import { Refusal } from '@dmse/testkit/fake-server';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { PageHeader } from '../page/page-header.tsx';
import { beNarrow, beOffline, renderPart, startServer } from '../render-part.tsx';
import type { ColumnOf } from './search-column.ts';
import type { SearchFilter } from './search-filter.ts';
import { SearchTable, type SearchTableProps } from './search-table.tsx';

const ROWS = [
  buildClientRow({ id: 1, name: 'Société Évangéline', billing_city: 'Moncton' }),
  buildClientRow({ id: 2, name: 'Baie Verte Holdings', classification: 'B', billing_city: 'Moncton' }),
  buildClientRow({ id: 3, name: 'Zoë Léger', classification: null, billing_city: 'Moncton' }),
];

const COLUMNS: ColumnOf<typeof listClients>[] = [
  { id: 'name', title: 'Name', text: (one) => one.name, order: 'name' },
  { id: 'classification', title: 'Class', text: (one) => one.classification, unset: 'Unset', order: 'classification' },
  { id: 'billing_city', title: 'City', text: (one) => one.billing_city },
];
const GRADES = ['A', 'B', 'C'].map((value) => ({ value, label: value }));
const FILTERS: SearchFilter[] = [
  { kind: 'multi', name: 'classification', label: 'Classification', choices: GRADES },
  { kind: 'multi', name: 'risk_level', label: 'Risk Level', choices: GRADES, isAdvanced: true },
];

const linkOf = (one: { id: number }) => `/client/${one.id}/info`;
const nameOf = (one: { name: string }) => one.name;

function table(extra: Partial<SearchTableProps<typeof listClients>> = {}) {
  return (
    <SearchTable
      endpoint={listClients}
      label="Clients"
      noun={['client', 'clients']}
      columns={COLUMNS}
      filters={FILTERS}
      rowLink={linkOf}
      {...extra}
    />
  );
}

/** What somebody sees who may do none of it. */
function Nothing() {
  return null;
}

function serveRows(rows = ROWS) {
  return startServer().on(listClients, ({ query }) => {
    const found = rows.filter((one) => !query.classification || query.classification.includes(one.classification as 'A'));
    const size = query.page_size ?? 25;
    const from = ((query.page ?? 1) - 1) * size;
    return { count: found.length, results: found.slice(from, from + size) };
  });
}

describe('SearchTable', () => {
  it('shows the rows of the list, how many there are, and links to each', async () => {
    serveRows();
    await renderPart(table());
    expect(await screen.findByRole('link', { name: 'Baie Verte Holdings' })).toHaveProperty('href', 'http://localhost/app/client/2/info');
    expect(screen.getByText('3 clients')).toBeTruthy();
    expect(screen.getByText('Unset')).toBeTruthy();
  });

  it('asks 250 ms after the last letter, once, keeps the words in the address and whatever else stands there', async () => {
    const server = serveRows();
    const { address } = await renderPart(table(), '/part?tab=clients&foo=1');
    await screen.findByText('3 clients');
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.query).toEqual({ page: 1, page_size: 25 });
    vi.useFakeTimers({ shouldAdvanceTime: false });
    for (const text of ['e', 'ev', 'eva']) {
      fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } });
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    expect(server.seen).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(150));
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    await waitFor(() => expect(server.seen).toHaveLength(2));
    expect(server.seen[1]?.query).toEqual({ query: 'eva', page: 1, page_size: 25 });
    expect(address()).toBe('/part?tab=clients&foo=1&query=eva');
    // Accents do not hide the match.
    await waitFor(() => expect(screen.getByText('Éva').tagName).toBe('MARK'));
  });

  it('cancels the question before when another one is asked', async () => {
    const server = startServer();
    server.on(listClients, ({ query }) => (query.query === 'slow' ? new Promise(() => {}) : { count: 1, results: [ROWS[0]!] }));
    await renderPart(table(), '/part?query=slow');
    await waitFor(() => expect(server.seen).toHaveLength(1));
    const box = screen.getByLabelText('Search');
    fireEvent.change(box, { target: { value: 'quick' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await screen.findByText('1 client');
    expect(server.seen.map((call) => [call.query.query, call.isCancelled])).toEqual([
      ['slow', true],
      ['quick', false],
    ]);
  });

  it('orders by a header: ascending, descending, and not at all, and says so', async () => {
    const user = userEvent.setup();
    const server = serveRows();
    const { address } = await renderPart(table());
    await screen.findByText('3 clients');
    const header = () => screen.getByRole('columnheader', { name: 'Name' });
    expect(header().getAttribute('aria-sort')).toBe('none');
    for (const [ordering, sorted] of [
      ['name', 'ascending'],
      ['-name', 'descending'],
      [undefined, 'none'],
    ] as const) {
      await user.click(within(header()).getByRole('button'));
      await waitFor(() => expect(server.seen.at(-1)?.query.ordering).toBe(ordering));
      expect(header().getAttribute('aria-sort')).toBe(sorted);
    }
    expect(address()).toBe('/part');
    expect(screen.getByRole('columnheader', { name: 'City' }).hasAttribute('aria-sort')).toBe(false);
  });

  it('filters by several values, repeated in the address; a chip takes one off again; Clear takes all', async () => {
    const user = userEvent.setup();
    const server = serveRows();
    const { address } = await renderPart(table(), '/part?classification=A&classification=B&query=x');
    expect(await screen.findByText('2 clients')).toBeTruthy();
    expect(server.seen[0]?.query).toEqual({ classification: ['A', 'B'], query: 'x', page: 1, page_size: 25 });
    await user.click(screen.getByRole('button', { name: 'Remove filter Classification: A' }));
    expect(await screen.findByText('1 client')).toBeTruthy();
    expect(address()).toBe('/part?classification=B&query=x');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('3 clients')).toBeTruthy();
    expect(address()).toBe('/part');
  });

  it('uses the default filters only while the address names none, and can be cleared of them', async () => {
    const user = userEvent.setup();
    const server = serveRows();
    const defaults = { classification: ['A'] };
    const { address } = await renderPart(table({ defaults }));
    await screen.findByText('1 client');
    expect(server.seen[0]?.query.classification).toEqual(['A']);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await screen.findByText('3 clients');
    expect(address()).toBe('/part?query=');
  });

  it('opens the second line of filters by advancedSearch', async () => {
    const user = userEvent.setup();
    serveRows();
    const { address } = await renderPart(table());
    expect(screen.queryByLabelText('Risk Level')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Advanced Search' }));
    expect(await screen.findByLabelText('Risk Level')).toBeTruthy();
    expect(address()).toBe('/part?advancedSearch=true');
    await user.click(screen.getByRole('button', { name: 'Advanced Search' }));
    expect(address()).toBe('/part?advancedSearch=false');
  });

  it('pages by the size the person prefers, and hands a new size on', async () => {
    const user = userEvent.setup();
    const many = Array.from({ length: 31 }, (_, at) => buildClientRow({ id: at + 1 }));
    const server = serveRows(many);
    const onPageSize = vi.fn();
    const { address } = await renderPart(table({ pageSize: 25, onPageSize }));
    expect(await screen.findByText('1–25 of 31')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('26–31 of 31')).toBeTruthy();
    expect(address()).toBe('/part?page=2');
    expect(server.seen.at(-1)?.query).toEqual({ page: 2, page_size: 25 });
    await user.selectOptions(screen.getByLabelText('Rows per page'), '50');
    expect(onPageSize).toHaveBeenCalledWith(50);
    await waitFor(() => expect(address()).toBe('/part'));
  });

  it('goes back to the last page when the list has become shorter than the address thinks', async () => {
    serveRows();
    const { address } = await renderPart(table(), '/part?page=9');
    await waitFor(() => expect(address()).toBe('/part'));
    expect(await screen.findByText('1–3 of 3')).toBeTruthy();
  });

  it('selects rows across pages and says how many', async () => {
    const user = userEvent.setup();
    const server = serveRows();
    await renderPart(table({ pageSize: 2, selection: ({ rows }) => <span>Chosen: {rows.map((one) => one.id).join(' ')}</span> }));
    await user.click(await screen.findByLabelText('Select this page'));
    expect(screen.getByText('2 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(await screen.findByLabelText('Select Zoë Léger'));
    expect(screen.getByText('Chosen: 1 2 3')).toBeTruthy();
    expect(server.seen).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  it('opens a row by a click anywhere in it, but not by its own controls', async () => {
    const user = userEvent.setup();
    const run = vi.fn();
    serveRows();
    await renderPart(table({ rowActions: () => [{ label: 'Export', icon: 'download', run }] }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Baie Verte Holdings' }));
    await user.click(screen.getByRole('menuitem', { name: 'Export' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText(/^Page/)).toBeNull();
    await user.click(screen.getAllByText('Moncton')[1]!);
    expect(await screen.findByText('Page /client/2/info')).toBeTruthy();
  });

  it('opens a row in a new tab by a middle click or with Ctrl, and with Enter here', async () => {
    const user = userEvent.setup();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    serveRows();
    await renderPart(table());
    const cell = (await screen.findAllByText('Moncton'))[0]!;
    fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    fireEvent.click(cell, { ctrlKey: true });
    expect(open.mock.calls.map(([href]) => href)).toEqual(['http://localhost/app/client/1/info', 'http://localhost/app/client/1/info']);
    act(() => screen.getByRole('link', { name: 'Société Évangéline' }).focus());
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('Page /client/2/info')).toBeTruthy();
  });

  it('asks nothing while offline, and says so', async () => {
    const server = serveRows();
    beOffline();
    await renderPart(table());
    expect(screen.getByText('You are offline.')).toBeTruthy();
    expect(server.seen).toHaveLength(0);
  });

  it('says why it is empty and offers the next step', async () => {
    const user = userEvent.setup();
    serveRows([]);
    const { address } = await renderPart(
      table({ empty: { text: 'Create the first one.', action: <button type="button">Create client</button> } }),
    );
    expect(await screen.findByText('No clients yet.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create client' })).toBeTruthy();
    await user.type(screen.getByLabelText('Search'), 'x{Enter}');
    expect(await screen.findByText('No clients match.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(address()).toBe('/part');
  });

  it('says what went wrong and tries again', async () => {
    const user = userEvent.setup();
    const server = serveRows();
    server.goDown();
    await renderPart(table());
    expect(await screen.findByText('The clients could not be loaded.')).toBeTruthy();
    expect(screen.getByText('The server cannot be reached.')).toBeTruthy();
    server.goDown(false);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 clients')).toBeTruthy();
  });

  it('says what the server refused, and offers to clear the filters', async () => {
    startServer().on(listClients, () => {
      throw new Refusal(400, { detail: 'Too many words.' });
    });
    await renderPart(table(), '/part?classification=A');
    expect(await screen.findByText('Too many words.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy();
  });

  it('leaves out of a bad address what the list would refuse', async () => {
    const server = serveRows();
    await renderPart(table(), '/part?tab=clients&ordering=foo&classification=Z&classification=A&page=x');
    expect(await screen.findByText('1 client')).toBeTruthy();
    expect(server.seen.map((call) => call.query)).toEqual([{ classification: ['A'], page: 1, page_size: 25 }]);
    expect(screen.queryByRole('button', { name: 'Remove filter Classification: Z' })).toBeNull();
  });

  it('shows the order the list has by itself, except among matches', async () => {
    const user = userEvent.setup();
    serveRows();
    const { address } = await renderPart(table({ usualOrder: 'name' }));
    const header = () => screen.getByRole('columnheader', { name: 'Name' });
    expect(header().getAttribute('aria-sort')).toBe('ascending');
    await user.click(within(header()).getByRole('button'));
    await waitFor(() => expect(address()).toBe('/part?ordering=-name'));
    expect(header().getAttribute('aria-sort')).toBe('descending');
    await user.click(within(header()).getByRole('button'));
    await waitFor(() => expect(address()).toBe('/part'));
    await user.type(screen.getByLabelText('Search'), 'eva{Enter}');
    await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('none'));
  });

  it('has its buttons at the bottom on a phone, unless the page has its own there', async () => {
    beNarrow();
    serveRows();
    const tools = <button type="button">Create client</button>;
    const bottom = () => document.documentElement.style.getPropertyValue('--bottom-bar');
    const isFixed = (name: string) => screen.getByRole('button', { name }).closest('[data-bottom-bar]') !== null;
    const alone = await renderPart(table({ tools }));
    expect(isFixed('Create client')).toBe(true);
    expect(bottom()).not.toBe('');
    alone.unmount();
    expect(bottom()).toBe('');
    const nothing = await renderPart(table({ tools: <Nothing /> }));
    expect(bottom()).toBe('');
    nothing.unmount();
    await renderPart(
      <>
        <PageHeader title="A client" actions={<button type="button">Merge</button>} />
        {table({ tools })}
      </>,
    );
    expect(isFixed('Merge')).toBe(true);
    expect(isFixed('Create client')).toBe(false);
  });

  it('becomes cards on a phone, with the filters and the actions in sheets', async () => {
    beNarrow();
    const user = userEvent.setup();
    serveRows();
    await renderPart(table({ rowActions: () => [{ label: 'Export', icon: 'download', run: () => {} }] }));
    const list = await screen.findByRole('list', { name: 'Clients' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Actions for Zoë Léger' }));
    expect(within(screen.getByRole('dialog', { name: 'Actions for Zoë Léger' })).getByRole('menuitem', { name: 'Export' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Filter and sort' }));
    const sheet = screen.getByRole('dialog', { name: 'Filter and sort' });
    expect(within(sheet).getByLabelText('Sort by')).toBeTruthy();
    expect(within(sheet).getByLabelText('Risk Level')).toBeTruthy();
  });

  it('draws no row again for a letter, and each new row once when the answer comes', async () => {
    const drawn: number[] = [];
    const columns: ColumnOf<typeof listClients>[] = [
      {
        id: 'name',
        title: 'Name',
        cell: (one, mark) => {
          drawn.push(one.id);
          return mark(one.name);
        },
      },
    ];
    serveRows(Array.from({ length: 25 }, (_, at) => buildClientRow({ id: at + 1 })));
    await renderPart(table({ columns, rowLink: linkOf }));
    await screen.findByText('Client 25');
    drawn.length = 0;
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Search'), 'client');
    expect(drawn).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByText('Client').length).toBe(25));
    expect(drawn.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
  });

  it('draws only the row that is selected', async () => {
    const drawn: number[] = [];
    const columns: ColumnOf<typeof listClients>[] = [
      {
        id: 'name',
        title: 'Name',
        text: (one) => {
          drawn.push(one.id);
          return one.name;
        },
      },
    ];
    serveRows();
    await renderPart(table({ columns, rowLink: linkOf, rowTitle: nameOf, selection: () => null }));
    const box = await screen.findByLabelText('Select Zoë Léger');
    drawn.length = 0;
    await userEvent.click(box);
    expect(new Set(drawn)).toEqual(new Set([3]));
  });

  it('keeps its filters to itself when it is not what the page is about', async () => {
    const user = userEvent.setup();
    const server = serveRows();
    const { address } = await renderPart(table({ isLocal: true }));
    await user.type(await screen.findByLabelText('Search'), 'x{Enter}');
    await waitFor(() => expect(server.seen.at(-1)?.query.query).toBe('x'));
    expect(address()).toBe('/part');
  });
});
