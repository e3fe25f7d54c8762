import { listQuoteHistory, populateQuoteDrive, type Quote, setQuoteLocation } from '@dmse/contract/jobs/quote';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { forgetJobs } from '../../areas/jobs/forget-jobs.ts';
import { QuoteForm } from '../../areas/jobs/quote-form.tsx';
import { ReachPanel } from '../../areas/jobs/reach-panel.tsx';
import { RevisionList } from '../../areas/jobs/revision-list.tsx';
import { useJobSettings } from '../../areas/jobs/use-job-settings.ts';
import { LocationPanel } from '../../areas/places/location-panel.tsx';
import { HistoryPanel } from '../../parts/history-panel.tsx';

/** The Info tab of a quote. */
export function QuoteInfo({ quote }: { quote: Quote }) {
  const client = useQueryClient();
  const settings = useJobSettings();
  const isReadOnly = !(quote.can_edit && quote.is_editable);
  return (
    <>
      <QuoteForm quote={quote} isReadOnly={isReadOnly} />
      <RevisionList quote={quote.id} />
      <ReachPanel record={quote} populate={populateQuoteDrive} isReadOnly={isReadOnly} />
      <LocationPanel
        noun="quote"
        id={quote.id}
        num={quote.num}
        location={quote.location}
        isReadOnly={isReadOnly}
        {...(settings?.style_url ? { style: settings.style_url } : {})}
        onSave={async (patch) => {
          await call(setQuoteLocation, { id: quote.id }, patch);
          await forgetJobs(client);
        }}
      />
      <HistoryPanel endpoint={listQuoteHistory} id={quote.id} />
    </>
  );
}
