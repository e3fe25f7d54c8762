import { plural } from '@dmse/domain/text/counts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { isSameCode } from './code-edits.ts';

export type ControlCodesProps = {
  codes: readonly string[];
  /** The codes of the list. */
  known: readonly string[];
  error: string | undefined;
  onChange: (codes: string[]) => void;
};

/** The codes of shots on control, at one glance. A code becomes one, or no longer is one, where it is edited. */
export function ControlCodes({ codes, known, error, onChange }: ControlCodesProps) {
  const isKnown = (code: string) => known.some((one) => isSameCode(one, code));
  const strays = codes.filter((code) => !isKnown(code));
  return (
    <Box sx={{ mb: 4 }}>
      <Box role="group" aria-label="Control codes" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography sx={{ fontWeight: 500 }}>Control codes</Typography>
        {codes.map((code) => (
          <Chip key={code} label={code} size="small" color={isKnown(code) ? 'primary' : 'warning'} />
        ))}
        {codes.length === 0 ? <Typography sx={{ color: 'text.secondary' }}>None</Typography> : null}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        Shots with these are matched with known control points and compared in three dimensions. Edit a code to make it one.
      </Typography>
      {strays.length > 0 ? (
        <Alert
          severity="warning"
          sx={{ mt: 2 }}
          action={
            <Button size="small" color="inherit" onClick={() => onChange(codes.filter(isKnown))}>
              Remove
            </Button>
          }
        >
          {strays.join(', ')} {plural(strays.length, 'is', 'are')} not in the list of codes below.
        </Alert>
      ) : null}
      {error ? (
        <Alert severity="error" sx={{ mt: 2 }}>
          {error}
        </Alert>
      ) : null}
    </Box>
  );
}
