import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { NewHistoricalForm } from './historical-form.tsx';

export function NewHistoricalFile() {
  const navigate = useNavigate();
  const search = useWords();
  return (
    <>
      <PageHeader title="New Historical File" subtitle="Add its scans and location after it is created." />
      <NewHistoricalForm
        company={typeof search.company === 'string' ? search.company : ''}
        onCreated={({ id }) => void navigate({ to: '/historical/$id', params: { id: String(id) }, replace: true })}
      />
    </>
  );
}
