import Typography from '@mui/material/Typography';
import { MessagePage } from '../../../parts/page/message-page.tsx';

export type NoInvoicesRoleProps = { title: string };

/** What somebody sees who neither bills work nor runs jobs. */
export function NoInvoicesRole({ title }: NoInvoicesRoleProps) {
  return (
    <MessagePage icon="lock" title={title}>
      <Typography>Invoices are written by people in the group Invoices User, and your account is not in it.</Typography>
      <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
    </MessagePage>
  );
}
