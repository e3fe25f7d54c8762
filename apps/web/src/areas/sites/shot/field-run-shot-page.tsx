import { type FieldRun, getFieldRun } from '@dmse/contract/sites/field-run';
import { listImages } from '@dmse/contract/sites/image';
import { getShot, type Shot } from '@dmse/contract/sites/shot';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import type { Bounds } from '../../../parts/map/map-layer.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { TraceLink } from '../../../parts/record/trace-link.tsx';
import { useCan } from '../../../session/self.ts';
import { RunMap } from '../field-run/run-map.tsx';
import { sayRunName } from '../field-run/run-state.ts';
import { useRunPipes, useRunShots } from '../field-run/use-run-features.ts';
import { toPhoto } from './image-photo.ts';
import { PhotoGrid } from './photo-grid.tsx';
import { ShotFacts } from './shot-facts.tsx';
import { ShotForm } from './shot-form.tsx';
import { StructureFacts } from './structure-facts.tsx';

const NONE: never[] = [];

/** About fifty metres to each side, so that its neighbours are seen. */
const AROUND = 0.0005;
function aroundShot({ geometry }: Shot): Bounds | null {
  const [longitude, latitude] = geometry?.coordinates ?? [];
  if (longitude === undefined || latitude === undefined) return null;
  return [longitude - AROUND, latitude - AROUND, longitude + AROUND, latitude + AROUND];
}

function Photos({ shot }: { shot: Shot }) {
  const images = useCall(listImages, { fieldrun_shot: shot.id, is_deleted: false, page_size: 200 });
  return (
    <Paper component="section" variant="outlined" aria-labelledby="photos" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography id="photos" variant="h2" sx={{ mb: 3 }}>
        Photos
      </Typography>
      {images.isError ? (
        <ErrorState title="The photos could not be loaded." error={images.error} onRetry={() => void images.refetch()} />
      ) : images.data && images.data.results.length > 0 ? (
        <PhotoGrid photos={images.data.results.map((image) => toPhoto(image, shot))} label="Photos of the shot" />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{images.isPending ? 'Loading…' : 'No photo was taken of it.'}</Typography>
      )}
    </Paper>
  );
}

function Loaded({ shot }: { shot: Shot }) {
  const { properties } = shot;
  const mayWrite = useCan('sites.write');
  const run = useCall(getFieldRun, { id: properties.field_run });
  const shots = useRunShots(properties.field_run);
  const pipes = useRunPipes(properties.field_run);
  const of: FieldRun | undefined = run.data;
  return (
    <>
      <PageHeader
        title={`Shot ${properties.name ?? 'without a number'}`}
        chip={
          <>
            {properties.code ? <Chip size="small" label={properties.code} /> : null}
            {properties.late ? <Chip size="small" color="warning" label="Late" /> : null}
          </>
        }
        subtitle={properties.description ?? undefined}
        actions={
          <>
            <TraceLink from={`shot:${shot.id}`} />
            <LinkButton
              to="/fieldrun/$id"
              params={{ id: properties.field_run }}
              search={{ tab: 'shots' }}
              variant="outlined"
              startIcon={<Icon name="arrow_back" size={18} />}
            >
              {of ? sayRunName(of.name) : 'Field run'}
            </LinkButton>
          </>
        }
      />
      <Stack sx={{ gap: 4 }}>
        {properties.is_deleted ? <Alert severity="warning">This shot has been deleted. Nothing of it is lost.</Alert> : null}
        {properties.conflict.length > 0 ? (
          <Alert
            severity="warning"
            action={
              <LinkButton
                size="small"
                color="inherit"
                to="/fieldrun/$id"
                params={{ id: properties.field_run }}
                search={{ tab: 'progress' }}
              >
                Review
              </LinkButton>
            }
          >
            Two people wrote something different about this shot.
          </Alert>
        ) : null}
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
          {shots.data ? (
            <RunMap shots={shots.data} pipes={pipes.data ?? NONE} selected={shot.id} fit={aroundShot(shot)} />
          ) : (
            <Skeleton variant="rounded" height={380} role="progressbar" aria-label="Loading the map" />
          )}
          <ShotFacts shot={shot} />
        </Box>
        <ShotForm key={shot.id} shot={shot} isReadOnly={!mayWrite || properties.is_deleted} />
        <StructureFacts shot={shot} />
        <Photos shot={shot} />
      </Stack>
    </>
  );
}

/** One shot of a run, with everything the crew wrote and photographed. */
export function FieldRunShot() {
  const { id } = useParams({ from: '/fieldrun-shot/$id' });
  return (
    <RecordPage endpoint={getShot} id={id} noun="shot">
      {(shot) => <Loaded shot={shot} />}
    </RecordPage>
  );
}
