import type { ControlResidual } from '@dmse/survey/shift/control-shift';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { sayMillimetres } from '../control-point/grid-figure.ts';

export type ResidualTableProps = {
  residuals: readonly ControlResidual[];
  suspects: readonly string[];
  /** Undefined where nothing can be ticked: the shift does not depend on controls, or the run is only read. */
  onTick?: ((shot_name: string, isIn: boolean) => void) | undefined;
};

/** Published less shifted at every control that was shot; with a shift by control each can be ticked in and out. */
export function ResidualTable({ residuals, suspects, onTick }: ResidualTableProps) {
  const columns: DataColumn<ControlResidual>[] = [
    {
      id: 'control',
      title: 'Control',
      cell: ({ control_name, shot_name, is_accepted }) =>
        onTick ? (
          <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1, cursor: 'pointer' }}>
            <Checkbox
              size="small"
              sx={{ p: 1 }}
              checked={is_accepted}
              onChange={(event) => onTick(shot_name, event.target.checked)}
              slotProps={{ input: { 'aria-label': `Count ${control_name}, shot ${shot_name}` } }}
            />
            {control_name}
          </Box>
        ) : (
          control_name
        ),
    },
    { id: 'shot', title: 'Shot', cell: ({ shot_name }) => shot_name },
    { id: 'easting', title: 'ΔE (mm)', cell: ({ d_easting }) => sayMillimetres(d_easting), align: 'right' },
    { id: 'northing', title: 'ΔN (mm)', cell: ({ d_northing }) => sayMillimetres(d_northing), align: 'right' },
    { id: 'elevation', title: 'ΔZ (mm)', cell: ({ d_elevation }) => sayMillimetres(d_elevation), align: 'right' },
    { id: 'horizontal', title: 'Horizontal (mm)', cell: ({ horizontal }) => Math.round(horizontal * 1000), align: 'right' },
    {
      id: 'verdict',
      title: 'Verdict',
      cell: ({ shot_name, is_beyond_tolerance, is_accepted, control_destroyed }) => (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Chip
            size="small"
            color={is_beyond_tolerance ? 'error' : 'success'}
            label={is_beyond_tolerance ? 'Beyond tolerance' : 'Within tolerance'}
          />
          {is_accepted ? null : <Chip size="small" variant="outlined" label="Not counted" />}
          {suspects.includes(shot_name) ? <Chip size="small" color="warning" label="Disagrees with the others" /> : null}
          {control_destroyed ? <Chip size="small" color="warning" label="Destroyed" /> : null}
        </Box>
      ),
    },
  ];
  return (
    <DataTable
      label="Residuals at the control points"
      columns={columns}
      rows={residuals}
      rowId={({ shot }) => shot}
      empty={<Typography sx={{ p: 4 }}>No shot of this run was taken on a published control point.</Typography>}
    />
  );
}
