import Typography from '@mui/material/Typography';
import { MessagePage } from '../../parts/page/message-page.tsx';

export type NoJobsRoleProps = { title: string };

/** What someone outside the jobs side of the firm sees instead of an empty page. */
export function NoJobsRole({ title }: NoJobsRoleProps) {
  return (
    <MessagePage icon="lock" title={title}>
      <Typography>Contacts, clients, quotes and jobs are shown to people in the group Jobs User, and your account is not in it.</Typography>
      <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
    </MessagePage>
  );
}
