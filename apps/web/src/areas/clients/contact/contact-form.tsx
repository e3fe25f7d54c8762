import { listClients } from '@dmse/contract/clients/client';
import { type Contact, ContactPatch, createContact, NewContact, updateContact } from '@dmse/contract/clients/contact';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { LineListField } from '../../../parts/fields/line-list-field.tsx';
import { LinkListField } from '../../../parts/fields/link-list-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { clientChoice } from '../../../parts/picker/client-choice.ts';
import type { NamedClient } from '../client/asked-client.tsx';
import { useNamedLinks } from '../use-named-links.ts';

const toValues = (contact: Contact) => ({
  ...contact,
  clients: contact.clients.map(({ client, role, is_billing }) => ({ client: client.id, role, is_billing })),
});
const names = (contact: Contact) => ({ clients: contact.clients.map(({ client }) => ({ id: client.id, label: client.name })) });

const field = fieldNames(ContactPatch);

function Fields() {
  return (
    <>
      <FormSection title="Contact">
        <LineField name={field.name} isRequired />
        <LineField name={field.position} />
        <LineListField name={field.phones} itemLabel="Phone" type="tel" hint="Any format; found by its digits." />
        <LineListField name={field.emails} itemLabel="E-mail" type="email" />
        <ParagraphField name={field.note} />
      </FormSection>
      <FormSection title="Clients" explanation="The clients this person represents, and in which role.">
        <LinkListField
          name={field.clients}
          label="Clients"
          addLabel="Add a client"
          idKey="client"
          role={{ key: 'role', label: 'Role' }}
          flag={{ key: 'is_billing', label: 'Billing' }}
          endpoint={listClients}
          toChoice={clientChoice}
          recentKey="client"
          linkTo={(id) => `/client/${id}`}
        />
      </FormSection>
    </>
  );
}

export type ContactFormProps = { contact: Contact; isReadOnly: boolean };

/** A contact's own fields, as they are and as they may be changed. */
export function ContactForm({ contact, isReadOnly }: ContactFormProps) {
  const { list, choices } = useNamedLinks('client');
  return (
    <RecordForm
      endpoint={updateContact}
      input={{ id: contact.id }}
      schema={ContactPatch}
      record={contact}
      toValues={toValues}
      names={({ clients }) => ({ clients: choices(clients.map(({ client }) => client)) })}
      lists={{ clients: list }}
      isReadOnly={isReadOnly}
    >
      <Fields />
    </RecordForm>
  );
}

export type NewContactFormProps = {
  onCreated: (contact: Contact) => void;
  /** The client whose page "New contact" was pressed on. */
  forClient: NamedClient | null;
};

export function NewContactForm({ onCreated, forClient }: NewContactFormProps) {
  const clients = forClient ? [{ client: forClient.id, role: '', is_billing: false }] : [];
  return (
    <RecordForm
      endpoint={createContact}
      input={{}}
      schema={NewContact}
      initial={{ phones: [], emails: [], clients }}
      initialNames={{ clients: forClient ? [{ id: forClient.id, label: forClient.name }] : [] }}
      toValues={toValues}
      names={names}
      onSaved={onCreated}
      saveLabel="Create contact"
      savedText="Created the contact."
    >
      <Fields />
    </RecordForm>
  );
}
