import { getQuote, promoteQuote, type Quote as QuoteRecord } from '@dmse/contract/jobs/quote';
import { nextQuoteStep } from '@dmse/domain/states/next-step';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink, useNavigate, useParams } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { lazyPanel } from '../../../parts/lazy-part.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { Can } from '../../../session/can.tsx';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useSelf } from '../../../session/self.ts';
import { QuoteChip } from './quote-chip.tsx';
import { QuoteBudget, QuoteMemos, QuoteTasks } from './quote-work-tab.tsx';
import { SubmitQuoteDialog } from './submit-quote-dialog.tsx';

type Panel = ComponentType<{ quote: QuoteRecord }>;

const TABS: readonly { value: string; label: string; panel: Panel }[] = [
  { value: 'info', label: 'Info', panel: lazyPanel(() => import('./quote-info-tab.tsx').then((file) => file.QuoteInfo)) },
  { value: 'tasks', label: 'Tasks', panel: QuoteTasks },
  { value: 'budget', label: 'Budget', panel: QuoteBudget },
  { value: 'memos', label: 'Memos', panel: QuoteMemos },
];

const LIST = { to: '/jobs', search: { tab: 'quotes' } };

/** The one thing to do next, by the state of the quote. */
function NextStep({ quote }: { quote: QuoteRecord }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const step = nextQuoteStep(quote);
  async function promote(): Promise<void> {
    const job = await call(promoteQuote, { id: quote.id }, { accept: true });
    await invalidateArea(client, 'jobs');
    showToast({ text: `Job ${job.num} created.`, icon: 'check', colour: 'success' });
    await navigate({ to: '/job/$id/$tab', params: { id: String(job.id), tab: 'tasks' } });
  }
  if (step === null) return null;
  if (step === 'open job')
    return (
      <Button component={RouterLink} to={`/job/${quote.promoted_to?.id}`} variant="contained">
        Open job {quote.promoted_to?.num}
      </Button>
    );
  const verb = { submit: 'Submit quote', accept: 'Accept and promote', promote: 'Promote to job' }[step];
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="contained" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      {step === 'submit' && isAsking ? <SubmitQuoteDialog quote={quote} onClose={close} /> : null}
      <ConfirmDialog
        open={step !== 'submit' && isAsking}
        title={`Make a job of ${quote.num}`}
        verb={verb}
        onConfirm={promote}
        onClose={close}
      >
        The job gets the next number, and takes over client, people, location, tasks, milestones and budget. Memos are linked. The quote can
        be read from then on, not changed.
      </ConfirmDialog>
    </>
  );
}

function Actions({ quote }: { quote: QuoteRecord }) {
  return (
    <>
      <Can do="quotes.write">
        <LinkButton
          to="/quote-pdf"
          search={{ quote: String(quote.id) }}
          variant="outlined"
          startIcon={<Icon name="picture_as_pdf" size={18} />}
        >
          PDF
        </LinkButton>
      </Can>
      <NextStep quote={quote} />
    </>
  );
}

function Subtitle({ quote }: { quote: QuoteRecord }) {
  return (
    <>
      {quote.client ? (
        <Link component={RouterLink} to={`/client/${quote.client.id}`}>
          {quote.client_name}
        </Link>
      ) : (
        'No client'
      )}
      {quote.promoted_to ? (
        <>
          {' · now job '}
          <Link component={RouterLink} to={`/job/${quote.promoted_to.id}`}>
            {quote.promoted_to.num}
          </Link>
        </>
      ) : null}
      {quote.lost_reason ? ` · lost: ${quote.lost_reason}` : ''}
    </>
  );
}

function Loaded({ quote, tab }: { quote: QuoteRecord; tab: string }) {
  const { id: person } = useSelf();
  useEffect(() => {
    rememberRecord(person, { kind: 'Quote', title: `${quote.num} ${quote.desc}`, path: `/quote/${quote.id}` });
  }, [person, quote.num, quote.desc, quote.id]);
  const Tab = TABS.find(({ value }) => value === tab)?.panel;
  const tabs = TABS.map(({ value, label }) => ({ label, to: `/quote/${quote.id}/${value}`, isCurrent: value === tab }));
  return (
    <>
      <PageHeader
        title={`${quote.num} ${quote.desc}`}
        chip={<QuoteChip quote={quote} />}
        subtitle={<Subtitle quote={quote} />}
        actions={<Actions quote={quote} />}
        tabs={<RecordTabs label="Quote sections" tabs={tabs} />}
      />
      {Tab ? <Tab quote={quote} /> : null}
    </>
  );
}

/** A quote: what is offered, for how much, and what became of it. */
export function Quote() {
  const { id, tab } = useParams({ from: '/quote/$id/$tab' });
  return (
    <RecordPage endpoint={getQuote} id={Number(id)} noun="quote" list={LIST}>
      {(quote) => <Loaded key={quote.id} quote={quote} tab={tab} />}
    </RecordPage>
  );
}
