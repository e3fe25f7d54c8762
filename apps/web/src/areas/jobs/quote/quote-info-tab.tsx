import { listQuoteHistory, populateQuoteDrive, type Quote, QuotePatch, setQuoteLocation } from '@dmse/contract/jobs/quote';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { DeliveryList } from '../../../parts/mail/delivery-list.tsx';
import { factOf } from '../../../parts/record/facts-panel.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { LocationPanel } from '../../places/location/location-panel.tsx';
import { PlaceThumbnail } from '../../places/location/place-thumbnail.tsx';
import { NearPanel } from '../../places/near/near-panel.tsx';
import { ProjectFacts } from '../project/project-facts.tsx';
import { ReachPanel } from '../project/reach-panel.tsx';
import { QuoteForm } from './quote-form.tsx';
import { RevisionList } from './revision-list.tsx';

const FIELDS = QuotePatch.shape;

function factsOf({ submitted_on, valid_until, is_expired, lost_reason, lost_note }: Quote) {
  const until = (
    <>
      <DateText value={valid_until} as="prose" />
      {is_expired ? ' (expired)' : ''}
    </>
  );
  return [
    ...(submitted_on ? [{ label: 'Submitted', value: <DateText value={submitted_on} as="prose" /> }] : []),
    ...(valid_until ? [factOf(FIELDS.valid_until, until)] : []),
    ...(lost_reason ? [factOf(FIELDS.lost_reason, [lost_reason, lost_note].filter(Boolean).join(': '))] : []),
  ];
}

/** The Info tab of a quote: the facts first, the form behind Edit. */
export function QuoteInfo({ quote }: { quote: Quote }) {
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const isReadOnly = !(quote.can_edit && quote.is_editable);
  return (
    <>
      {isEditing && !isReadOnly ? (
        <QuoteForm quote={quote} onClose={() => setEditing(false)} />
      ) : (
        <ProjectFacts
          noun="quote"
          project={quote}
          more={factsOf(quote)}
          aside={<PlaceThumbnail noun="quote" id={quote.id} num={quote.num} location={quote.location} />}
          onEdit={isReadOnly ? undefined : () => setEditing(true)}
        />
      )}
      <RevisionList quote={quote} renderMails={(mails) => <DeliveryList recipients={mails.map((mail) => ({ ...mail, person: null }))} />} />
      <ReachPanel record={quote} populate={populateQuoteDrive} isReadOnly={isReadOnly} />
      <LocationPanel
        noun="quote"
        id={quote.id}
        num={quote.num}
        location={quote.location}
        isReadOnly={isReadOnly}
        onSave={async (patch) => {
          await call(setQuoteLocation, { id: quote.id }, patch);
          await invalidateArea(client, 'jobs');
        }}
      />
      <NearPanel layer="quote" id={quote.id} geometry={quote.location?.geometry ?? null} />
      <HistoryPanel endpoint={listQuoteHistory} id={quote.id} />
    </>
  );
}
