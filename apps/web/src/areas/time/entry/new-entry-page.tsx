import { useNavigate } from '@tanstack/react-router';
import { NoRole } from '../../../parts/page/no-role.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useWord } from '../../../parts/search/address.ts';
import { Can } from '../../../session/can.tsx';
import { NewEntryForm } from './entry-form.tsx';

export function NewTimeEntry() {
  const navigate = useNavigate();
  const date = useWord('date');
  return (
    <Can do="time.own" otherwise={<NoRole needs="time.own" title="Create Time Entry" />}>
      <PageHeader title="Create Time Entry" />
      <NewEntryForm
        date={date ?? null}
        onCreated={({ id }) => void navigate({ to: '/entry/$id', params: { id: String(id) }, replace: true })}
      />
    </Can>
  );
}
