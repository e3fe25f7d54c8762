import { getHealth } from '@dmse/contract/staff/health';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCall } from '../../api/use-call.ts';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { STAFF_PAGES } from '../pages.ts';

const SEVERITY = { wrong: 'error', look: 'warning' } as const;

/** What is wrong with the server and what it depends on, in words, and what to do about it. */
export function Health() {
  const { data, error, isError, isFetching, refetch } = useCall(getHealth, {}, { refetchInterval: 60_000 });
  return (
    <>
      <PageHeader
        title="Health"
        actions={
          <Button variant="outlined" loading={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        }
      />
      {isError && !data ? (
        <ErrorState title="The server could not be checked." error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={200} role="progressbar" aria-label="Checking the server" />
      ) : (
        <Stack sx={{ gap: 4, maxWidth: 800 }}>
          <Typography sx={{ color: 'text.secondary' }}>
            Disk, clock, background work, mails, backups, kept files, tablets and the accounting link, checked{' '}
            <DateText value={data.checked_on} as="relative" />.
          </Typography>
          {data.findings.length === 0 ? (
            <EmptyState icon="task_alt" title="All is well." text="Nothing needs you here." />
          ) : (
            data.findings.map(({ level, says, remedy, page }) => {
              const where = STAFF_PAGES.find(({ path }) => path === page);
              return (
                <Alert
                  key={says}
                  severity={SEVERITY[level]}
                  sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
                  action={
                    where ? (
                      <Button color="inherit" size="small" href={`/staff/${where.path}`}>
                        {where.title}
                      </Button>
                    ) : null
                  }
                >
                  <AlertTitle>{says}</AlertTitle>
                  {remedy}
                </Alert>
              );
            })
          )}
        </Stack>
      )}
    </>
  );
}
