import type { Upload } from '@dmse/contract/files/upload';
import { type ControlImportCheck, checkControlImport, MAX_CONTROL_FILE_BYTES, runControlImport } from '@dmse/contract/sites/control-import';
import { controlFields } from '@dmse/contract/sites/control-point';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { FileDrop } from '../../../parts/file/file-drop.tsx';
import { Reading } from '../../../parts/file/reading.tsx';
import { useFileCheck } from '../../../parts/file/use-file-check.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { ControlImportFindings } from './control-import-findings.tsx';
import { ControlImportList } from './control-import-list.tsx';
import { ControlImportOptions, FIRST_CHOICES } from './control-import-options.tsx';
import { sayGrid } from './grid-figure.ts';

type Sample = ControlImportCheck['samples'][number];
type Order = 'PENZD' | 'PNEZD';

const SAMPLE_COLUMNS: readonly DataColumn<Sample>[] = [
  { id: 'name', title: controlFields.name, cell: (row) => row.name },
  { id: 'easting', title: controlFields.easting, cell: (row) => sayGrid(row.easting), align: 'right' },
  { id: 'northing', title: controlFields.northing, cell: (row) => sayGrid(row.northing), align: 'right' },
  { id: 'elevation', title: controlFields.elevation, cell: (row) => sayGrid(row.elevation) || '–', align: 'right' },
  { id: 'note', title: controlFields.note, cell: (row) => row.note },
];

const TO_LIST = { to: '/field', search: { tab: 'controlpoints' } } as const;

/** A list of points becomes control points: the file, what would come of it, and then all of it or nothing. */
export function ControlImport() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [order, setOrder] = useState<Order | ''>('');
  const [choices, setChoices] = useState(FIRST_CHOICES);
  const { file, check, isBusy, isReading, trouble, during, ...checking } = useFileCheck<ControlImportCheck>();

  function look(upload: Upload, next: Order | ''): Promise<void> {
    setOrder(next);
    return checking.look(upload, () => call(checkControlImport, {}, { file: upload.id, ...(next ? { order: next } : {}) }));
  }

  function run(): Promise<void> {
    return during(async () => {
      if (!file || !check) return;
      const { known, is_hpn, skip_errors } = choices;
      const [datum, epoch, elevation_system] = [choices.datum.trim(), choices.epoch.trim(), choices.elevation_system.trim()];
      const done = await call(
        runControlImport,
        {},
        {
          file: file.id,
          known,
          ...(order ? { order } : {}),
          ...(is_hpn ? { is_hpn } : {}),
          ...(datum ? { datum } : {}),
          ...(epoch ? { epoch: Number(epoch) } : {}),
          ...(elevation_system ? { elevation_system } : {}),
          ...(skip_errors ? { skip_lines: [...new Set(check.errors.map(({ line }) => line))] } : {}),
        },
      );
      await invalidateArea(queries, 'sites');
      showToast({
        text: `Imported ${done.created} new and changed ${done.updated} control points.`,
        subtitle: 'It can be undone as one from the import page.',
        colour: 'success',
      });
      void navigate(TO_LIST);
    });
  }

  const changes = check ? check.ready + (choices.known === 'update' ? check.known_count : 0) : 0;
  const isStopped = check !== null && (check.stops.length > 0 || (check.error_count > 0 && !choices.skip_errors));
  return (
    <Stack sx={{ gap: 4 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          Import control points
        </Typography>
        <Button onClick={() => void navigate(TO_LIST)}>Back to the list</Button>
      </Stack>
      <FileDrop
        label={file ? `${file.name}. Drop another file to start again.` : 'Drop a PENZD or PNEZD list, or a .crdb file, or choose one'}
        accept={['.csv', '.txt', '.asc', '.pts', '.crdb']}
        maxBytes={MAX_CONTROL_FILE_BYTES}
        onUploaded={(upload) => void look(upload, '')}
      />
      {isReading ? <Reading text={`Reading ${file?.name} …`} /> : null}
      {trouble ? <Alert severity="error">{errorText(trouble)}</Alert> : null}
      {file && check ? (
        <>
          <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
            <TextField
              select
              label="Order of the columns"
              value={order}
              onChange={(event) => void look(file, event.target.value as Order | '')}
              sx={{ minWidth: 260 }}
              slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
            >
              <MenuItem value="">{check.layout ? `As read: ${check.layout}` : 'Found from the figures'}</MenuItem>
              <MenuItem value="PENZD">Point, easting, northing, elevation, note</MenuItem>
              <MenuItem value="PNEZD">Point, northing, easting, elevation, note</MenuItem>
            </TextField>
            <Typography sx={{ color: 'text.secondary' }}>
              {check.rows} rows read, {check.ready} new.
            </Typography>
          </Stack>
          <DataTable
            label="The first rows"
            columns={SAMPLE_COLUMNS}
            rows={check.samples}
            rowId={(row) => row.line}
            empty={<Typography sx={{ p: 4 }}>No row could be read.</Typography>}
          />
          <ControlImportFindings check={check} isSkippingErrors={choices.skip_errors} />
          <ControlImportOptions
            choices={choices}
            hasKnown={check.known_count > 0}
            hasErrors={check.error_count > 0}
            onChange={setChoices}
          />
          <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
            <Button variant="contained" loading={isBusy} disabled={isStopped || changes === 0} onClick={() => void run()}>
              Import {changes} control {changes === 1 ? 'point' : 'points'}
            </Button>
            {isStopped ? <Typography sx={{ color: 'text.secondary' }}>Correct the problems above to import.</Typography> : null}
          </Stack>
        </>
      ) : (
        <ControlImportList />
      )}
    </Stack>
  );
}
