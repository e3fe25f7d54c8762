import {
  type Client,
  exportClients,
  getClient,
  getClientRates,
  listClientHistory,
  listClients,
  removeClient,
  updateClientRates,
} from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { listImports } from '@dmse/contract/clients/import';
import { listJobs } from '@dmse/contract/jobs/job';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { buildClient, buildClientRow } from '@dmse/testkit/builders/client';
import { buildContactRow } from '@dmse/testkit/builders/contact';
import type { FakeServer } from '@dmse/testkit/fake-server';
import { Refusal } from '@dmse/testkit/fake-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { buildJobSettings } from '../../jobs/job/job-settings-fixture.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The app at an address, as somebody, with a server that answers what the story needs. */
function open(address: string, as: string, serve: (server: FakeServer) => FakeServer) {
  const self = buildSelf(as);
  return renderApp(address, { self, server: serve(serveShell(self)) });
}

const NAMED = `attachment; filename="clients-2026-11-15.csv"; filename*=UTF-8''clients-2026-11-15.csv`;

describe('the Clients tab', () => {
  it('has the columns of the specification, and its filters behind Advanced Search', async () => {
    const { server } = await open('/jobs?tab=clients', 'joe', (fake) =>
      fake.on(listClients, () => ({ count: 1, results: [buildClientRow({ name: 'Thériault Ltée' })] })),
    );
    const table = await screen.findByRole('table', { name: 'Clients' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Name', 'Class', 'Date Added']);
    expect((await within(table).findByRole('link', { name: 'Thériault Ltée' })).getAttribute('href')).toBe('/app/client/5');
    expect(screen.getByRole('link', { name: 'Create Client' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Advanced Search' }));
    expect(await screen.findByLabelText('Classification')).toBeTruthy();
    expect(screen.getByLabelText('Risk Level')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Search'), 'theriault');
    await waitFor(() => expect(server.seen.some(({ query }) => query.query === 'theriault')).toBe(true));
  });

  it('offers Mona import and merging', async () => {
    await open('/jobs?tab=clients', 'mona', (fake) =>
      fake
        .on(listClients, () => ({ count: 2, results: [buildClientRow(), buildClientRow({ id: 6 })] }))
        .on(listImports, () => ({ count: 0, results: [] })),
    );
    await userEvent.click(await screen.findByLabelText('Select Client 5'));
    expect((screen.getByRole('button', { name: 'Select another to merge' }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.click(screen.getByLabelText('Select Client 6'));
    expect(screen.getByRole('button', { name: 'Merge 2 clients' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByRole('heading', { name: 'Import clients' })).toBeTruthy();
  });
});

describe('the Contacts tab', () => {
  it('is searched by name or phone, with the hint', async () => {
    await open('/jobs?tab=contacts', 'joe', (fake) => fake.on(listContacts, () => ({ count: 0, results: [] })));
    expect(await screen.findByLabelText('Search by Name or Phone Number')).toBeTruthy();
    expect(screen.getByText('For a phone number, do not include spaces or parentheses.')).toBeTruthy();
    expect(await screen.findByText('No contacts yet.')).toBeTruthy();
  });

  it('shows the phone that was searched for beside the name, and no other', async () => {
    const phones = ['(506) 555-0100', '(506) 555-0129'];
    const found = buildContactRow({ name: 'Béatrice LeBlanc', phones });
    await open('/jobs?tab=contacts&query=5550129', 'joe', (fake) => fake.on(listContacts, () => ({ count: 1, results: [found] })));
    const link = await screen.findByRole('link', { name: /Béatrice LeBlanc/ });
    expect(link.textContent).toBe('Béatrice LeBlanc(506) 555-0129');
    expect(within(link).getByText('555-0129').tagName).toBe('MARK');
  });
});

describe('a client', () => {
  const serveWith = (amounts: Partial<Client>) => (fake: FakeServer) =>
    fake.on(getClient, ({ params }) => buildClient({ id: params.id, ...amounts })).on(listClientHistory, () => ({ count: 0, results: [] }));

  it('shows a dash and the reason where nothing was invoiced', async () => {
    await open('/client/5/info', 'mona', serveWith({ balance: null, overdue: null, unapplied_credit: null }));
    expect(await screen.findByText('Nothing has been invoiced to this client.')).toBeTruthy();
  });

  it('shows no amounts to whoever may not see them', async () => {
    await open('/client/5/info', 'joe', serveWith({}));
    expect(await screen.findByRole('heading', { name: 'Client 5' })).toBeTruthy();
    expect(screen.queryByText('Balance (CAD)')).toBeNull();
  });

  it('leads to the one that stayed when it was merged', async () => {
    const { address } = await open('/client/5/info', 'joe', (fake) =>
      fake.on(getClient, () => buildClient({ id: 7 })).on(listClientHistory, () => ({ count: 0, results: [] })),
    );
    await waitFor(() => expect(address()).toBe('/client/7/info'));
  });

  it('leads to the same tab of the one that stayed, with its filters', async () => {
    const { address } = await open('/client/14/jobs?query=lot&state=CLOSED', 'joe', (fake) =>
      fake.on(getClient, () => buildClient({ id: 7 })).on(listJobs, () => ({ count: 0, results: [] })),
    );
    await waitFor(() => expect(address()).toBe('/client/7/jobs?query=lot&state=CLOSED'));
  });

  it('stays, with the reason, when it cannot be deleted', async () => {
    await open('/client/5/info', 'mona', (fake) =>
      fake
        .on(getClient, ({ params }) => buildClient({ id: params.id }))
        .on(listClientHistory, () => ({ count: 0, results: [] }))
        .on(removeClient, () => {
          throw new Refusal(409, { detail: 'This client cannot be deleted while 2 jobs refer to it.', code: 'IN_USE' });
        }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete client' }));
    expect(await screen.findByText('This client cannot be deleted while 2 jobs refer to it.')).toBeTruthy();
  });

  it('says so when there is none', async () => {
    await open('/client/5/info', 'joe', (fake) =>
      fake.on(getClient, () => {
        throw new Refusal(404, { detail: 'Not found.' });
      }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such client.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find another client' }).getAttribute('href')).toBe('/app/jobs?tab=clients');
  });

  it('says so when it cannot be read, and shows the ways on', async () => {
    await open('/client/5/info', 'joe', (fake) =>
      fake.on(getClient, () => {
        throw new Refusal(400, { detail: 'The disk is full.' });
      }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'The client could not be loaded.' })).toBeTruthy();
    expect(screen.getByText('The disk is full.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find another client' })).toBeTruthy();
  });
});

describe('the rates agreed with a client', () => {
  const ROLES = [
    { id: 1, name: 'Party chief' },
    { id: 2, name: 'Drafter' },
  ];
  const RATES = { id: 5, version: 3, rates: [{ job_role: ROLES[0]!, charge_rate: 15_000 }] };
  const SWITCHED_OFF = { job_role: { id: 9, name: 'Rodman' }, charge_rate: 4000 };
  const serve = (fake: FakeServer) =>
    fake
      .on(getClient, ({ params }) => buildClient({ id: params.id }))
      .on(listClientHistory, () => ({ count: 0, results: [] }))
      .on(getJobSettings, () => buildJobSettings({ job_roles: ROLES }))
      .on(getClientRates, () => RATES)
      .on(updateClientRates, () => ({ ...RATES, version: 4 }));

  it('Alice adds one, and it is saved against the version she saw', async () => {
    const { server } = await open('/client/5/info', 'alice', serve);
    const add = await screen.findByRole('button', { name: 'Add an agreed rate' });
    await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false));
    await userEvent.click(add);
    const charge = screen.getAllByLabelText('Charge')[1]!;
    await userEvent.clear(charge);
    await userEvent.type(charge, '92.50');
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    expect(await screen.findByText('Saved the agreed rates.')).toBeTruthy();
    const rates = [
      { job_role: 1, charge_rate: 15_000 },
      { job_role: 2, charge_rate: 9250 },
    ];
    expect(server.callsOf(updateClientRates)).toMatchObject([{ ifMatch: 3, body: { rates } }]);
  });

  it('Mona reads them; Joe is not shown that there are any', async () => {
    const { unmount } = await open('/client/5/info', 'mona', (fake) =>
      serve(fake).on(getClientRates, () => ({ ...RATES, rates: [...RATES.rates, SWITCHED_OFF] })),
    );
    expect((await screen.findByText(/Party chief \$150.00\/h/)).textContent).toBe('Party chief $150.00/h\nRodman $40.00/h');
    expect(screen.queryByRole('button', { name: 'Add an agreed rate' })).toBeNull();
    unmount();
    const { server } = await open('/client/5/info', 'joe', serve);
    expect(await screen.findByRole('heading', { name: 'Client 5' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Rates' })).toBeNull();
    expect(server.callsOf(getClientRates)).toEqual([]);
  });
});

describe('a new client', () => {
  it('is taxed where the firm is, and says where that is', async () => {
    await open('/client', 'joe', (fake) => fake);
    expect(await screen.findByText('As the firm (NB)')).toBeTruthy();
  });
});

describe('the export', () => {
  it('is saved under the name the server gives it', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:test';
    URL.revokeObjectURL = () => {};
    const { server } = await open('/jobs?tab=clients&classification=Z&risk_level=A', 'mona', (fake) =>
      fake.on(listClients, () => ({ count: 1, results: [buildClientRow()] })).on(exportClients, () => new Blob(['Name'])),
    );
    const answer = globalThis.fetch;
    globalThis.fetch = async (...asked) => {
      const response = await answer(...asked);
      if (String(asked[0]).includes('export')) response.headers.set('Content-Disposition', NAMED);
      return response;
    };
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(saved).toEqual(['clients-2026-11-15.csv']));
    expect(server.callsOf(exportClients)[0]?.query).toEqual({ risk_level: ['A'] });
  });
});

describe('a new contact of a client', () => {
  it('begins with the client of the address, and shows that it waits for it', async () => {
    let answer: (client: Client) => void = () => {};
    const asked = new Promise<Client>((resolve) => {
      answer = resolve;
    });
    await open('/contact?client=5', 'joe', (fake) => fake.on(getClient, () => asked));
    expect(await screen.findByLabelText('Loading the client')).toBeTruthy();
    answer(buildClient({ name: 'Baie Verte Holdings' }));
    expect(await screen.findByText('Baie Verte Holdings')).toBeTruthy();
    expect(screen.queryByLabelText('Loading the client')).toBeNull();
  });

  it('begins without one that is gone, and says so', async () => {
    await open('/contact?client=5', 'joe', (fake) =>
      fake.on(getClient, () => {
        throw new Refusal(404, { detail: 'Not found.', code: 'NOT_FOUND' });
      }),
    );
    expect(await screen.findByText(/There is no such client any more/)).toBeTruthy();
    expect(screen.getByLabelText(/^Name/)).toBeTruthy();
  });

  it('lets people try again, or begin without it, when it cannot be read', async () => {
    let isBroken = true;
    await open('/contact?client=5', 'joe', (fake) =>
      fake.on(getClient, () => {
        if (isBroken) throw new Refusal(500, { detail: 'Something went wrong.', code: 'SERVER_ERROR' });
        return buildClient({ name: 'Baie Verte Holdings' });
      }),
    );
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('button', { name: 'Continue without it' })).toBeTruthy();
    isBroken = false;
    await userEvent.click(again);
    expect(await screen.findByText('Baie Verte Holdings')).toBeTruthy();
  });
});
