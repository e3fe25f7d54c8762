import { type Device, listDevices } from '@dmse/contract/sites/device';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';

const EVERY = 60_000;
/** A clock that is off by more is worth a word: it stamps what the crew captures. */
const CLOCK_SECONDS = 120;

type Held = { device: Device; waiting: number; failed: number; conflicts: number };

function heldOf(device: Device, run: string): Held[] {
  const of = device.report?.runs.find((one) => one.field_run === run);
  return of ? [{ device, waiting: of.waiting, failed: of.failed, conflicts: of.conflicts }] : [];
}

function sayClock(offset: number | null): string {
  if (offset === null || Math.abs(offset) <= CLOCK_SECONDS) return '';
  const minutes = Math.round(Math.abs(offset) / 60);
  return `, its clock is ${minutes} min ${offset > 0 ? 'fast' : 'slow'}`;
}

const COLUMNS: readonly DataColumn<Held>[] = [
  {
    id: 'device',
    title: 'Tablet of',
    cell: ({ device }) => `${device.user?.full_name ?? 'Nobody known'}${sayClock(device.clock_offset)}`,
  },
  {
    id: 'waiting',
    title: 'Not yet sent',
    cell: ({ waiting }) => (waiting > 0 ? <Chip size="small" color="warning" label={waiting} /> : '0'),
  },
  { id: 'failed', title: 'Refused', cell: ({ failed }) => (failed > 0 ? <Chip size="small" color="error" label={failed} /> : '0') },
  { id: 'conflicts', title: 'To look at', cell: ({ conflicts }) => conflicts },
  {
    id: 'oldest',
    title: 'Oldest unsent',
    cell: ({ device, waiting, failed }) =>
      waiting + failed > 0 ? <DateText value={readable(device.report?.oldest_unsynced)} as="relative" /> : '–',
  },
  { id: 'reported_on', title: 'Last report', cell: ({ device }) => <DateText value={device.reported_on} as="relative" unset="never" /> },
];

/** A tablet's clock writes what it likes. */
function readable(instant: string | null | undefined): string | null {
  return instant && !Number.isNaN(Date.parse(instant)) ? new Date(instant).toISOString() : null;
}

export type DeviceListProps = { run: string };

/** What each tablet still holds of a run, by its last report. */
export function DeviceList({ run }: DeviceListProps) {
  const devices = useCall(listDevices, { page_size: 200 }, { refetchInterval: EVERY });
  const rows = devices.data?.results.flatMap((device) => heldOf(device, run));
  const held = rows?.reduce((sum, row) => sum + row.waiting + row.failed, 0) ?? 0;
  return (
    <Paper component="section" variant="outlined" aria-labelledby="devices" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography id="devices" variant="h2">
        On the tablets
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>
        {held > 0
          ? `${held} ${held === 1 ? 'item has' : 'items have'} not arrived. Wait with processing, or ask the crew to sync.`
          : 'What each tablet said it still holds of this run, when it last had a network.'}
      </Typography>
      {devices.isError ? (
        <ErrorState title="The tablets could not be loaded." error={devices.error} onRetry={() => void devices.refetch()} />
      ) : (
        <DataTable
          label="Tablets"
          columns={COLUMNS}
          rows={rows}
          rowId={({ device }) => device.id}
          empty={<Typography sx={{ p: 4 }}>No tablet has reported about this run.</Typography>}
        />
      )}
    </Paper>
  );
}
