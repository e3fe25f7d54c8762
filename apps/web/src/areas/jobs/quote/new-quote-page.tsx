import { setQuoteLocation } from '@dmse/contract/jobs/quote';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useSelf } from '../../../session/self.ts';
import { AskedClient } from '../../clients/client/asked-client.tsx';
import { AskedPlaceNote, placeNew, useAskedPlace } from '../../places/location/asked-place.tsx';
import { NewQuoteForm } from './quote-form.tsx';

export function NewQuote() {
  const navigate = useNavigate();
  const manager = useSelf();
  const place = useAskedPlace();
  return (
    <>
      <PageHeader title="New Quote" />
      <AskedPlaceNote noun="quote" place={place} />
      <AskedClient>
        {(client) => (
          <NewQuoteForm
            beginning={{ manager, client }}
            onCreated={async (quote) => {
              await placeNew(place, (geometry) => call(setQuoteLocation, { id: quote.id }, { geometry }));
              void navigate({ to: '/quote/$id/$tab', params: { id: String(quote.id), tab: 'info' }, replace: true });
            }}
          />
        )}
      </AskedClient>
    </>
  );
}
