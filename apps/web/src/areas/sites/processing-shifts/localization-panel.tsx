import type { ShiftChoice } from '@dmse/contract/sites/processing/decision';
import type { ProcessingShifts } from '@dmse/contract/sites/processing/result';
import { solveProcessingLocalization } from '@dmse/contract/sites/processing/run';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { sayMillimetres } from '../control-point/grid-figure.ts';
import { useProcessing } from '../processing/use-processing.ts';
import { sayShift } from './shift-words.ts';

type Solved = NonNullable<ProcessingShifts['localization']>;
type Mark = Solved['residuals'][number];

const FITS: Record<Solved['fit'], string> = {
  translation: 'One vector',
  rotation: 'Vector and rotation',
  similarity: 'Vector, rotation and scale',
};

export type LocalizationPanelProps = {
  solved: Solved | null;
  problem: string | null;
  choice: ShiftChoice;
  isDisabled: boolean;
  onChange: (patch: Partial<ShiftChoice>) => void;
};

/** The localization by its marks: how it fits, which mark is left out, and whether the raw file is localized by it again. */
export function LocalizationPanel({ solved: offered, problem: unsolved, choice, isDisabled, onChange }: LocalizationPanelProps) {
  const { run } = useProcessing();
  const chosen = choice.source === 'raw' && choice.type === 'NONE' ? (choice.localization ?? null) : null;
  const leftOut = chosen?.left_out ?? [];
  const fit = chosen?.fit ?? offered?.fit ?? 'translation';
  // What is ticked is solved again at once; nothing is decided by it.
  const { data: wished } = useCall(
    solveProcessingLocalization,
    { id: run.id, fit, left_out: leftOut },
    { enabled: chosen !== null && (fit !== offered?.fit || leftOut.length > 0), keepOld: true },
  );
  const isWished = chosen !== null && wished !== undefined && (fit !== offered?.fit || leftOut.length > 0);
  const solved = (isWished ? wished.localization : null) ?? offered;
  const problem = isWished ? wished.problem : unsolved;
  const set = (localization: NonNullable<ShiftChoice['localization']>) => onChange({ type: 'NONE', source: 'raw', localization });
  const columns: DataColumn<Mark>[] = [
    {
      id: 'name',
      title: 'Mark',
      cell: ({ name }) =>
        chosen ? (
          <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1, cursor: 'pointer' }}>
            <Checkbox
              size="small"
              sx={{ p: 1 }}
              checked={!leftOut.includes(name)}
              disabled={isDisabled}
              onChange={(event) =>
                set({ fit, left_out: event.target.checked ? leftOut.filter((one) => one !== name) : [...leftOut, name] })
              }
              slotProps={{ input: { 'aria-label': `Localize by ${name}` } }}
            />
            {name}
          </Box>
        ) : (
          name
        ),
    },
    { id: 'uses', title: 'Used for', cell: sayUse },
    { id: 'easting', title: 'ΔE (mm)', cell: ({ d_easting }) => sayMillimetres(d_easting), align: 'right' },
    { id: 'northing', title: 'ΔN (mm)', cell: ({ d_northing }) => sayMillimetres(d_northing), align: 'right' },
    { id: 'elevation', title: 'ΔZ (mm)', cell: ({ d_elevation }) => sayMillimetres(d_elevation), align: 'right' },
    {
      id: 'verdict',
      title: 'Verdict',
      cell: ({ name, is_beyond_tolerance }) =>
        leftOut.includes(name) ? (
          <Chip size="small" variant="outlined" label="Left out" />
        ) : (
          <Chip
            size="small"
            color={solved?.suspects.includes(name) ? 'warning' : is_beyond_tolerance ? 'error' : 'success'}
            label={
              solved?.suspects.includes(name) ? 'Disagrees with the others' : is_beyond_tolerance ? 'Beyond tolerance' : 'Within tolerance'
            }
          />
        ),
    },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {problem ? <Alert severity="warning">{problem}</Alert> : null}
      {solved ? (
        <>
          <Typography>
            {solved.name}: {FITS[solved.fit].toLowerCase()}, E {sayShift(solved.d_easting)}, N {sayShift(solved.d_northing)}, Z{' '}
            {sayShift(solved.d_elevation)} m
            {solved.fit === 'translation' ? '' : `, rotation ${sayRotation(solved.rotation)}, scale ${sayScale(solved.scale)}`}.{' '}
            {solved.redundancy === 0 ? 'Nothing checks it: it has no more marks than it needs.' : ''}
          </Typography>
          <FormControlLabel
            control={
              <Switch
                checked={chosen !== null}
                disabled={isDisabled}
                onChange={(event) =>
                  event.target.checked ? set({ fit, left_out: [] }) : onChange({ localization: null, source: 'points' })
                }
              />
            }
            label="Localize the raw file again by these marks (no shift beside it)"
          />
          {chosen ? (
            <TextField
              select
              label="Fit"
              value={fit}
              disabled={isDisabled}
              onChange={(event) => set({ fit: event.target.value as Solved['fit'], left_out: leftOut })}
              sx={{ maxWidth: 320 }}
            >
              {Object.entries(FITS).map(([value, label]) => (
                <MenuItem key={value} value={value}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          <DataTable label="Marks of the localization" columns={columns} rows={solved.residuals} rowId={({ name }) => name} empty="" />
        </>
      ) : null}
    </Box>
  );
}

function sayUse({ uses_horizontal, uses_vertical }: Mark): string {
  if (uses_horizontal && uses_vertical) return 'Place and height';
  return uses_horizontal ? 'Place' : uses_vertical ? 'Height' : 'Nothing';
}

const sayRotation = (degrees: number) => `${(degrees * 3600).toFixed(1)}″`;
const sayScale = (scale: number) => `${((scale - 1) * 1e6).toFixed(1)} ppm`;
