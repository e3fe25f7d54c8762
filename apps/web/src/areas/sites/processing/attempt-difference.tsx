import type { AnswerOf } from '@dmse/contract/endpoint';
import { compareProcessing } from '@dmse/contract/sites/processing/run';
import { sayCount } from '@dmse/domain/text/counts';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { sayMillimetres } from '../control-point/grid-figure.ts';

type Moved = { name: string; d_easting: number; d_northing: number; d_elevation: number | null };

const MOVED: readonly DataColumn<Moved>[] = [
  { id: 'name', title: 'Point', cell: (row) => row.name },
  { id: 'd_easting', title: 'ΔE (mm)', cell: (row) => sayMillimetres(row.d_easting), align: 'right' },
  { id: 'd_northing', title: 'ΔN (mm)', cell: (row) => sayMillimetres(row.d_northing), align: 'right' },
  { id: 'd_elevation', title: 'ΔZ (mm)', cell: (row) => sayMillimetres(row.d_elevation), align: 'right' },
];
const RECODED: readonly DataColumn<{ name: string; now: string; before: string }>[] = [
  { id: 'name', title: 'Point', cell: (row) => row.name },
  { id: 'before', title: 'Before', cell: (row) => row.before },
  { id: 'now', title: 'Now', cell: (row) => row.now },
];
/** A longer list helps nobody; the export has all of them. */
const SHOWN = 200;

const sayNames = (names: readonly string[]) =>
  `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''}`;

/** "12 points are the same, 3 moved, 1 only now." */
function sayDifference({ moved, recoded, only_now, only_before, same }: AnswerOf<typeof compareProcessing>): string {
  const parts = [
    [moved.length, 'moved'],
    [recoded.length, 'described differently'],
    [only_now.length, 'only now'],
    [only_before.length, 'only before'],
  ] as const;
  const others = parts.flatMap(([count, words]) => (count > 0 ? `, ${count} ${words}` : []));
  return `${sayCount(same, 'point')} ${same === 1 ? 'is' : 'are'} the same${others.join('')}.`;
}

export type AttemptDifferenceProps = { run: string; attempt: number };

/** How the present points differ from those of an earlier attempt. */
export function AttemptDifference({ run, attempt }: AttemptDifferenceProps) {
  const { data, isError, error, refetch } = useCall(compareProcessing, { id: run, attempt });
  if (isError) return <ErrorState title="The attempts could not be compared." error={error} onRetry={() => void refetch()} />;
  if (!data) return <PagePending />;
  const { moved, recoded, only_now, only_before } = data;
  return (
    <Stack sx={{ gap: 3 }}>
      <Typography>{sayDifference(data)}</Typography>
      {moved.length > 0 ? (
        <DataTable label="Moved points" columns={MOVED} rows={moved.slice(0, SHOWN)} rowId={(row) => row.name} empty={null} />
      ) : null}
      {recoded.length > 0 ? (
        <DataTable
          label="Points described differently"
          columns={RECODED}
          rows={recoded.slice(0, SHOWN)}
          rowId={(row) => row.name}
          empty={null}
        />
      ) : null}
      {only_now.length > 0 ? <Typography variant="body2">Only now: {sayNames(only_now)}</Typography> : null}
      {only_before.length > 0 ? <Typography variant="body2">Only before: {sayNames(only_before)}</Typography> : null}
    </Stack>
  );
}
