import type { ImportCheck } from '@dmse/contract/clients/import';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

export type ProbableDuplicatesProps = {
  check: ImportCheck;
  skipped: ReadonlySet<number>;
  onToggle: (line: number) => void;
  onLeaveOut: (lines: readonly number[]) => void;
};

/** The rows that look like a record that exists, each of which can be left out. */
export function ProbableDuplicates({ check, skipped, onToggle, onLeaveOut }: ProbableDuplicatesProps) {
  const { duplicates, duplicate_count, duplicate_lines } = check;
  return (
    <Paper variant="outlined" sx={{ p: 4 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap', mb: 2 }}>
        <Box sx={{ flex: 1, minWidth: 220 }}>
          <Typography variant="h2">Possible duplicates</Typography>
          <Typography sx={{ color: 'text.secondary' }}>
            {sayCount(duplicate_count, 'row looks', 'rows look')} like a record that exists. Tick what to leave out.
          </Typography>
        </Box>
        <Button size="small" variant="outlined" onClick={() => onLeaveOut(duplicate_lines)}>
          Skip all of these
        </Button>
      </Stack>
      <Stack sx={{ maxHeight: 320, overflow: 'auto' }} tabIndex={0} role="group" aria-label="Probable duplicates">
        {duplicates.map(({ line, name, matches }) => (
          <FormControlLabel
            key={line}
            control={<Checkbox checked={skipped.has(line)} onChange={() => onToggle(line)} />}
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
  );
}
