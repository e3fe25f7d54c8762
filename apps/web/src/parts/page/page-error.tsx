import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { MessagePage } from './message-page.tsx';

/** A page that broke while it was drawn or loaded. What the person typed elsewhere is untouched. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  async function retry(): Promise<void> {
    await router.invalidate();
    reset();
  }
  const actions = (
    <>
      <Button variant="contained" onClick={retry}>
        Try again
      </Button>
      <Button variant="outlined" onClick={() => window.location.reload()}>
        Reload the app
      </Button>
    </>
  );
  return (
    <MessagePage icon="report" title="This page could not be shown" actions={actions}>
      <Typography>
        Something went wrong on this page. Nothing you saved is lost. If it happens again, tell IT what you did and this message:
      </Typography>
      <Typography component="pre" variant="body2" sx={{ whiteSpace: 'pre-wrap', m: 0, p: 3, bgcolor: 'tint.muted', borderRadius: 2 }}>
        {error instanceof Error ? error.message : String(error)}
      </Typography>
    </MessagePage>
  );
}
