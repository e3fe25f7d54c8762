import { listImages } from '@dmse/contract/sites/image';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import type { RunPanelProps } from '../field-run/field-run-page.tsx';
import { useRunShots } from '../field-run/use-run-features.ts';
import { toPhoto } from './image-photo.ts';
import { PhotoGrid } from './photo-grid.tsx';

const PER_PAGE = 60;

/** The pictures of the run, in the order they were taken. */
export function FieldRunPhotos({ run }: RunPanelProps) {
  const shots = useRunShots(run.id);
  const input = { field_run: run.id, is_deleted: false, ordering: 'captured_at' };
  const images = useInfiniteQuery({
    queryKey: [listImages.path, input, 'pages'],
    queryFn: ({ pageParam, signal }) => call(listImages, { ...input, page: pageParam, page_size: PER_PAGE }, undefined, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PER_PAGE < last.count ? pages.length + 1 : undefined),
  });
  if (images.isError)
    return <ErrorState title="The photos could not be loaded." error={images.error} onRetry={() => void images.refetch()} />;
  if (images.isPending) return <Skeleton variant="rounded" height={200} role="progressbar" aria-label="Loading photos" />;
  const shotOf = new Map(shots.data?.map((shot) => [shot.id, shot]));
  const photos = images.data.pages
    .flatMap((page) => page.results)
    .map((image) => toPhoto(image, shotOf.get(image.properties.fieldrun_shot ?? '')));
  if (photos.length === 0) return <EmptyState icon="photo_camera" title="No photos yet." text="They appear here while the crew syncs." />;
  const count = images.data.pages.at(-1)?.count ?? photos.length;
  return (
    <Stack sx={{ gap: 3, alignItems: 'stretch' }}>
      <PhotoGrid photos={photos} label="Photos of the run" />
      {images.hasNextPage ? (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
          <Button variant="outlined" loading={images.isFetchingNextPage} onClick={() => void images.fetchNextPage()}>
            Show more
          </Button>
          <Typography role="status" sx={{ color: 'text.secondary' }}>
            {photos.length} of {count}
          </Typography>
        </Stack>
      ) : null}
    </Stack>
  );
}
