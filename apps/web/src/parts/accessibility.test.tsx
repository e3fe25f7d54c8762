import { ContactPatch, listContacts, updateContact } from '@dmse/contract/clients/contact';
import { buildContact, buildContactRow } from '@dmse/testkit/builders/contact';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { ConfirmDialog } from './dialog/confirm-dialog.tsx';
import { LineField } from './fields/line-field.tsx';
import { LineListField } from './fields/line-list-field.tsx';
import { FormSection } from './form/form-section.tsx';
import { fieldNames, RecordForm } from './form/record-form.tsx';
import { beNarrow, renderPart, startServer } from './render-part.tsx';
import type { ColumnOf } from './search/search-column.ts';
import type { SearchFilter } from './search/search-filter.ts';
import { SearchTable } from './search/search-table.tsx';
import { showToast } from './toast/toast-store.ts';

const ROW = buildContactRow({ name: 'Zoë Léger', clients_summary: 'Baie Verte' });
const CONTACT = buildContact({ name: 'Zoë Léger', clients_summary: 'Baie Verte' });
const field = fieldNames(ContactPatch);
const COLUMNS: ColumnOf<typeof listContacts>[] = [
  { id: 'name', title: 'Name', text: (row) => row.name, order: 'name' },
  { id: 'clients', title: 'Clients', text: (row) => row.clients_summary },
];
const FILTERS: SearchFilter[] = [{ kind: 'toggle', name: 'client', label: 'Of this client', value: '5' }];

/** Everything axe knows but contrast, which jsdom cannot paint; the theme's own test and the journeys in a browser look at that. */
async function complaints(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } }, resultTypes: ['violations'] });
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
}

async function openList() {
  startServer().on(listContacts, () => ({ count: 2, results: [ROW, { ...ROW, id: 2, name: 'Fern Cormier' }] }));
  await renderPart(
    <main>
      <h1>Contacts</h1>
      <SearchTable
        endpoint={listContacts}
        label="Contacts"
        noun={['contact', 'contacts']}
        columns={COLUMNS}
        filters={FILTERS}
        rowLink={(row) => `/contact/${row.id}`}
        rowActions={() => [{ label: 'Delete', icon: 'delete', run: () => {}, whyNot: 'A job refers to it.' }]}
        selection={() => null}
        onPageSize={() => {}}
      />
    </main>,
    '/part?client=5',
  );
  await screen.findByText('2 contacts');
  return userEvent.setup();
}

describe('axe finds nothing to say about', () => {
  it('a list with rows, selected ones, a filter, an error toast and an open menu', async () => {
    const user = await openList();
    await user.click(screen.getByLabelText('Select Zoë Léger'));
    act(() => showToast({ text: 'Failed to update.', colour: 'error' }));
    expect(await complaints()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Actions for Zoë Léger' }));
    expect(await complaints()).toEqual([]);
  });

  it('the same list on a phone, with its filters open', async () => {
    beNarrow();
    const user = await openList();
    expect(await complaints()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Filter and sort' }));
    expect(await complaints()).toEqual([]);
  });

  it('a form with an error', async () => {
    const user = userEvent.setup();
    startServer();
    await renderPart(
      <main>
        <h1>Contact</h1>
        <RecordForm
          endpoint={updateContact}
          input={{ id: 1 }}
          schema={ContactPatch}
          record={CONTACT}
          toValues={(contact) => ({ ...contact, clients: [] })}
        >
          <FormSection title="Details" explanation="What everybody sees.">
            <LineField name={field.name} label="Name" isRequired />
            <LineListField name={field.phones} label="Phones" itemLabel="Phone" />
          </FormSection>
        </RecordForm>
      </main>,
    );
    await user.clear(screen.getByLabelText(/^Name/));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('This field may not be blank.');
    expect(await complaints()).toEqual([]);
  });

  it('a dialog', async () => {
    await renderPart(
      <ConfirmDialog open title="Delete Zoë Léger?" verb="Delete contact" isDestructive onConfirm={() => {}} onClose={() => {}}>
        The contact will be gone.
      </ConfirmDialog>,
    );
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy());
    expect(await complaints()).toEqual([]);
  });
});
