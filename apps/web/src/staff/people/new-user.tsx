import { createUser, NewUser as NewUserBody, type StaffUser } from '@dmse/contract/people/user';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { RecordForm } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { PasswordOnce } from './password-once.tsx';
import { UserFields } from './user-fields.tsx';

type Created = { user: StaffUser; password: string };

/** A new person; their first password is shown once, to be handed over. */
export function NewUser() {
  const navigate = useNavigate();
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <>
      <PageHeader title="New user" />
      <RecordForm
        endpoint={createUser}
        input={{}}
        schema={NewUserBody}
        initial={{ granted: [], is_project_manager: false, employee_config: { weekly_minutes: 2400, employees_supervised: [] } }}
        toValues={({ user }) => ({ ...user })}
        onSaved={setCreated}
        saveLabel="Create user"
        savedText="Created the user."
      >
        <UserFields isNew />
      </RecordForm>
      {created ? (
        <PasswordOnce
          name={created.user.full_name}
          username={created.user.username}
          password={created.password}
          onClose={() => void navigate({ to: `/users/${created.user.id}` } as never)}
        />
      ) : null}
    </>
  );
}
