import { updateClient } from '@dmse/contract/clients/client';
import { Refusal } from '@dmse/testkit/fake-server';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CLIENT } from '../../../parts/form/form-fixture.tsx';
import { renderPart, startServer } from '../../../parts/render-part.tsx';
import { ClientForm } from './client-form.tsx';

const link = (id: number, name: string, role = '') => ({ contact: { id, name, phone: '', email: '' }, role, is_billing: false });
const OURS = { ...CLIENT, contacts: [link(1, 'Ann Roy')] };

describe('a client’s form', () => {
  it('keeps a contact that was linked from the other side while the list was being edited here', async () => {
    const theirs = { ...CLIENT, contacts: [link(1, 'Ann Roy'), link(2, 'Luc Gauvin')], version: 4 };
    const server = startServer().on(updateClient, ({ ifMatch }) => {
      if (Number(ifMatch) === 3) throw new Refusal(409, { detail: 'Changed.', code: 'CONFLICT', current: theirs, changed: ['contacts'] });
      return { ...theirs, contacts: [link(1, 'Ann Roy', 'Owner'), link(2, 'Luc Gauvin')], version: 5 };
    });
    await renderPart(<ClientForm client={OURS} isReadOnly={false} />);
    await userEvent.type(screen.getByLabelText(/^Role/), 'Owner');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Contacts: Luc Gauvin (added)')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(server.callsOf(updateClient).at(-1)?.body).toEqual({
      contacts: [
        { contact: 1, role: 'Owner', is_billing: false },
        { contact: 2, role: '', is_billing: false },
      ],
    });
  });
});
