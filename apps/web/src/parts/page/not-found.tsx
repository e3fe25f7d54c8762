import Typography from '@mui/material/Typography';
import { LinkButton } from '../links.tsx';
import { MessagePage } from './message-page.tsx';

/** Any path the table does not know. */
export function NotFound() {
  const actions = (
    <LinkButton to="/" variant="contained">
      Go to Home
    </LinkButton>
  );
  return (
    <MessagePage icon="search_off" title="Not Found" actions={actions}>
      <Typography>There is no page at this address. The link may be mistyped, or the record may have been removed.</Typography>
    </MessagePage>
  );
}
