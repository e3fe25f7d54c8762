import { resetFactors } from '@dmse/contract/people/factor';
import {
  endSessions,
  getUser,
  inviteUser,
  listEmployees,
  listUserHistory,
  resetPassword,
  type StaffUser,
  StaffUserPatch,
  updateUser,
} from '@dmse/contract/people/user';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { RecordForm } from '../../parts/form/record-form.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { PagePending } from '../../parts/page/page-pending.tsx';
import { HistoryPanel } from '../../parts/record/history-panel.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { useCan } from '../../session/self.ts';
import { Identities } from './identities.tsx';
import { PasswordOnce } from './password-once.tsx';
import { Permissions } from './permissions.tsx';
import { UserFields } from './user-fields.tsx';

type Asking = 'reset' | 'end' | 'factors' | null;

function Loaded({ user }: { user: StaffUser }) {
  const mayWrite = useCan('users.write');
  const queries = useQueryClient();
  const people = useCall(listEmployees, {});
  const [asking, setAsking] = useState<Asking>(null);
  const [password, setPassword] = useState<string | null>(null);
  const names = () => ({ employee_config: (people.data?.results ?? []).map(({ id, full_name }) => ({ id, label: full_name })) });

  async function reset(): Promise<void> {
    const answer = await call(resetPassword, { id: user.id });
    setPassword(answer.password);
    await queries.invalidateQueries({ queryKey: [getUser.path] });
  }
  async function invite(): Promise<void> {
    try {
      const { sent_to } = await call(inviteUser, { id: user.id });
      showToast({ text: `A link to choose a password is on its way to ${sent_to}.` });
    } catch (error) {
      showProblem(error);
    }
  }
  async function takeFactors(): Promise<void> {
    await call(resetFactors, { id: user.id });
    showToast({ text: `${user.full_name} signs in without a second factor until a new one is set up.` });
    await queries.invalidateQueries({ queryKey: [getUser.path] });
  }
  async function end(): Promise<void> {
    const { ended } = await call(endSessions, { id: user.id });
    showToast({ text: ended === 1 ? 'Ended 1 session.' : `Ended ${ended} sessions.` });
    await queries.invalidateQueries({ queryKey: [getUser.path] });
  }

  return (
    <>
      <PageHeader
        title={user.full_name}
        chip={<Chip size="small" label={user.is_active ? 'Active' : 'Disabled'} color={user.is_active ? 'success' : 'default'} />}
        subtitle={
          <>
            Last signed in <DateText value={user.last_sign_in} as="relative" unset="never" />, {user.open_sessions}{' '}
            {user.open_sessions === 1 ? 'open session' : 'open sessions'}
          </>
        }
        actions={
          mayWrite ? (
            <>
              <Button disabled={user.open_sessions === 0} onClick={() => setAsking('end')}>
                End sessions
              </Button>
              <Button disabled={!user.is_active} onClick={() => void invite()}>
                Mail a link
              </Button>
              <Button variant="outlined" onClick={() => setAsking('reset')}>
                Reset password
              </Button>
            </>
          ) : null
        }
      />
      {people.data ? (
        <RecordForm
          key={user.id}
          endpoint={updateUser}
          input={{ id: user.id }}
          schema={StaffUserPatch}
          record={user}
          toValues={(record) => ({ ...record })}
          names={names}
          isReadOnly={!mayWrite}
        >
          <UserFields />
        </RecordForm>
      ) : (
        <PagePending />
      )}
      <Identities user={user} mayWrite={mayWrite} onReset={() => setAsking('factors')} />
      <Permissions id={user.id} version={user.version} />
      <HistoryPanel key={user.version} endpoint={listUserHistory} id={user.id} />
      <ConfirmDialog
        open={asking === 'reset'}
        title={`Reset the password of ${user.full_name}?`}
        verb="Reset password"
        onConfirm={reset}
        onClose={() => setAsking(null)}
      >
        The old password stops working at once and all of their sessions end. The new one is shown to you once.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'end'}
        title={`End the sessions of ${user.full_name}?`}
        verb="End sessions"
        onConfirm={end}
        onClose={() => setAsking(null)}
      >
        They are signed out on every device. Field data that is not synced stays on its tablet.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'factors'}
        title={`Take away the second factors of ${user.full_name}?`}
        verb="Reset second factor"
        isDestructive
        onConfirm={takeFactors}
        onClose={() => setAsking(null)}
      >
        For somebody who has lost the phone and the recovery codes; make sure it is really they who ask. Their app, passkeys and recovery
        codes stop working and all of their sessions end. Where their groups need a second factor, they set up a new one when they next sign
        in.
      </ConfirmDialog>
      {password ? (
        <PasswordOnce name={user.full_name} username={user.username} password={password} onClose={() => setPassword(null)} />
      ) : null}
    </>
  );
}

export type UserProps = { id: number };

/** One person, as an administrator sees them. */
export function User({ id }: UserProps) {
  const loaded = useCall(getUser, { id }, { retry: false });
  if (loaded.data) return <Loaded user={loaded.data} />;
  if (loaded.isError)
    return <ErrorState title="The user could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />;
  return <Typography aria-busy>Loading …</Typography>;
}
