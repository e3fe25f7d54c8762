import { KNOWN_CRS } from '@dmse/survey/geo/known-crs';
import type { CrsSetting } from '@dmse/survey/survey-settings';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { NumberInput } from '../../parts/fields/number-input.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';
import { CrsCheck } from './crs-check.tsx';

const OTHER = 'other';

function sayCrs(value: unknown): string {
  const { name, epsg, proj } = value as CrsSetting;
  return [name, epsg === null ? null : `EPSG:${epsg}`, proj].filter(Boolean).join('\n');
}

/** The one of the known grids that this is, to the letter. */
function keyOf(crs: CrsSetting): string {
  const known = KNOWN_CRS.find(({ epsg, proj }) => epsg === crs.epsg && proj === crs.proj);
  return known ? String(known.epsg) : OTHER;
}

/** The office grid: one of the region by its name, or any other by its PROJ definition, with a point to check it by. */
export function OfficeCrsField({ name }: { name: FieldName }) {
  const { field, error, partErrors } = useField(name, 'Office grid', sayCrs);
  const crs = field.value as CrsSetting;
  const chosen = keyOf(crs);
  const change = (patch: Partial<CrsSetting>) => field.onChange({ ...crs, ...patch });

  function choose(key: string): void {
    const known = KNOWN_CRS.find(({ epsg }) => String(epsg) === key);
    // Another grid begins with the definition that stood here, but must not go by its name.
    field.onChange(known ? { ...known } : { name: '', epsg: null, proj: crs.proj });
  }

  return (
    <>
      <TextField
        select
        label="Grid"
        value={chosen}
        inputRef={field.ref}
        onBlur={field.onBlur}
        onChange={(event) => choose(event.target.value)}
        error={Boolean(error)}
        helperText={error}
        fullWidth
        sx={{ gridColumn: '1 / -1', maxWidth: { sm: 560 } }}
      >
        {KNOWN_CRS.map((known) => (
          <MenuItem key={known.epsg} value={String(known.epsg)}>
            {known.name} (EPSG:{known.epsg})
          </MenuItem>
        ))}
        <MenuItem value={OTHER}>Another grid, by its PROJ definition</MenuItem>
      </TextField>
      {chosen === OTHER ? (
        <>
          <TextField
            label="Name"
            required
            autoComplete="off"
            value={crs.name}
            onChange={(event) => change({ name: event.target.value })}
            onBlur={field.onBlur}
            error={Boolean(partErrors.name)}
            helperText={partErrors.name ?? 'As it stands on reports.'}
          />
          <NumberInput
            label="EPSG number"
            value={crs.epsg}
            onChange={(epsg) => field.onChange({ ...crs, epsg })}
            onBlur={field.onBlur}
            error={partErrors.epsg}
            hint="Where it has one."
          />
          <TextField
            label="PROJ definition"
            required
            multiline
            maxRows={6}
            value={crs.proj}
            onChange={(event) => change({ proj: event.target.value.replace(/\s+/g, ' ') })}
            onBlur={field.onBlur}
            error={Boolean(partErrors.proj)}
            helperText={partErrors.proj ?? 'In metres, such as +proj=utm +zone=20 +ellps=GRS80 +units=m +no_defs'}
            slotProps={{ htmlInput: { spellCheck: false } }}
            sx={{ gridColumn: '1 / -1', '& textarea': { fontFamily: 'monospace', fontSize: '0.8125rem' } }}
          />
        </>
      ) : (
        <Box sx={{ gridColumn: '1 / -1', fontFamily: 'monospace', fontSize: '0.75rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {crs.proj}
        </Box>
      )}
      <CrsCheck crs={crs} />
    </>
  );
}
