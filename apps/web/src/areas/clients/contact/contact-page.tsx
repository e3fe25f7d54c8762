import { type Contact as ContactRecord, getContact, listContactHistory, removeContact } from '@dmse/contract/clients/contact';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useCan, useSelf } from '../../../session/self.ts';
import { RecordActions } from '../record-actions.tsx';
import { ContactForm } from './contact-form.tsx';

const LIST = { to: '/jobs', search: { tab: 'contacts' } } as const;

function Loaded({ contact }: { contact: ContactRecord }) {
  const { id: person } = useSelf();
  const mayWrite = useCan('clients.write');
  useEffect(() => {
    rememberRecord(person, { kind: 'Contact', title: contact.name, path: `/contact/${contact.id}` });
  }, [person, contact.name, contact.id]);
  return (
    <>
      <PageHeader
        title={contact.name}
        subtitle={[contact.position, contact.clients_summary].filter(Boolean).join(' · ')}
        actions={<RecordActions noun="contact" record={contact} remove={removeContact} listPath={LIST} />}
      />
      <ContactForm key={contact.id} contact={contact} isReadOnly={!mayWrite} />
      <HistoryPanel endpoint={listContactHistory} id={contact.id} />
    </>
  );
}

export function Contact() {
  const { id } = useParams({ from: '/contact/$id' });
  return (
    <RecordPage endpoint={getContact} id={Number(id)} noun="contact" list={LIST}>
      {(contact) => <Loaded contact={contact} />}
    </RecordPage>
  );
}
