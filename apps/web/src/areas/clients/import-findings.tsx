import type { ImportCheck } from '@dmse/contract/clients/import';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

export type ImportFindingsProps = { check: ImportCheck; skipped: ReadonlySet<number>; onSkip: (lines: ReadonlySet<number>) => void };

/** What is wrong with the file, row by row, and which rows are probably there already. */
export function ImportFindings({ check, skipped, onSkip }: ImportFindingsProps) {
  const { errors, error_count, duplicates, duplicate_count } = check;
  const toggle = (line: number) => {
    const next = new Set(skipped);
    if (!next.delete(line)) next.add(line);
    onSkip(next);
  };
  return (
    <>
      {error_count > 0 ? (
        <Alert severity="error">
          <AlertTitle>
            {error_count} {error_count === 1 ? 'error' : 'errors'} in the file
          </AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 5, maxHeight: 240, overflow: 'auto' }} tabIndex={0} aria-label="Errors">
            {errors.map((one) => (
              <li key={`${one.line}-${one.column}-${one.message}`}>
                Line {one.line}
                {one.column ? `, ${one.column}` : ''}: {one.message}
              </li>
            ))}
          </Box>
          {error_count > errors.length ? <Typography variant="body2">… and {error_count - errors.length} more.</Typography> : null}
        </Alert>
      ) : null}
      {duplicate_count > 0 ? (
        <Paper variant="outlined" sx={{ p: 4 }}>
          <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap', mb: 2 }}>
            <Box sx={{ flex: 1 }}>
              <Typography variant="h2">Probably there already</Typography>
              <Typography sx={{ color: 'text.secondary' }}>
                {duplicate_count} {duplicate_count === 1 ? 'row looks' : 'rows look'} like a record that exists. Tick what to leave out.
              </Typography>
            </Box>
            <Button size="small" variant="outlined" onClick={() => onSkip(new Set(check.duplicate_lines))}>
              Leave all of these out
            </Button>
          </Stack>
          <Stack sx={{ maxHeight: 320, overflow: 'auto' }} tabIndex={0} role="group" aria-label="Probable duplicates">
            {duplicates.map(({ line, name, matches }) => (
              <FormControlLabel
                key={line}
                control={<Checkbox checked={skipped.has(line)} onChange={() => toggle(line)} />}
                label={
                  <>
                    Line {line}, {name}{' '}
                    <Typography component="span" sx={{ color: 'text.secondary' }}>
                      {matches.map((match) => `${match.because}: ${match.name}`).join('; ')}
                    </Typography>
                  </>
                }
              />
            ))}
          </Stack>
          {duplicate_count > duplicates.length ? (
            <Typography variant="body2">… and {duplicate_count - duplicates.length} more, not listed.</Typography>
          ) : null}
        </Paper>
      ) : null}
    </>
  );
}
