import { type GeoidGrid, removeGeoidGrid, type SitesSettings } from '@dmse/contract/sites/settings';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { sayBytes } from '../../parts/file/file-rules.ts';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { useCan } from '../../session/self.ts';
import { GridUpload } from './grid-upload.tsx';

export type GeoidGridsProps = { settings: UseQueryResult<SitesSettings>; onChanged: () => void };

/** "46.0° to 45.8° N, 67.0° to 66.7° W" */
export function sayExtent([west, south, east, north]: GeoidGrid['extent']): string {
  const say = (one: number, other: number, plus: string, minus: string) => {
    const side = (value: number) => `${Math.abs(value).toFixed(1)}° ${value < 0 ? minus : plus}`;
    return `${side(one)} to ${side(other)}`;
  };
  return `${say(south, north, 'N', 'S')}, ${say(west, east, 'E', 'W')}`;
}

/** The grids of the firm. None is shipped; one is uploaded at once, and comes into force when it is chosen above and saved. */
export function GeoidGrids({ settings, onChanged }: GeoidGridsProps) {
  const mayWrite = useCan('sites.admin');
  const [leaving, setLeaving] = useState<GeoidGrid | null>(null);
  const { data } = settings;

  async function remove(grid: GeoidGrid): Promise<void> {
    await call(removeGeoidGrid, { id: grid.id });
    showToast({ text: endSentence(`Deleted ${grid.name}`) });
    onChanged();
  }

  const columns: DataColumn<GeoidGrid>[] = [
    {
      id: 'name',
      title: 'Grid',
      cell: (grid) => (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <Link href={grid.url} download title={grid.description}>
            {grid.name}
          </Link>
        </Box>
      ),
    },
    { id: 'kind', title: 'Holds', width: 120, cell: (grid) => (grid.kind === 'undulation' ? 'Undulations' : 'Offsets') },
    { id: 'system', title: 'Leads to', width: 110, cell: (grid) => grid.vertical_system },
    { id: 'extent', title: 'Extent', width: 290, cell: (grid) => sayExtent(grid.extent) },
    { id: 'bytes', title: 'Size', width: 90, align: 'right', cell: (grid) => sayBytes(grid.bytes) },
    {
      id: 'state',
      title: 'State',
      width: 120,
      cell: (grid) =>
        grid.is_in_force ? (
          <Chip size="small" color="success" label="In force" />
        ) : mayWrite ? (
          <Button size="small" color="error" aria-label={`Delete ${grid.name}`} onClick={() => setLeaving(grid)}>
            Delete
          </Button>
        ) : (
          'Not in use'
        ),
    },
  ];
  return (
    <Box component="section" aria-labelledby="geoid-grids" sx={{ mt: 8 }}>
      <Typography id="geoid-grids" variant="h2">
        Geoid grids
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>
        GeoTIFF files of undulations or offsets, such as those PROJ publishes. An uploaded grid is kept at once; it comes into force when it
        is chosen above and saved. One that is in force cannot be deleted.
      </Typography>
      {settings.isError && !data ? (
        <ErrorState title="The grids could not be loaded." error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <DataTable
          label="Geoid grids"
          columns={columns}
          rows={data?.geoid_grids}
          rowId={(grid) => grid.id}
          empty={
            <EmptyState
              icon="travel_explore"
              title="No geoid grid yet."
              text="Until there is one, the undulation of the PPP report is used."
            />
          }
        />
      )}
      {data ? <GridUpload settings={data} mayWrite={mayWrite} onKept={onChanged} /> : null}
      <ConfirmDialog
        open={leaving !== null}
        title={`Delete ${leaving?.name ?? 'the grid'}?`}
        verb="Delete grid"
        isDestructive
        onConfirm={() => leaving && remove(leaving)}
        onClose={() => setLeaving(null)}
      >
        The grid can no longer be chosen. Runs already processed keep their elevations.
      </ConfirmDialog>
    </Box>
  );
}
