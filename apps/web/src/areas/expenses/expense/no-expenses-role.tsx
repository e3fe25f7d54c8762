import Typography from '@mui/material/Typography';
import { MessagePage } from '../../../parts/page/message-page.tsx';

export type NoExpensesRoleProps = { title: string };

/** What somebody sees who enters no expenses and supervises nobody. */
export function NoExpensesRole({ title }: NoExpensesRoleProps) {
  return (
    <MessagePage icon="lock" title={title}>
      <Typography>Expenses are entered by people in the group Expenses User, and your account is not in it.</Typography>
      <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
    </MessagePage>
  );
}
