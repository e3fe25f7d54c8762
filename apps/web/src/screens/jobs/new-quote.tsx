import { useNavigate, useSearch } from '@tanstack/react-router';
import { NewQuoteForm } from '../../areas/jobs/quote-form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Can } from '../../session/can.tsx';
import { useSelf } from '../../session/self.ts';
import { NoManagerRole } from './no-manager-role.tsx';

export function NewQuote() {
  const navigate = useNavigate();
  const { id } = useSelf();
  const { client } = useSearch({ strict: false }) as { client?: string | number };
  const initial = { project_manager: id, ...(client ? { client: Number(client) } : {}) };
  return (
    <Can do="quotes.write" otherwise={<NoManagerRole title="New Quote" />}>
      <PageHeader title="New Quote" />
      <NewQuoteForm
        initial={initial}
        onCreated={(quote) =>
          void navigate({ to: '/quote/$id/$tab', params: { id: String(quote.id), tab: 'info' }, replace: true } as never)
        }
      />
    </Can>
  );
}
