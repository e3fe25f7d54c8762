import { type ControlCheck, listControlChecks } from '@dmse/contract/sites/control-point';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouteLink } from '@tanstack/react-router';
import { useCall } from '../../../api/use-call.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { sayRunName } from '../field-run/run-state.ts';
import { CheckChart } from './check-chart.tsx';
import { sayMillimetres } from './grid-figure.ts';

const to = (path: string) => ({ to: path }) as object;

const COLUMNS: readonly DataColumn<ControlCheck>[] = [
  { id: 'measured_on', title: 'Measured', cell: (row) => <DateText value={row.measured_on} /> },
  {
    id: 'run',
    title: 'Field run',
    cell: (row) =>
      row.field_run ? (
        <Link component={RouteLink} {...to(`/fieldrun/${row.field_run.id}`)}>
          {sayRunName(row.field_run.name)}
        </Link>
      ) : (
        '–'
      ),
  },
  {
    id: 'shot',
    title: 'Shot',
    cell: (row) =>
      row.shot ? (
        <Link component={RouteLink} {...to(`/fieldrun-shot/${row.shot}`)}>
          {row.shot_name || 'Shot'}
        </Link>
      ) : (
        row.shot_name || '–'
      ),
  },
  { id: 'easting', title: 'ΔE (mm)', cell: (row) => sayMillimetres(row.residual_easting), align: 'right' },
  { id: 'northing', title: 'ΔN (mm)', cell: (row) => sayMillimetres(row.residual_northing), align: 'right' },
  { id: 'elevation', title: 'ΔZ (mm)', cell: (row) => sayMillimetres(row.residual_elevation), align: 'right' },
  { id: 'horizontal', title: 'Horizontal (mm)', cell: (row) => Math.round(row.residual_horizontal * 1000), align: 'right' },
  {
    id: 'is_beyond',
    title: 'Verdict',
    cell: (row) => <Chip size="small" color={row.is_beyond ? 'error' : 'success'} label={row.is_beyond ? 'Beyond' : 'Within'} />,
  },
  { id: 'note', title: 'Note', cell: (row) => row.note },
];

export type CheckListProps = { point: number };

/** Every check shot ever made to a control point, with what it found. */
export function CheckList({ point }: CheckListProps) {
  const checks = useCall(listControlChecks, { id: point, page_size: 200 });
  const settings = useCall(getSitesSettings, {}, { staleTime: 5 * 60_000 });
  const tolerances = settings.data?.tolerances;
  const rows = checks.data?.results;
  return (
    <Paper component="section" variant="outlined" aria-labelledby="checks" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography id="checks" variant="h2">
        Check shots
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>Measured minus published, as published when the check was made.</Typography>
      {checks.isError ? (
        <ErrorState title="The check shots could not be loaded." error={checks.error} onRetry={() => void checks.refetch()} />
      ) : (
        <Stack sx={{ gap: 4 }}>
          <CheckChart
            checks={rows ?? []}
            tolerances={tolerances ? { horizontal: tolerances.check_horizontal, vertical: tolerances.check_vertical } : null}
          />
          <DataTable
            label="Check shots"
            columns={COLUMNS}
            rows={rows}
            rowId={(row) => row.id}
            empty={<Typography sx={{ p: 4 }}>Nobody has checked this point yet.</Typography>}
          />
        </Stack>
      )}
    </Paper>
  );
}
