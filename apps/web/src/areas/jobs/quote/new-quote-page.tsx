import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Can } from '../../../session/can.tsx';
import { useSelf } from '../../../session/self.ts';
import { AskedClient } from '../../clients/client/asked-client.tsx';
import { NoManagerRole } from '../dashboard/no-manager-role.tsx';
import { NewQuoteForm } from './quote-form.tsx';

export function NewQuote() {
  const navigate = useNavigate();
  const manager = useSelf();
  return (
    <Can do="quotes.write" otherwise={<NoManagerRole title="New Quote" />}>
      <PageHeader title="New Quote" />
      <AskedClient>
        {(client) => (
          <NewQuoteForm
            beginning={{ manager, client }}
            onCreated={(quote) =>
              void navigate({ to: '/quote/$id/$tab', params: { id: String(quote.id), tab: 'info' }, replace: true } as never)
            }
          />
        )}
      </AskedClient>
    </Can>
  );
}
