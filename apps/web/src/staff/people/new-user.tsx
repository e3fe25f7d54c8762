import { createUser, NewInvited, type StaffUser } from '@dmse/contract/people/user';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { RecordForm } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { PasswordOnce } from './password-once.tsx';
import { UserFields } from './user-fields.tsx';

type Created = { user: StaffUser; password: string | null };

/** A new person, who is invited by mail or whose first password is shown once, to be handed over. */
export function NewUser() {
  const navigate = useNavigate();
  const [created, setCreated] = useState<Created | null>(null);
  const open = (id: number) => void navigate({ to: `/users/${id}` });
  function take(made: Created): void {
    if (made.password === null) open(made.user.id);
    else setCreated(made);
  }
  return (
    <>
      <PageHeader title="New user" />
      <RecordForm
        endpoint={createUser}
        input={{}}
        schema={NewInvited}
        initial={{
          invite: false,
          granted: [],
          is_project_manager: false,
          employee_config: { weekly_minutes: 2400, employees_supervised: [] },
        }}
        toValues={({ user }) => ({ ...user })}
        onSaved={take}
        saveLabel="Create user"
        savedText="Created the user."
      >
        <UserFields isNew />
      </RecordForm>
      {created?.password ? (
        <PasswordOnce
          name={created.user.full_name}
          username={created.user.username}
          password={created.password}
          onClose={() => open(created.user.id)}
        />
      ) : null}
    </>
  );
}
