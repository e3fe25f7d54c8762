import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { NoRole } from '../../../parts/page/no-role.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Can } from '../../../session/can.tsx';
import { NewFieldRunForm } from './field-run-form.tsx';

export function NewFieldRun() {
  const navigate = useNavigate();
  const [id] = useState(() => newUuid());
  return (
    <Can do="sites.write" otherwise={<NoRole needs="sites.write" title="New Fieldrun" />}>
      <PageHeader title="New Fieldrun" />
      <NewFieldRunForm id={id} onCreated={(run) => void navigate({ to: '/fieldrun/$id', params: { id: run.id }, replace: true })} />
    </Can>
  );
}
