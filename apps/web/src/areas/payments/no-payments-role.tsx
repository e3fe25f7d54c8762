import Typography from '@mui/material/Typography';
import { MessagePage } from '../../parts/page/message-page.tsx';

export type NoPaymentsRoleProps = { title: string /** They may look, and not do this. */; mayRead?: boolean };

/** What somebody sees who has nothing to do with the firm's money. */
export function NoPaymentsRole({ title, mayRead = false }: NoPaymentsRoleProps) {
  return (
    <MessagePage icon="lock" title={title}>
      <Typography>
        {mayRead
          ? 'Payments are entered and deposited by people in the group Payments Admin, and your account is not in it.'
          : 'Payments and deposits are shown to people in the groups Payments Admin, Invoices User and Jobs Manager, and your account is in none of them.'}
      </Typography>
      <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
    </MessagePage>
  );
}
