import type { Connection, Shot } from '@dmse/contract/sites/shot';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { z } from 'zod';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { sayField, sayFieldValue } from '../device/conflict-text.ts';

type Row = z.infer<typeof Connection> & { at: number };

const MEASURED: Record<string, string> = { invert: 'invert', obvert: 'obvert', top_of_pipe: 'top of pipe' };

const COLUMNS: readonly DataColumn<Row>[] = [
  { id: 'direction', title: 'Direction', cell: (row) => row.direction ?? '–' },
  {
    id: 'bearing',
    title: 'Bearing',
    cell: (row) => (row.bearing === null || row.bearing === undefined ? '–' : `${row.bearing}°`),
    align: 'right',
  },
  { id: 'diameter', title: 'Diameter (mm)', cell: (row) => row.inside_diameter ?? '–', align: 'right' },
  { id: 'material', title: 'Material', cell: (row) => row.material ?? '–' },
  { id: 'measure_down', title: 'Measure-down (m)', cell: (row) => row.measure_down?.toFixed(3) ?? '–', align: 'right' },
  { id: 'measured_to', title: 'To', cell: (row) => (row.measured_to ? MEASURED[row.measured_to] : '–') },
  { id: 'note', title: 'Note', cell: (row) => row.note ?? '' },
];

function hasAny(value: object | null): boolean {
  return value !== null && Object.values(value).some((part) => part !== null && part !== undefined && part !== '');
}

export type StructureFactsProps = { shot: Shot };

/** A manhole or catch basin as the crew opened it: its body, its cover and each pipe in it. Nothing for other shots. */
export function StructureFacts({ shot: { properties } }: StructureFactsProps) {
  const { system, kind, shape, size, cover, condition, connections } = properties;
  const parts = [
    ['System', system],
    ['Kind', kind],
    ['Shape', shape],
    ['Size', hasAny(size) ? sayFieldValue(size) : null],
    ['Cover', hasAny(cover) ? sayFieldValue(cover) : null],
    ['Condition', hasAny(condition) ? sayFieldValue(condition) : null],
  ] as const;
  const known = parts.filter(([, value]) => value);
  const rows = (connections ?? []).map((connection, at) => ({ ...connection, at }));
  if (known.length === 0 && rows.length === 0) return null;
  return (
    <Paper component="section" variant="outlined" aria-labelledby="structure" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography id="structure" variant="h2" sx={{ mb: 3 }}>
        Structure
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))' }, mb: 4 }}>
        {known.map(([label, value]) => (
          <ReadOnlyValue key={label} label={label}>
            {sayField(String(value))}
          </ReadOnlyValue>
        ))}
      </Box>
      <DataTable
        label="Connections"
        columns={COLUMNS}
        rows={rows}
        rowId={(row) => row.at}
        empty={<Typography sx={{ p: 4 }}>No connections were written down.</Typography>}
      />
    </Paper>
  );
}
