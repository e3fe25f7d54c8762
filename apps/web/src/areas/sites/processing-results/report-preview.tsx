import { getProcessingReport } from '@dmse/contract/sites/processing/run';
import { sayCount } from '@dmse/domain/text/counts';
import type { ObservedControl, QaReport } from '@dmse/survey/write/qa-report';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { sayGrid, sayMillimetres } from '../control-point/grid-figure.ts';
import { useProcessing } from '../processing/use-processing.ts';
import { SHIFT_TYPES, sayShift } from '../processing-shifts/shift-words.ts';

const OBSERVED: readonly DataColumn<ObservedControl>[] = [
  { id: 'control', title: 'Control', cell: ({ control_name, shot_name }) => `${control_name} (${shot_name})` },
  { id: 'published', title: 'Published E, N, Z', cell: ({ published }) => sayPosition(published), align: 'right' },
  { id: 'observed', title: 'Observed E, N, Z', cell: ({ observed }) => sayPosition(observed), align: 'right' },
  {
    id: 'residual',
    title: 'Residual E, N, Z (mm)',
    cell: ({ d_easting, d_northing, d_elevation }) => [d_easting, d_northing, d_elevation].map(sayMillimetres).join(', '),
    align: 'right',
  },
];

function sayPosition({ easting, northing, elevation }: ObservedControl['published']): string {
  return [easting, northing, elevation].map((one) => sayGrid(one) || '–').join(', ');
}

/** More than these stand in the PDF only. */
const FEW = 20;

function Lines({ title, lines }: { title: string; lines: readonly ReactNode[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <Typography variant="h3">
        {title} ({lines.length})
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 5, fontSize: '0.8125rem' }}>
        {lines.slice(0, FEW).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a report that is only read
          <li key={place}>{line}</li>
        ))}
        {lines.length > FEW ? <li>and {lines.length - FEW} more in the PDF</li> : null}
      </Box>
    </div>
  );
}

export type ReportPreviewProps = { attempt: number | undefined };

/** The quality report in short, as the PDF will have it. */
export function ReportPreview({ attempt }: ReportPreviewProps) {
  const { run } = useProcessing();
  const { data, isError, error, refetch } = useCall(getProcessingReport, { id: run.id, ...(attempt === undefined ? {} : { attempt }) });
  if (isError) return <ErrorState title="The report could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={200} role="progressbar" aria-label="Loading the report" />;
  const report = data as unknown as QaReport;
  const { about, frame, control_summary, point_range, scale } = report;
  const { shift } = control_summary;
  return (
    <Stack sx={{ gap: 4 }}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))' }}>
        <ReadOnlyValue label="Job">{about.job}</ReadOnlyValue>
        <ReadOnlyValue label="Client">{about.client}</ReadOnlyValue>
        <ReadOnlyValue label="Field date">{about.field_date}</ReadOnlyValue>
        <ReadOnlyValue label="Points">
          {point_range ? `${point_range.first} to ${point_range.last}, ${sayCount(point_range.count, 'shot')}` : ''}
        </ReadOnlyValue>
        <ReadOnlyValue label="Coordinates">
          {`${frame.crs}${frame.epsg ? ` (EPSG:${frame.epsg})` : ''}, ${frame.frame} ${frame.epoch.toFixed(1)}`}
        </ReadOnlyValue>
        <ReadOnlyValue label="Elevations">{[frame.vertical_system, frame.geoid].filter(Boolean).join(', ')}</ReadOnlyValue>
        <ReadOnlyValue label="Combined scale factor">{scale ? scale.combined.toFixed(8) : ''}</ReadOnlyValue>
        <ReadOnlyValue label="Equipment" isWide>
          {report.equipment.join(', ')}
        </ReadOnlyValue>
        <ReadOnlyValue label="Shift" isWide>
          {shift
            ? [
                SHIFT_TYPES[shift.type].title,
                ...shift.parts.map(
                  ({ base, d_easting, d_northing, d_height }) =>
                    `${base ? `${base}: ` : ''}E ${sayShift(d_easting)}, N ${sayShift(d_northing)}, height ${sayShift(d_height)} m`,
                ),
              ].join('; ')
            : 'None chosen yet'}
        </ReadOnlyValue>
      </Box>
      <div>
        <Typography variant="h3" sx={{ mb: 2 }}>
          Observed controls
        </Typography>
        <DataTable
          label="Observed controls"
          columns={OBSERVED}
          rows={control_summary.observed}
          rowId={({ shot }) => shot}
          empty={<Typography sx={{ p: 4 }}>No published control was shot.</Typography>}
        />
      </div>
      <Lines
        title="Averaged points"
        lines={report.averaged.map(({ name, children }) => `${name}: mean of ${children.map((child) => child.name).join(', ')}`)}
      />
      <Lines
        title="Corrected descriptions"
        lines={report.code_exceptions.map(({ name, original_code, code }) => `${name}: ${original_code} became ${code}`)}
      />
      <Lines title="Quality exceptions" lines={report.quality_exceptions.map(({ sentence }) => sentence)} />
      <Lines
        title="Ignored and waived conflicts"
        lines={report.ignored.map(
          ({ sentence, by, why, is_waived }) => `${sentence} ${is_waived ? 'Waived' : 'Ignored'} by ${by}${why ? `: ${why}` : '.'}`,
        )}
      />
      <Lines title="Open conflicts" lines={report.open_conflicts.map(({ sentence }) => sentence)} />
    </Stack>
  );
}
