import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Icon } from '../../../parts/icon/icon.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';

export type NoFieldRoleProps = {
  title: string;
  /** The group that would let them in. */
  group?: string;
};

/** What someone outside field work sees instead of an empty page. */
export function NoFieldRole({ title, group = 'Field User' }: NoFieldRoleProps) {
  return (
    <Box sx={{ maxWidth: 560 }}>
      <PageHeader title={title} />
      <Box sx={{ display: 'flex', gap: 3, color: 'text.secondary' }}>
        <Icon name="lock" size={24} />
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Typography>Field runs and control points are shown to people in the group {group}, and your account is not in it.</Typography>
          <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
        </Box>
      </Box>
    </Box>
  );
}
