import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { AvatarCircle } from '../parts/avatar-circle.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import { VISUALLY_HIDDEN } from '../parts/visually-hidden.ts';
import { useSelf } from '../session/self.ts';
import { BarMenu, lateList } from './bar-menu.tsx';

const LIST = lateList(() => import('./profile-menu-list.tsx').then((file) => file.ProfileMenuList));

/** Who is signed in, with Preferences and Logout. */
export function ProfileMenu() {
  const self = useSelf();
  const isNarrow = useNarrow();
  return (
    <BarMenu list={LIST}>
      {(props) => (
        <Button color="inherit" sx={{ minWidth: 0, px: 2 }} {...props}>
          <AvatarCircle initials={self.initials} picture={self.profile_picture_url} />
          <Box component="span" sx={isNarrow ? VISUALLY_HIDDEN : { ml: 2, maxWidth: 180, overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {self.full_name}
          </Box>
        </Button>
      )}
    </BarMenu>
  );
}
