import { labelOf } from '@dmse/contract/common/field';
import { controlFields } from '@dmse/contract/sites/control-point';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';

export type ControlImportChoices = {
  known: 'skip' | 'update';
  is_hpn: boolean;
  datum: string;
  epoch: string;
  elevation_system: string;
  skip_errors: boolean;
};
export const FIRST_CHOICES: ControlImportChoices = {
  known: 'skip',
  is_hpn: false,
  datum: '',
  epoch: '',
  elevation_system: '',
  skip_errors: false,
};

export type ControlImportOptionsProps = {
  choices: ControlImportChoices;
  hasKnown: boolean;
  hasErrors: boolean;
  onChange: (choices: ControlImportChoices) => void;
};

/** What all points of the list have in common and the list itself does not say. */
export function ControlImportOptions({ choices, hasKnown, hasErrors, onChange }: ControlImportOptionsProps) {
  const set = (patch: Partial<ControlImportChoices>) => onChange({ ...choices, ...patch });
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography variant="h2">About these points</Typography>
      <Typography sx={{ color: 'text.secondary' }}>Said once for the whole list; leave empty what you do not know.</Typography>
      <Box sx={{ display: 'grid', gap: 4, mt: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' } }}>
        <TextField label={labelOf(controlFields.datum)} value={choices.datum} onChange={(event) => set({ datum: event.target.value })} />
        <TextField
          label={labelOf(controlFields.epoch)}
          value={choices.epoch}
          onChange={(event) => set({ epoch: event.target.value })}
          error={choices.epoch.trim() !== '' && !/^\d{4}(\.\d+)?$/.test(choices.epoch.trim())}
          helperText="A decimal year, such as 2010 or 1997.0"
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
        <TextField
          label={labelOf(controlFields.elevation_system)}
          value={choices.elevation_system}
          onChange={(event) => set({ elevation_system: event.target.value })}
        />
        {hasKnown ? (
          <TextField
            select
            label="Names that are known"
            value={choices.known}
            onChange={(event) => set({ known: event.target.value as ControlImportChoices['known'] })}
          >
            <MenuItem value="skip">Keep the existing point</MenuItem>
            <MenuItem value="update">Update it from the list</MenuItem>
          </TextField>
        ) : null}
      </Box>
      <FormControlLabel
        sx={{ mt: 2, mr: 6 }}
        label="These are points of the High Precision Network (HPN)"
        control={<Checkbox size="small" checked={choices.is_hpn} onChange={(event) => set({ is_hpn: event.target.checked })} />}
      />
      {hasErrors ? (
        <FormControlLabel
          sx={{ mt: 2 }}
          label="Skip the rows with errors"
          control={<Checkbox size="small" checked={choices.skip_errors} onChange={(event) => set({ skip_errors: event.target.checked })} />}
        />
      ) : null}
    </Paper>
  );
}
