import { listStaticLayers, removeStaticLayer, type StaticLayer } from '@dmse/contract/sites/static-layer';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { sayBytes } from '../../../parts/file/file-rules.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';

export type LayerListProps = { run: string; canEdit: boolean };

/** The layers a crew takes along: what they are, what they weigh, what could not be taken over. */
export function LayerList({ run, canEdit }: LayerListProps) {
  const layers = useCall(listStaticLayers, { field_run: run, page_size: 100 });
  const queries = useQueryClient();
  const [removing, setRemoving] = useState<StaticLayer | null>(null);
  const columns: DataColumn<StaticLayer>[] = [
    {
      id: 'name',
      title: 'Layer',
      cell: (row) => (
        <>
          <Link href={row.file} download>
            {row.name}
          </Link>
          {row.problems.map((problem) => (
            <Typography key={problem} variant="body2" sx={{ color: 'warning.main' }}>
              {problem}
            </Typography>
          ))}
        </>
      ),
    },
    { id: 'format', title: 'Format', cell: (row) => row.format, width: 110 },
    { id: 'content', title: 'Content', cell: (row) => (row.kind === 'image' ? 'Picture' : `${row.features} features`), width: 130 },
    { id: 'bytes', title: 'On the tablet', cell: (row) => sayBytes(row.bytes), align: 'right', width: 120 },
    { id: 'created_on', title: 'Added', cell: (row) => <DateText value={row.created_on} />, width: 120 },
    ...(canEdit
      ? [
          {
            id: 'remove',
            title: '',
            cell: (row: StaticLayer) => (
              <Button size="small" color="error" onClick={() => setRemoving(row)} aria-label={`Remove ${row.name}`}>
                Remove
              </Button>
            ),
            width: 100,
          },
        ]
      : []),
  ];
  if (layers.isError)
    return <ErrorState title="The layers could not be loaded." error={layers.error} onRetry={() => void layers.refetch()} />;
  return (
    <>
      <DataTable
        label="Layers"
        columns={columns}
        rows={layers.data?.results}
        rowId={(row) => row.id}
        empty={
          <EmptyState icon="layers" title="No layers yet." text="Drawings and pictures attached here go to the tablet with the run." />
        }
      />
      <ConfirmDialog
        open={removing !== null}
        title={`Remove ${removing?.name ?? ''}?`}
        verb="Remove layer"
        isDestructive
        onClose={() => setRemoving(null)}
        onConfirm={async () => {
          if (!removing) return;
          await call(removeStaticLayer, { id: removing.id });
          await invalidateArea(queries, 'sites');
        }}
      >
        The crew will no longer get it with the run. The points are not touched.
      </ConfirmDialog>
    </>
  );
}
