import type { Upload } from '@dmse/contract/files/upload';
import { importKnownPlaces, type KnownPlaceFile, listKnownPlaces, removeKnownPlaces } from '@dmse/contract/places/geocode';
import { getCoreSettings } from '@dmse/contract/settings/core';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { FileDrop } from '../../parts/file/file-drop.tsx';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState, errorText } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';

const KINDS = { address: 'Addresses', parcel: 'Parcels' } as const;
const isRunning = ({ last_import }: KnownPlaceFile) => last_import?.state === 'waiting' || last_import?.state === 'reading';
const say = (count: number) => count.toLocaleString('en-CA');

function StateCell({ file }: { file: KnownPlaceFile }) {
  const last = file.last_import;
  if (isRunning(file))
    return (
      <Box role="status" sx={{ py: 2 }}>
        <Typography variant="body2">{last!.state === 'waiting' ? 'Waiting for its turn' : `${say(last!.done)} places read`}</Typography>
        <LinearProgress aria-label={`Import of ${file.source}`} sx={{ mt: 1 }} />
      </Box>
    );
  if (!last) return '–';
  return (
    <Box sx={{ py: 1, whiteSpace: 'normal' }}>
      <Chip
        size="small"
        color={last.state === 'failed' ? 'error' : 'success'}
        label={last.state === 'failed' ? 'Not imported' : 'Imported'}
      />
      {last.problem ? (
        <Typography variant="body2" sx={{ color: 'error.main', mt: 1 }}>
          {last.problem}
        </Typography>
      ) : null}
      {last.problems.length > 0 ? (
        <Box component="details" sx={{ mt: 1, fontSize: '0.8125rem' }}>
          <summary>What was left out</summary>
          {last.problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Box>
      ) : null}
    </Box>
  );
}

/** Files of civic addresses and parcels: what is there, and a new one or a newer one on its way in. */
export function KnownPlacesPage() {
  const loaded = useCall(listKnownPlaces, {}, { refetchInterval: ({ state }) => (state.data?.results.some(isRunning) ? 2000 : false) });
  const settings = useCall(getCoreSettings, {});
  const [kind, setKind] = useState<keyof typeof KINDS>('address');
  const [source, setSource] = useState('');
  const [upload, setUpload] = useState<Upload | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<KnownPlaceFile | null>(null);
  const rows = loaded.data?.results;

  async function begin(file: Upload): Promise<void> {
    setProblem(null);
    try {
      await call(importKnownPlaces, {}, { file: file.id, kind, source: source.trim() });
      setUpload(null);
      setSource('');
      await loaded.refetch();
    } catch (error) {
      const fields = error instanceof ProblemError ? error.fields : {};
      setProblem(fields.file?.join(' ') ?? fields.source?.join(' ') ?? errorText(error));
    }
  }

  async function remove({ kind, source }: KnownPlaceFile): Promise<void> {
    try {
      await call(removeKnownPlaces, { kind, source });
      showToast({ text: `${source} was deleted.`, icon: 'delete' });
    } catch (error) {
      showProblem(error, `${source} was not deleted.`);
    }
    await loaded.refetch();
  }

  const columns: DataColumn<KnownPlaceFile>[] = [
    { id: 'source', title: 'Source', cell: (file) => file.source },
    { id: 'kind', title: 'Holds', width: 130, cell: (file) => KINDS[file.kind] },
    { id: 'places', title: 'Places', width: 120, align: 'right', cell: (file) => say(file.places) },
    { id: 'state', title: 'Last import', width: 320, cell: (file) => <StateCell file={file} /> },
    {
      id: 'remove',
      title: '',
      width: 100,
      cell: (file) =>
        isRunning(file) ? null : (
          <Button size="small" color="error" aria-label={`Delete ${file.source}`} onClick={() => setLeaving(file)}>
            Delete
          </Button>
        ),
    },
  ];
  return (
    <>
      <PageHeader title="Addresses and parcels" subtitle="Files that places are found in; the outlines of parcels are drawn on the map." />
      {loaded.isError && !rows ? (
        <ErrorState title="The files could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <DataTable
          label="Files of addresses and parcels"
          columns={columns}
          rows={rows}
          rowId={(file) => `${file.kind} ${file.source}`}
          empty={<EmptyState icon="location_on" title="No file yet." text="Places are found among the firm’s own records." />}
        />
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={`Delete ${leaving?.source ?? 'this source'}?`}
        verb={leaving?.kind === 'parcel' ? 'Delete parcels' : 'Delete addresses'}
        isDestructive
        onConfirm={() => leaving && remove(leaving)}
        onClose={() => setLeaving(null)}
      >
        {say(leaving?.places ?? 0)} places will be gone from searches and from the map. Locations of jobs stay as they are. To have them
        back, import the file again.
      </ConfirmDialog>
      <Box component="section" aria-labelledby="import-places" sx={{ mt: 8 }}>
        <Typography id="import-places" variant="h2">
          Import a file
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>
          CSV (label, address or pid; lon and lat, or easting and northing), GeoJSON or a zipped shapefile, up to 500,000 places. A source
          that is there already is replaced.
        </Typography>
        <FileDrop
          label="Upload addresses or parcels"
          accept={['.csv', '.txt', '.json', '.geojson', '.zip']}
          maxBytes={settings.data?.max_upload_bytes ?? 0}
          onUploaded={(file) => {
            setUpload(file);
            setSource((before) => before || file.name.replace(/\.[^.]*$/, ''));
            setKind(/parcel|pid|lot/i.test(file.name) ? 'parcel' : 'address');
          }}
        />
        {upload ? (
          <Stack direction="row" sx={{ gap: 3, mt: 4, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography>{upload.name}</Typography>
            <TextField
              select
              label="Holds"
              value={kind}
              onChange={(event) => setKind(event.target.value as keyof typeof KINDS)}
              sx={{ minWidth: 150 }}
            >
              {Object.entries(KINDS).map(([value, label]) => (
                <MenuItem key={value} value={value}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
            <TextField label="Source" value={source} onChange={(event) => setSource(event.target.value)} sx={{ minWidth: 260 }} />
            <Button variant="contained" disabled={source.trim() === ''} onClick={() => void begin(upload)}>
              Import file
            </Button>
          </Stack>
        ) : null}
        {problem ? (
          <Alert severity="error" sx={{ mt: 3 }}>
            {problem}
          </Alert>
        ) : null}
      </Box>
    </>
  );
}
