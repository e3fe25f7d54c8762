import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { MessagePage } from './message-page.tsx';

/** Any path the table does not know. */
export function NotFound() {
  const actions = (
    <Button component={Link} to="/" variant="contained">
      Go to Home
    </Button>
  );
  return (
    <MessagePage icon="search_off" title="Not Found" actions={actions}>
      <Typography>There is no page at this address. The link may be mistyped, or the record may have been removed.</Typography>
    </MessagePage>
  );
}
