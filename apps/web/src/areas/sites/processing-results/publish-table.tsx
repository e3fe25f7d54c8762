import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { sayGrid, sayMillimetres } from '../control-point/grid-figure.ts';
import type { PublishRow } from './publish-list.ts';

export type PublishTableProps = {
  rows: readonly PublishRow[];
  ticked: ReadonlySet<string>;
  isDisabled: boolean;
  onTick: (name: string, isIn: boolean) => void;
};

const say = ({ easting, northing, elevation }: PublishRow['now']) => (
  <>
    {sayGrid(easting)}, {sayGrid(northing)}, {elevation === null ? '–' : elevation.toFixed(2)}
  </>
);

/** The controls of the run, each with its published value beside the new one. */
export function PublishTable({ rows, ticked, isDisabled, onTick }: PublishTableProps) {
  const columns: DataColumn<PublishRow>[] = [
    {
      id: 'name',
      title: 'Point',
      cell: ({ name, is_final }) => (
        <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1, cursor: 'pointer' }}>
          <Checkbox
            size="small"
            sx={{ p: 1 }}
            checked={ticked.has(name)}
            disabled={isDisabled || !is_final}
            onChange={(event) => onTick(name, event.target.checked)}
            slotProps={{ input: { 'aria-label': `Publish ${name}` } }}
          />
          {name}
        </Box>
      ),
    },
    { id: 'description', title: 'Description', cell: ({ description }) => description },
    {
      id: 'what',
      title: 'Publishes',
      cell: ({ old, is_final }) => (
        <Chip
          size="small"
          color={!is_final ? 'default' : old ? 'warning' : 'info'}
          label={!is_final ? 'Not final' : old ? `Update of ${old.name}` : 'New control point'}
        />
      ),
    },
    { id: 'now', title: 'New E, N, Z', cell: ({ now }) => say(now), align: 'right' },
    { id: 'old', title: 'Published E, N, Z', cell: ({ old }) => (old ? say(old) : '–'), align: 'right' },
    {
      id: 'difference',
      title: 'Change E, N, Z (mm)',
      cell: ({ now, old }) =>
        old
          ? [
              sayMillimetres(now.easting - old.easting),
              sayMillimetres(now.northing - old.northing),
              sayMillimetres(now.elevation === null || old.elevation === null ? null : now.elevation - old.elevation),
            ].join(', ')
          : '–',
      align: 'right',
    },
  ];
  return (
    <DataTable
      label="Controls to publish"
      columns={columns}
      rows={rows}
      rowId={({ name }) => name}
      empty={<Typography sx={{ p: 4 }}>This run has no point with a control code.</Typography>}
    />
  );
}
