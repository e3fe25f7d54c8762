import { getPermissions } from '@dmse/contract/people/user';
import { sayAction } from '@dmse/domain/access/action-text';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useCall } from '../../api/use-call.ts';

export type PermissionsProps = {
  id: number;
  /** Another version of the user may be allowed other things. */
  version: number;
};

/** What the person may do in effect, and by which role. */
export function Permissions({ id, version }: PermissionsProps) {
  const { data, refetch } = useCall(getPermissions, { id });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the user was changed
  useEffect(() => {
    void refetch();
  }, [version, refetch]);
  if (!data) return null;
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Typography variant="h2">Effective permissions</Typography>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', my: 3 }}>
        {data.roles.map(({ role, because }) => (
          <Chip key={role} size="small" label={because === 'granted' ? role : `${role} (${because})`} />
        ))}
      </Stack>
      <Box component="ul" sx={{ m: 0, pl: 5, columns: { sm: 2, md: 3 }, columnGap: 7, fontSize: 13 }}>
        {data.actions.map(({ action, role }) => (
          <li key={action}>
            {sayAction(action)}{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              by {role}
            </Box>
          </li>
        ))}
      </Box>
    </Paper>
  );
}
