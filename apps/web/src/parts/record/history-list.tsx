import type { HistoryEntry } from '@dmse/contract/common/history';
import type { Endpoint, InputOf, Page } from '@dmse/contract/endpoint';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { callKey } from '../../api/use-call.ts';
import { useConnected } from '../../session/connection.ts';
import { EmptyState } from '../notice/empty-state.tsx';
import { ErrorState } from '../notice/error-state.tsx';
import { HistoryItem } from './history-item.tsx';

const PER_PAGE = 20;

export type HistoryListProps<E extends Endpoint> = {
  /** A history endpoint: pages of HistoryEntry, newest first. */
  endpoint: E;
  /** What names the record: `{ id: 5 }`. */
  input: InputOf<E>;
};

/** What happened to a record, newest first: who, when, the sentence, and each field's from → to. */
export function HistoryList<E extends Endpoint>({ endpoint, input }: HistoryListProps<E>) {
  const isOnline = useConnected();
  const history = useInfiniteQuery({
    queryKey: [...callKey(endpoint, input as object), 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { ...(input as object), page: pageParam, page_size: PER_PAGE } as unknown as InputOf<E>, undefined, {
        signal,
      }) as unknown as Promise<Page<HistoryEntry>>,
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PER_PAGE < last.count ? pages.length + 1 : undefined),
    enabled: isOnline,
  });
  // A change made while paging pushes the others down, so the same entry may come twice.
  const entries = [...new Map(history.data?.pages.flatMap((page) => page.results).map((entry) => [entry.id, entry])).values()];

  if (history.isError && entries.length === 0)
    return <ErrorState title="The history could not be loaded." error={history.error} onRetry={() => void history.refetch()} />;
  if (history.isPending)
    return isOnline ? (
      <Stack aria-hidden sx={{ gap: 3 }}>
        {['70%', '55%', '62%'].map((width) => (
          <Box key={width}>
            <Skeleton variant="text" width={width} />
            <Skeleton variant="text" width="30%" />
          </Box>
        ))}
      </Stack>
    ) : (
      <EmptyState icon="wifi_off" title="You are offline." text="The history is kept on the server." />
    );
  if (entries.length === 0) return <EmptyState icon="history" title="Nothing has happened yet." />;
  const count = history.data?.pages.at(-1)?.count ?? entries.length;
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
      <Box component="ol" aria-label="History" sx={{ m: 0, p: 0, listStyle: 'none', width: '100%' }}>
        {entries.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} />
        ))}
      </Box>
      {history.hasNextPage ? (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
          <Button variant="outlined" size="small" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Show older
          </Button>
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
            {entries.length} of {count}
          </Typography>
        </Stack>
      ) : null}
    </Stack>
  );
}
