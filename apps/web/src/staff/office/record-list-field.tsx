import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useField } from '../../parts/form/use-field.ts';
import { Icon } from '../../parts/icon.tsx';

type Part = { key: string; label: string; width?: number; isLong?: boolean };
type Entry = Record<string, string>;

export type RecordListFieldProps = { name: string; label: string; itemLabel: string; parts: readonly Part[] };

function sayEntries(value: unknown): string {
  return ((value ?? []) as Entry[]).map((entry) => Object.values(entry)[0]).join(', ') || 'None';
}

/** A list of small records, each a row of words: account codes, ready-made texts. */
export function RecordListField({ name, label, itemLabel, parts }: RecordListFieldProps) {
  const { field, error, itemErrors } = useField(name, label, sayEntries);
  const entries = (field.value as Entry[] | null | undefined) ?? [];
  const blank = Object.fromEntries(parts.map(({ key }) => [key, '']));
  return (
    <Box role="group" aria-label={label} sx={{ gridColumn: '1 / -1' }}>
      <Stack sx={{ gap: 3 }}>
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no other name than its place while it is edited
          <Stack key={at} direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
            {parts.map(({ key, label: partLabel, width, isLong }, place) => (
              <TextField
                key={key}
                label={partLabel}
                value={entry[key] ?? ''}
                onChange={(event) => field.onChange(entries.with(at, { ...entry, [key]: event.target.value }))}
                error={place === 0 && Boolean(itemErrors[at])}
                helperText={place === 0 ? itemErrors[at] : undefined}
                multiline={isLong ?? false}
                sx={width ? { width } : { flex: '1 1 240px' }}
              />
            ))}
            <IconButton
              aria-label={`Remove ${itemLabel} ${at + 1}`}
              onClick={() => field.onChange(entries.filter((_, index) => index !== at))}
            >
              <Icon name="close" />
            </IconButton>
          </Stack>
        ))}
      </Stack>
      {error ? <FormHelperText error>{error}</FormHelperText> : null}
      <Button size="small" sx={{ mt: 2 }} startIcon={<Icon name="add" size={18} />} onClick={() => field.onChange([...entries, blank])}>
        Add {itemLabel}
      </Button>
    </Box>
  );
}
