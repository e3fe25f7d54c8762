import Typography from '@mui/material/Typography';
import { MessagePage } from '../../../parts/page/message-page.tsx';

/** What someone who does not manage jobs sees instead of a form they could not save. */
export function NoManagerRole({ title }: { title: string }) {
  return (
    <MessagePage icon="lock" title={title}>
      <Typography>Jobs and quotes are created by people in the group Jobs Manager, and your account is not in it.</Typography>
      <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
    </MessagePage>
  );
}
