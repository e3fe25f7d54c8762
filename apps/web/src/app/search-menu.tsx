import Button from '@mui/material/Button';
import { Icon } from '../parts/icon.tsx';
import { createBarMenu } from './bar-menu.tsx';

/** The Search entry of the bar: one line per thing that can be looked for. */
export const SearchMenu = createBarMenu(
  () => import('./search-menu-list.tsx').then((file) => file.SearchMenuList),
  (props) => (
    <Button color="inherit" data-tour="search-menu" startIcon={<Icon name="search" />} endIcon={<Icon name="arrow_drop_down" />} {...props}>
      Search
    </Button>
  ),
);
