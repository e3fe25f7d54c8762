import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { NewFieldRunForm } from './field-run-form.tsx';

export function NewFieldRun() {
  const navigate = useNavigate();
  const [id] = useState(() => newUuid());
  return (
    <>
      <PageHeader title="New Fieldrun" />
      <NewFieldRunForm id={id} onCreated={(run) => void navigate({ to: '/fieldrun/$id', params: { id: run.id }, replace: true })} />
    </>
  );
}
