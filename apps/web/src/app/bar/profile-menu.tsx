import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { AvatarCircle } from '../../parts/icon/avatar-circle.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { VISUALLY_HIDDEN } from '../../parts/visually-hidden.ts';
import { useSelf } from '../../session/self.ts';
import { BarMenu } from './bar-menu.tsx';
import { useTightBar } from './use-tight-bar.ts';

const LIST = lazyPart(() => import('./profile-menu-list.tsx').then((file) => file.ProfileMenuList));

/** Who is signed in, with Preferences and Logout. */
export function ProfileMenu() {
  const self = useSelf();
  const isTight = useTightBar();
  return (
    <BarMenu list={LIST}>
      {(props) => (
        <Button color="inherit" title={isTight ? self.full_name : undefined} sx={{ minWidth: 0, px: 2, flexShrink: 0 }} {...props}>
          <AvatarCircle initials={self.initials} picture={self.profile_picture_url} />
          <Box component="span" sx={isTight ? VISUALLY_HIDDEN : { ml: 2, maxWidth: 180, overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {self.full_name}
          </Box>
        </Button>
      )}
    </BarMenu>
  );
}
