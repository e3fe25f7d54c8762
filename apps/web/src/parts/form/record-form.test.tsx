import { createClient, NewClient, updateClient } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { Refusal } from '@dmse/testkit/fake-server';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart, startServer } from '../render-part.tsx';
import { CLIENT, CONTACT, editForm, Fields, serveClient, toValues } from './form-fixture.tsx';
import { RecordForm } from './record-form.tsx';

async function retype(user: ReturnType<typeof userEvent.setup>, label: string | RegExp, text: string) {
  const box = screen.getByLabelText(label);
  await user.clear(box);
  if (text) await user.type(box, text);
}

/** A page whose record is fetched again: each time it is a version further. */
function Page() {
  const [record, setRecord] = useState(CLIENT);
  return (
    <>
      <button type="button" onClick={() => setRecord({ ...record, name: `Version ${record.version + 1}`, version: record.version + 1 })}>
        Refresh
      </button>
      {editForm({ record })}
    </>
  );
}

describe('RecordForm', () => {
  it('shows no save bar until something is changed, and none after Discard', async () => {
    const user = userEvent.setup();
    serveClient();
    await renderPart(editForm());
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await retype(user, /^Name/, 'Other');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Baie Verte Holdings');
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('sends only what changed, against the version that was seen; emptied fields as the schema wants them', async () => {
    const user = userEvent.setup();
    const { server } = serveClient();
    const onSaved = vi.fn();
    await renderPart(editForm({ onSaved, savedText: 'Saved client.' }));
    await retype(user, /^Name/, '  Baie Verte Inc.  ');
    await retype(user, 'E-mail', '');
    await user.click(screen.getByLabelText('Classification'));
    await user.click(screen.getByRole('option', { name: 'Not set' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved client.');
    expect(server.seen[0]).toMatchObject({ body: { name: 'Baie Verte Inc.', email: '', classification: null }, ifMatch: 3 });
    expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ version: 4 }));
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    // The next save builds on the answer, not on the record the page was opened with.
    await retype(user, 'Note', 'Gate code at the office');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.seen[1]).toMatchObject({ body: { note: 'Gate code at the office' }, ifMatch: 4 }));
  });

  it('saves by Ctrl+S, once however often it is pressed', async () => {
    const user = userEvent.setup();
    const { server } = serveClient();
    await renderPart(editForm());
    await retype(user, 'Note', 'x');
    for (let press = 0; press < 3; press++) fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await screen.findByText('Saved.');
    expect(server.seen).toHaveLength(1);
  });

  it('says what is wrong under the field, focuses the first, and sends nothing', async () => {
    const user = userEvent.setup();
    const { server } = serveClient();
    await renderPart(editForm());
    await retype(user, 'Payment terms', 'soon');
    await retype(user, /^Name/, '');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This field may not be blank.')).toBeTruthy();
    expect(screen.getByText('Enter a number.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)));
    expect(server.seen).toHaveLength(0);
    await retype(user, 'Payment terms', '400');
    expect(await screen.findByText('Use at most 365 days.')).toBeTruthy();
  });

  it('puts the complaints of the server under their fields, and the others above the form', async () => {
    const user = userEvent.setup();
    startServer().on(updateClient, () => {
      throw new Refusal(400, { email: ['This address bounces.'], vat: ['Unknown field.'] });
    });
    await renderPart(editForm());
    await retype(user, 'E-mail', 'x@example.ca');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This address bounces.')).toBeTruthy();
    expect(screen.getByText('vat: Unknown field.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')));
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('x@example.ca');
  });

  it('keeps everything typed when the server cannot be reached', async () => {
    const user = userEvent.setup();
    const { server } = serveClient();
    await renderPart(editForm());
    await retype(user, 'Note', 'typed in a tunnel');
    server.goDown();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed in a tunnel');
    server.goDown(false);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
  });

  it('sets two edits side by side; saving again keeps mine without retyping, and theirs where I changed nothing', async () => {
    const user = userEvent.setup();
    const { server, editElsewhere, stored } = serveClient();
    await renderPart(editForm());
    await retype(user, /^Name/, 'My name');
    await retype(user, 'Note', 'My note');
    editElsewhere({ name: 'Their name', phone: '506 555 9999', classification: 'C', updated_by: { id: 3, full_name: 'Joe Roy' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Joe Roy changed this record while you were editing it')).toBeTruthy();
    const choice = screen.getByRole('group', { name: 'Name' });
    expect(within(choice).getByLabelText(/Mine.*My name/)).toHaveProperty('checked', true);
    expect(within(choice).getByLabelText(/Theirs.*Their name/)).toHaveProperty('checked', false);
    expect(screen.getByText('Classification: C')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('My name');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(server.seen[1]).toMatchObject({ body: { name: 'My name', note: 'My note' }, ifMatch: 4 });
    expect(stored()).toMatchObject({ name: 'My name', note: 'My note', phone: '506 555 9999', classification: 'C' });
    expect(screen.queryByText(/while you were editing/)).toBeNull();
  });

  it('takes theirs when I choose it, and gives mine back when I change my mind', async () => {
    const user = userEvent.setup();
    const { editElsewhere, stored } = serveClient();
    await renderPart(editForm());
    await retype(user, /^Name/, 'My name');
    await retype(user, 'Note', 'My note');
    editElsewhere({ name: 'Their name' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByLabelText(/Theirs/));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Their name');
    await user.click(screen.getByLabelText(/Mine/));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('My name');
    await user.click(screen.getByLabelText(/Theirs/));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(stored()).toMatchObject({ name: 'Their name', note: 'My note', version: 5 });
  });

  it('asks before leaving with something unsaved, and lets go when nothing is', async () => {
    const user = userEvent.setup();
    serveClient();
    const { router } = await renderPart(editForm());
    await retype(user, 'Note', 'x');
    act(() => void router.navigate({ to: '/else' as never }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stay here' }));
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('x');
    const unload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => void router.navigate({ to: '/else' as never }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('Page /else')).toBeTruthy();
  });

  it('creates a record from what is filled in, and lets the screen go on to it', async () => {
    const user = userEvent.setup();
    const server = startServer().on(createClient, () => CLIENT);
    const initial = {
      party_type: 'Organization',
      payment_terms_days: 30,
      email: '',
      note: '',
      classification: null,
      name: '',
      is_tax_exempt: false,
      contacts: [],
    };
    const view = await renderPart(
      <RecordForm
        endpoint={createClient}
        input={{}}
        schema={NewClient}
        initial={initial}
        toValues={toValues}
        saveLabel="Create client"
        savedText="Created client."
        onSaved={(client) => void view.router.navigate({ to: `/client/${client.id}` as never })}
      >
        <Fields />
      </RecordForm>,
    );
    await user.click(screen.getByRole('button', { name: 'Create client' }));
    expect(await screen.findByText('This field may not be blank.')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Name/), 'Nouveau');
    await user.click(screen.getByRole('button', { name: 'Create client' }));
    expect(await screen.findByText('Page /client/5')).toBeTruthy();
    expect(server.seen[0]?.body).toEqual({ name: 'Nouveau', party_type: 'Organization', payment_terms_days: 30, is_tax_exempt: false });
    expect(server.seen[0]?.ifMatch).toBeNull();
  });

  it('names what a new record begins with', async () => {
    startServer();
    await renderPart(
      <RecordForm
        endpoint={createClient}
        input={{}}
        schema={NewClient}
        initial={{ contacts: [{ contact: 7, role: '', is_billing: false }] }}
        initialNames={{ contacts: [{ id: 7, label: 'Fern Cormier' }] }}
        toValues={toValues}
      >
        <Fields />
      </RecordForm>,
    );
    expect(screen.getByText('Fern Cormier')).toBeTruthy();
  });

  it('links other records with a role and a mark', async () => {
    const user = userEvent.setup();
    const { server } = serveClient();
    server.on(listContacts, () => ({ count: 1, results: [CONTACT] }));
    await renderPart(editForm());
    expect(screen.getByText('Fern Cormier')).toBeTruthy();
    await user.click(screen.getByLabelText('Add a contact'));
    await user.click(await screen.findByRole('option', { name: /Zoë Léger/ }));
    await user.type(screen.getByLabelText('Role of Zoë Léger'), 'Owner');
    await user.click(screen.getByLabelText('Billing: Zoë Léger'));
    await user.click(screen.getByRole('button', { name: 'Remove Fern Cormier' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(server.callsOf(updateClient)[0]?.body).toEqual({ contacts: [{ contact: 9, role: 'Owner', is_billing: true }] });
  });

  it('shows text instead of inputs to whoever may not change it', async () => {
    serveClient();
    await renderPart(editForm({ isReadOnly: true }));
    expect(screen.queryAllByRole('textbox')).toHaveLength(0);
    expect(screen.getByText('Baie Verte Holdings')).toBeTruthy();
    expect(screen.getByText('30 days')).toBeTruthy();
    expect(screen.getByText('Fern Cormier')).toBeTruthy();
  });

  it('shows a newer record that came from elsewhere, unless something is being typed', async () => {
    const user = userEvent.setup();
    serveClient();
    await renderPart(<Page />);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Version 4');
    await retype(user, /^Name/, 'Mine');
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Mine');
  });
});
