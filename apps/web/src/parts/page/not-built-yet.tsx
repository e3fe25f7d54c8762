import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link, useMatches } from '@tanstack/react-router';
import { MessagePage } from './message-page.tsx';

/** An honest page for a line of the route table that has no screen yet: what it will be, and where to go instead. */
export function NotBuiltYet() {
  const { row, trail } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  const above = trail?.at(-1);
  const actions = (
    <>
      <Button component={Link} {...({ to: above?.path ?? '/', search: above?.search ?? {} } as object)} variant="contained">
        Go to {above?.title ?? 'Home'}
      </Button>
      {above && above.path !== '/' ? (
        <Button component={Link} to="/" variant="outlined">
          Go to Home
        </Button>
      ) : null}
    </>
  );
  return (
    <MessagePage icon="engineering" title={row?.title ?? 'This page'} actions={actions}>
      <Typography sx={{ color: 'text.primary', fontWeight: 500 }}>This page is not built yet.</Typography>
      {row?.will ? <Typography>{row.will}</Typography> : null}
    </MessagePage>
  );
}
