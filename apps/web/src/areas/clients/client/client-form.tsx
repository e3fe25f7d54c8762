import { type Client, ClientPatch, createClient, NewClient, updateClient } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { LinkListField } from '../../../parts/fields/link-list-field.tsx';
import { NumberField } from '../../../parts/fields/number-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { SwitchField } from '../../../parts/fields/switch-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { contactChoice, GRADE_CHOICES, LANGUAGE_CHOICES, PARTY_CHOICES, PROVINCE_CHOICES, RISK_CHOICES } from '../choices.ts';
import { useNamedLinks } from '../use-named-links.ts';

const toValues = (client: Client) => ({
  ...client,
  contacts: client.contacts.map(({ contact, role, is_billing }) => ({ contact: contact.id, role, is_billing })),
});
const names = (client: Client) => ({ contacts: client.contacts.map(({ contact }) => ({ id: contact.id, label: contact.name })) });

/** What a new client begins with, as the server would have it. */
const BLANK = { party_type: 'Organization', payment_terms_days: 30, language: 'en', billing_country: 'Canada', contacts: [] };

const field = fieldNames(ClientPatch);

function Fields({ province }: { province?: string }) {
  return (
    <>
      <FormSection title="Client">
        <LineField name={field.name} isRequired isWide />
        <ChoiceField name={field.party_type} choices={PARTY_CHOICES} isRequired />
        <LineField name={field.phone} type="tel" />
        <LineField name={field.email} type="email" />
        <LineField name={field.website} type="url" />
        <ChoiceField name={field.classification} choices={GRADE_CHOICES} hint="A for the clients we work best with." />
        <ChoiceField name={field.risk_level} choices={RISK_CHOICES} hint="C means: ask before starting work." />
        <ParagraphField name={field.note} />
      </FormSection>
      <FormSection title="Contacts" explanation="Contacts of this client. Mark who receives the invoices.">
        <LinkListField
          name={field.contacts}
          label="Contacts"
          addLabel="Add a contact"
          idKey="contact"
          role={{ key: 'role', label: 'Role' }}
          flag={{ key: 'is_billing', label: 'Billing' }}
          endpoint={listContacts}
          toChoice={contactChoice}
          recentKey="contact"
          linkTo={(id) => `/contact/${id}`}
        />
      </FormSection>
      <FormSection title="Billing" explanation="Shown on invoices; decides the tax.">
        <ParagraphField name={field.billing_street} label="Street" rows={2} />
        <LineField name={field.billing_city} label="City" />
        <LineField name={field.billing_province} label="Province or state" />
        <LineField name={field.billing_postal_code} label="Postal code" />
        <LineField name={field.billing_country} label="Country" />
        <NumberField name={field.payment_terms_days} />
        <ChoiceField name={field.language} choices={LANGUAGE_CHOICES} />
        <ChoiceField
          name={field.tax_province}
          choices={PROVINCE_CHOICES}
          noneLabel={province ? `As the firm (${province})` : 'As the firm'}
        />
        <SwitchField name={field.is_tax_exempt} />
        <LineField name={field.tax_exempt_reason} label="Reason for exemption" hint="Such as a status card or certificate number." />
      </FormSection>
    </>
  );
}

export type ClientFormProps = { client: Client; isReadOnly: boolean; province?: string };

/** A client's own fields, as they are and as they may be changed. */
export function ClientForm({ client, isReadOnly, ...rest }: ClientFormProps) {
  const { list, choices } = useNamedLinks('contact');
  return (
    <RecordForm
      endpoint={updateClient}
      input={{ id: client.id }}
      schema={ClientPatch}
      record={client}
      toValues={toValues}
      names={({ contacts }) => ({ contacts: choices(contacts.map(({ contact }) => contact)) })}
      lists={{ contacts: list }}
      isReadOnly={isReadOnly}
    >
      <Fields {...rest} />
    </RecordForm>
  );
}

export type NewClientFormProps = { onCreated: (client: Client) => void; province?: string };

export function NewClientForm({ onCreated, ...rest }: NewClientFormProps) {
  return (
    <RecordForm
      endpoint={createClient}
      input={{}}
      schema={NewClient}
      initial={BLANK}
      toValues={toValues}
      names={names}
      onSaved={onCreated}
      saveLabel="Create client"
      savedText="Created the client."
    >
      <Fields {...rest} />
    </RecordForm>
  );
}
