import type { AnswerOf } from '@dmse/contract/endpoint';
import { type Backup, drillBackup, getBackups, takeBackup } from '@dmse/contract/staff/backup';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { useCall } from '../../api/use-call.ts';
import { useNow } from '../../parts/date/use-now.ts';
import { sayBytes } from '../../parts/file/file-rules.ts';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';

const COUNT = new Intl.NumberFormat('en-CA');
const RUNNING = { backup: 'A backup is being taken …', drill: 'A backup is being restored as a trial …' };
const FINDING = { missing: 'Missing', damaged: 'Damaged: other bytes than were put there' };
const DAY_MS = 86_400_000;

function Trial({ backup, onTry, isBusy }: { backup: Backup; onTry: () => void; isBusy: boolean }) {
  const { drill, is_encrypted } = backup;
  const button = is_encrypted ? null : (
    <Button size="small" variant="outlined" disabled={isBusy} onClick={onTry}>
      {drill ? 'Try again' : 'Try a restore'}
    </Button>
  );
  if (!drill) return <>{button ?? 'Not tried: the server does not have its secret key'}</>;
  const isSound = drill.problems.length === 0;
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start', py: 1, minWidth: 200 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Chip size="small" {...(isSound ? { label: 'Sound', color: 'success' } : { label: 'Not sound', color: 'error' })} />
        <span>
          <DateText value={drill.tried_on} as="relative" />, in {drill.seconds.toFixed(0)} s
        </span>
      </Stack>
      {isSound ? null : <span>{drill.problems.join(' ')}</span>}
      {button}
    </Stack>
  );
}

type Files = AnswerOf<typeof getBackups>['files'];

const FINDING_COLUMNS: readonly DataColumn<Files['findings'][number]>[] = [
  { id: 'name', title: 'File', cell: ({ name, names }) => (names > 1 ? `${name} and ${names - 1} more of the same content` : name) },
  { id: 'finding', title: 'Found', cell: ({ finding }) => FINDING[finding] },
  { id: 'checked_on', title: 'Read', cell: ({ checked_on }) => <DateText value={checked_on} as="relative" /> },
  { id: 'sha256', title: 'Hash', cell: ({ sha256 }) => <code>{sha256}</code> },
];

/** What the nightly reading of kept files has found. */
function FilesReadAgain({ files: { kept, read, oldest, findings } }: { files: Files }) {
  return (
    <Stack component="section" sx={{ gap: 2 }}>
      <Typography variant="h2">Uploaded files</Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: 720 }}>
        Every kept file is read again once a week, at night, and compared by its hash. {COUNT.format(read)} of {COUNT.format(kept)} were
        read{oldest ? ', the longest ago ' : ''}
        {oldest ? <DateText value={oldest} as="relative" /> : null}
        {findings.length === 0 && read > 0 ? '; all are sound' : ''}.
      </Typography>
      {findings.length === 0 ? null : (
        <>
          <Alert severity="error">
            These files are missing or damaged. Copy each from the folder “files” of the backups, where it is named by its hash, or upload
            it again. They are checked again the next night.
          </Alert>
          <DataTable
            label="Files that are not sound"
            columns={FINDING_COLUMNS}
            rows={findings}
            rowId={({ sha256 }) => sha256}
            empty={null}
          />
        </>
      )}
    </Stack>
  );
}

/** Copies of everything: how old the last one is, whether it could be restored, and one more now. */
export function Backups() {
  const queries = useQueryClient();
  const now = useNow();
  const { data, error, isError, refetch } = useCall(getBackups, {}, { refetchInterval: 5000 });

  async function ask(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      await queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/staff/') });
    } catch (problem) {
      showProblem(problem);
    }
  }

  const columns: readonly DataColumn<Backup>[] = [
    {
      id: 'taken_on',
      title: 'Taken',
      cell: ({ taken_on }) => (
        <>
          <DateText value={taken_on} as="minute" />, <DateText value={taken_on} as="relative" />
        </>
      ),
    },
    { id: 'rows', title: 'Rows', align: 'right', cell: ({ rows }) => COUNT.format(rows) },
    { id: 'files', title: 'Files', align: 'right', cell: ({ files }) => COUNT.format(files) },
    { id: 'bytes', title: 'Size', align: 'right', cell: ({ bytes }) => <span style={{ whiteSpace: 'nowrap' }}>{sayBytes(bytes)}</span> },
    { id: 'is_encrypted', title: 'Encrypted', cell: ({ is_encrypted }) => (is_encrypted ? 'Yes' : 'No') },
    {
      id: 'problems',
      title: 'Missing files',
      cell: ({ problems }) =>
        problems.length === 0 ? 'None' : <Box sx={{ maxWidth: 320, overflowWrap: 'anywhere' }}>{problems.join(' ')}</Box>,
    },
    {
      id: 'drill',
      title: 'Trial restore',
      cell: (backup) => (
        <Trial backup={backup} isBusy={data?.running != null} onTry={() => void ask(() => call(drillBackup, { name: backup.name }))} />
      ),
    },
  ];
  const [last] = data?.backups ?? [];
  const isOld = last && Date.parse(now) - Date.parse(last.taken_on) > 2 * DAY_MS;
  return (
    <>
      <PageHeader
        title="Backups"
        actions={
          <Button
            variant="contained"
            disabled={!data?.folder || data.running !== null}
            onClick={() => void ask(() => call(takeBackup, {}))}
          >
            Back up now
          </Button>
        }
      />
      {isError && !data ? (
        <ErrorState title="The backups could not be listed." error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={200} role="progressbar" aria-label="Looking for backups" />
      ) : (
        <Stack sx={{ gap: 4 }}>
          {data.folder === null ? (
            <Alert severity="warning">
              No backups are taken. Set BACKUP_DIR to a folder, best on another disk, or to a bucket, and start the server again.
            </Alert>
          ) : (
            <Typography sx={{ color: 'text.secondary', maxWidth: 720 }}>
              Every night all tables and files are copied to {data.folder}
              {data.is_encrypted ? ', encrypted' : ''}. {data.free_bytes === null ? '' : `${sayBytes(data.free_bytes)} are free there.`}{' '}
              {data.is_encrypted ? '' : 'They are not encrypted; set a public key in BACKUP_RECIPIENT to encrypt them.'}
            </Typography>
          )}
          {data.every_minute ? (
            <Typography sx={{ color: 'text.secondary', maxWidth: 720 }}>
              Any minute since <DateText value={data.every_minute.since} as="minute" /> can be restored too; the log was last copied{' '}
              <DateText value={data.every_minute.until} as="relative" />.
            </Typography>
          ) : null}
          {isOld ? <Alert severity="error">The last backup is more than two days old.</Alert> : null}
          {data.last_failure ? (
            <Alert severity="error">
              The last one failed{data.running ? ' and is tried again soon' : ''}: {data.last_failure.says}
            </Alert>
          ) : null}
          <Typography role="status">{data.running && !data.last_failure ? RUNNING[data.running] : ''}</Typography>
          {data.folder === null ? null : (
            <DataTable
              label="Backups"
              columns={columns}
              rows={data.backups}
              rowId={({ name }) => name}
              empty={
                <EmptyState
                  icon="storage"
                  title="There is no backup yet."
                  text="The first one is taken tonight, or now by the button above."
                />
              }
            />
          )}
          <FilesReadAgain files={data.files} />
        </Stack>
      )}
    </>
  );
}
