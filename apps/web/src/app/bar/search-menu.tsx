import Button from '@mui/material/Button';
import { Icon } from '../../parts/icon/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { BAR_ENTRY } from './bar-entry.ts';
import { BarMenu } from './bar-menu.tsx';

const LIST = lazyPart(() => import('./search-menu-list.tsx').then((file) => file.SearchMenuList));

/** The Search entry of the bar: one line per thing that can be looked for. */
export function SearchMenu() {
  return (
    <BarMenu list={LIST}>
      {(props) => (
        <Button
          color="inherit"
          data-tour="search-menu"
          startIcon={<Icon name="search" />}
          endIcon={<Icon name="arrow_drop_down" />}
          sx={BAR_ENTRY}
          {...props}
        >
          Search
        </Button>
      )}
    </BarMenu>
  );
}
