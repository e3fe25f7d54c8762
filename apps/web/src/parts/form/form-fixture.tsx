import { type Client, ClientPatch, updateClient } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { buildClient } from '@dmse/testkit/builders/client';
import { buildContactRow } from '@dmse/testkit/builders/contact';
import { Refusal } from '@dmse/testkit/fake-server';
import { ChoiceField } from '../fields/choice-field.tsx';
import { LineField } from '../fields/line-field.tsx';
import { LinkListField } from '../fields/link-list-field.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { ParagraphField } from '../fields/paragraph-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { startServer } from '../render-part.tsx';
import { FormSection } from './form-section.tsx';
import { fieldNames, RecordForm, type RecordFormProps } from './record-form.tsx';

export const CLIENT = buildClient({
  ...{
    name: 'Baie Verte Holdings',
    email: 'office@baieverte.example',
    phone: '506 555 0100',
    billing_city: 'Moncton',
    billing_province: 'NB',
  },
  contacts: [{ contact: { id: 7, name: 'Fern Cormier', phone: '506 555 0107', email: '' }, role: 'Site', is_billing: false }],
  version: 3,
  updated_by: { id: 2, full_name: 'Mona Savoie' },
});
export const CONTACT = buildContactRow({ name: 'Zoë Léger', position: 'Owner' });

export function toValues({ contacts, ...client }: Client) {
  return { ...client, contacts: contacts.map((link) => ({ contact: link.contact.id, role: link.role, is_billing: link.is_billing })) };
}
function namesOf(client: Client) {
  return { contacts: client.contacts.map(({ contact }) => ({ id: contact.id, label: contact.name, subtitle: contact.phone })) };
}
const GRADES = ['A', 'B', 'C'].map((value) => ({ value, label: value }));
const field = fieldNames(ClientPatch);

export function Fields() {
  return (
    <FormSection title="Details" explanation="As shown on invoices.">
      <LineField name={field.name} label="Name" isRequired />
      <LineField name={field.email} label="E-mail" type="email" />
      <ChoiceField name={field.classification} label="Classification" choices={GRADES} />
      <NumberField name={field.payment_terms_days} label="Payment terms" unit="days" />
      <SwitchField name={field.is_tax_exempt} label="Tax exempt" />
      <ParagraphField name={field.note} label="Note" />
      <LinkListField
        name={field.contacts}
        label="Contacts"
        addLabel="Add a contact"
        idKey="contact"
        role={{ key: 'role', label: 'Role' }}
        flag={{ key: 'is_billing', label: 'Billing' }}
        endpoint={listContacts}
        recentKey="contact"
        toChoice={(row) => ({ id: row.id, label: row.name, subtitle: row.position })}
      />
    </FormSection>
  );
}

export function editForm(extra: Partial<RecordFormProps<typeof updateClient>> = {}) {
  return (
    <RecordForm
      endpoint={updateClient}
      input={{ id: 5 }}
      schema={ClientPatch}
      record={CLIENT}
      toValues={toValues}
      names={namesOf}
      {...extra}
    >
      <Fields />
    </RecordForm>
  );
}

/** A server that keeps the client as the real one does: versions count up, a stale one is refused with what stands there now. */
export function serveClient() {
  let stored: Client = CLIENT;
  const server = startServer();
  server.on(updateClient, ({ body, ifMatch }) => {
    if (ifMatch !== stored.version)
      throw new Refusal(409, { detail: 'Somebody else has changed it.', code: 'CONFLICT', current: stored, changed: ['name'] });
    const { contacts, ...patch } = body;
    stored = { ...stored, ...patch, version: stored.version + 1 } as Client;
    return stored;
  });
  return {
    server,
    editElsewhere: (patch: Partial<Client>) => {
      stored = { ...stored, ...patch, version: stored.version + 1 };
    },
    stored: () => stored,
  };
}
