import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import type { ImportCount } from './import-rows.ts';

export type BadRowsProps = {
  errorCount: number;
  /** Every row with an error, listed or not. */
  lines: readonly number[];
  count: ImportCount;
  skipped: ReadonlySet<number>;
  onToggle: (line: number) => void;
  onLeaveOut: (lines: readonly number[]) => void;
};

/** The rows that cannot be imported as they are: to be corrected in the file, or left out here. */
export function BadRows({ errorCount, lines, count, skipped, onToggle, onLeaveOut }: BadRowsProps) {
  const { badRows, unlisted, open } = count;
  const isDone = open === 0;
  return (
    <Alert severity={isDone ? 'info' : 'error'} sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>
        {errorCount} {errorCount === 1 ? 'error' : 'errors'} in the file
      </AlertTitle>
      <Typography sx={{ mb: 1 }}>Correct them in the file, save it and drop it again; or tick the rows to leave out.</Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 280, overflow: 'auto' }} tabIndex={0} aria-label="Errors">
        {badRows.map(({ line, messages }) => (
          <li key={line}>
            <FormControlLabel
              sx={{ alignItems: 'flex-start', mr: 0 }}
              control={<Checkbox size="small" sx={{ py: 0.5 }} checked={skipped.has(line)} onChange={() => onToggle(line)} />}
              label={`Line ${line}, ${messages.join(' ')}`}
            />
          </li>
        ))}
      </Box>
      {unlisted > 0 ? (
        <Typography sx={{ mt: 1 }}>
          … and {unlisted} more {unlisted === 1 ? 'row' : 'rows'}, not listed here.
        </Typography>
      ) : null}
      <Button size="small" variant="outlined" sx={{ mt: 2 }} disabled={isDone} onClick={() => onLeaveOut(lines)}>
        Skip all rows with errors
      </Button>
    </Alert>
  );
}
