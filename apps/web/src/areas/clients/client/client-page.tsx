import { type Client as ClientRecord, getClient, listClientHistory, removeClient } from '@dmse/contract/clients/client';
import Box from '@mui/material/Box';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { Can } from '../../../session/can.tsx';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useCan, useSelf } from '../../../session/self.ts';
import { useSettings } from '../../../session/settings.ts';
import { JobSearch } from '../../jobs/job/job-search.tsx';
import { ClientRates } from '../../jobs/project/client-rates.tsx';
import { QuoteSearch } from '../../jobs/quote/quote-search.tsx';
import { RecordActions } from '../record-actions.tsx';
import { ClientForm } from './client-form.tsx';
import { ClientMoney } from './client-money.tsx';

const TABS = [
  ['info', 'Info'],
  ['quotes', 'Quotes'],
  ['jobs', 'Jobs'],
] as const;

const LIST = { to: '/jobs', search: { tab: 'clients' } } as const;

function Info({ client }: { client: ClientRecord }) {
  const mayWrite = useCan('clients.write');
  const settings = useSettings();
  return (
    <>
      <ClientMoney client={client} />
      <ClientForm key={client.id} client={client} isReadOnly={!mayWrite} {...(settings ? { province: settings.home_province } : {})} />
      <Can do="amounts.see">
        <Box sx={{ mt: 4 }}>
          <ClientRates client={client.id} />
        </Box>
      </Can>
      <HistoryPanel endpoint={listClientHistory} id={client.id} />
    </>
  );
}

function Loaded({ client, tab }: { client: ClientRecord; tab: string }) {
  const { id: person } = useSelf();
  useEffect(() => {
    rememberRecord(person, { kind: 'Client', title: client.name, path: `/client/${client.id}` });
  }, [person, client.name, client.id]);
  const tabs = TABS.map(([value, label]) => ({ label, to: `/client/${client.id}/${value}`, isCurrent: tab === value }));
  return (
    <>
      <PageHeader
        title={client.name}
        actions={<RecordActions noun="client" record={client} remove={removeClient} listPath={LIST} />}
        tabs={<RecordTabs label="Client sections" tabs={tabs} />}
      />
      {tab === 'info' ? <Info client={client} /> : null}
      {tab === 'quotes' ? <QuoteSearch client={client.id} /> : null}
      {tab === 'jobs' ? <JobSearch client={client.id} /> : null}
    </>
  );
}

export function Client() {
  const { id, tab } = useParams({ from: '/client/$id/$tab' });
  return (
    <RecordPage endpoint={getClient} id={Number(id)} noun="client" list={LIST}>
      {(client) => <Loaded client={client} tab={tab} />}
    </RecordPage>
  );
}
