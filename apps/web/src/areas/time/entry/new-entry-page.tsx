import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { MessagePage } from '../../../parts/page/message-page.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useWord } from '../../../parts/search/address.ts';
import { Can } from '../../../session/can.tsx';
import { NewEntryForm } from './entry-form.tsx';

/** What someone who enters no time sees instead of the form. */
function NoTimeRole({ title }: { title: string }) {
  return (
    <MessagePage icon="lock" title={title}>
      <Typography>Time is entered by people in the group Timesheet User, and your account is not in it.</Typography>
      <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
    </MessagePage>
  );
}

export function NewTimeEntry() {
  const navigate = useNavigate();
  const date = useWord('date');
  return (
    <Can do="time.own" otherwise={<NoTimeRole title="Create Time Entry" />}>
      <PageHeader title="Create Time Entry" />
      <NewEntryForm
        date={date ?? null}
        onCreated={({ id }) => void navigate({ to: '/entry/$id', params: { id: String(id) }, replace: true })}
      />
    </Can>
  );
}
