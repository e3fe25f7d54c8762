import { ACTION_WORDS } from '@dmse/domain/access/action-text';
import { type Action, rolesFor } from '@dmse/domain/access/grants';
import { sayList } from '@dmse/domain/text/counts';
import Typography from '@mui/material/Typography';
import { MessagePage } from './message-page.tsx';

export type NoRoleProps = {
  title: string;
  /** What the person would have to be allowed. */
  needs: Action;
};

/** The page of somebody who may not do what it is for: which groups may, and whom to ask. */
export function NoRole({ title, needs }: NoRoleProps) {
  const words = ACTION_WORDS[needs];
  const groups = rolesFor(needs);
  const [which, whether] = groups.length === 1 ? ['the group', 'is not in it'] : ['one of the groups', 'is in none of them'];
  return (
    <MessagePage icon="lock" title={title}>
      <Typography>
        To {words.charAt(0).toLowerCase() + words.slice(1)} you need to be in {which} {sayList(groups, 'or')}, and your account {whether}.
      </Typography>
      <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
    </MessagePage>
  );
}
