import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useWord } from '../../../parts/search/address.ts';
import { NewEntryForm } from './entry-form.tsx';

export function NewTimeEntry() {
  const navigate = useNavigate();
  const date = useWord('date');
  return (
    <>
      <PageHeader title="Create Time Entry" />
      <NewEntryForm
        date={date ?? null}
        onCreated={({ id }) => void navigate({ to: '/entry/$id', params: { id: String(id) }, replace: true })}
      />
    </>
  );
}
