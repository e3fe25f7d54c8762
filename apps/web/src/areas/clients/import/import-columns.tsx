import type { ImportCheck } from '@dmse/contract/clients/import';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import { useNarrow } from '../../../parts/page/use-narrow.ts';

type Options = { mapping?: Record<string, string>; delimiter?: ImportCheck['delimiter']; encoding?: ImportCheck['encoding'] };

export type ImportColumnsProps = { check: ImportCheck; isBusy: boolean; onChange: (options: Options) => void };

const DELIMITERS = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
] as const;
const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Windows (1252)'],
  ['utf-16le', 'UTF-16 (Unicode text)'],
] as const;

const SAMPLES = { color: 'text.secondary', maxWidth: 320, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

/** Which column of the file is which field. Suggested, and changed by hand. */
export function ImportColumns({ check, isBusy, onChange }: ImportColumnsProps) {
  const isNarrow = useNarrow();
  const choose = (title: string, field: string) => {
    const { [title]: _, ...rest } = check.mapping;
    onChange({ mapping: field === '' ? rest : { ...rest, [title]: field } });
  };
  const choiceOf = (title: string, label?: string) => (
    <TextField
      select
      fullWidth
      label={label}
      value={check.mapping[title] ?? ''}
      onChange={(event) => choose(title, event.target.value)}
      slotProps={{
        inputLabel: { shrink: true },
        select: { displayEmpty: true },
        htmlInput: { 'aria-label': `Field for ${title}` },
      }}
      sx={{ minWidth: 200 }}
    >
      <MenuItem value="">Leave out</MenuItem>
      {check.fields.map(({ field, label: name, required }) => (
        <MenuItem key={field} value={field}>
          {required ? `${name} *` : name}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Paper variant="outlined" aria-busy={isBusy}>
      <Stack direction="row" sx={{ gap: 3, p: 4, flexWrap: 'wrap' }}>
        <TextField
          select
          label="Columns are separated by"
          value={check.delimiter}
          sx={{ minWidth: 200 }}
          onChange={(event) => onChange({ delimiter: event.target.value as ',' })}
        >
          {DELIMITERS.map(([value, label]) => (
            <MenuItem key={label} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label="Characters"
          value={check.encoding}
          sx={{ minWidth: 200 }}
          onChange={(event) => onChange({ encoding: event.target.value as 'utf-8' })}
        >
          {ENCODINGS.map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      {isNarrow ? (
        <Box component="ul" aria-label="Columns of the file" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {check.columns.map(({ title, samples }) => (
            <Stack key={title} component="li" sx={{ gap: 1, px: 4, py: 3, borderTop: 1, borderColor: 'divider' }}>
              <Box sx={{ fontWeight: 500 }}>{title}</Box>
              <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>{samples.join(' · ')}</Box>
              <Box sx={{ mt: 1.5 }}>{choiceOf(title, 'Becomes')}</Box>
            </Stack>
          ))}
        </Box>
      ) : (
        <TableContainer>
          <Table size="small" aria-label="Columns of the file">
            <TableHead>
              <TableRow>
                <TableCell>Column</TableCell>
                <TableCell>For example</TableCell>
                <TableCell>Becomes</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {check.columns.map(({ title, samples }) => (
                <TableRow key={title}>
                  <TableCell sx={{ fontWeight: 500 }}>{title}</TableCell>
                  <TableCell sx={SAMPLES}>{samples.join(' · ')}</TableCell>
                  <TableCell>{choiceOf(title)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Paper>
  );
}
