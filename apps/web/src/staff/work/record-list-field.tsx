import TextField from '@mui/material/TextField';
import { RowList } from '../../parts/form/row-list.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';

type Part = { key: string; label: string; width?: number; isLong?: boolean };
type Entry = Record<string, string>;

export type RecordListFieldProps = { name: FieldName; itemLabel: string; parts: readonly Part[] };

function sayEntries(value: unknown): string {
  return ((value ?? []) as Entry[]).map((entry) => Object.values(entry)[0]).join(', ') || 'None';
}

/** A list of small records, each a row of words: account codes, ready-made texts. */
export function RecordListField({ name, itemLabel, parts }: RecordListFieldProps) {
  const { label, field, error, rowErrors } = useField(name, undefined, sayEntries);
  return (
    <RowList
      label={label}
      rows={(field.value as Entry[] | null | undefined) ?? []}
      onChange={field.onChange}
      renderRow={(entry, at, change) => {
        const errors = rowErrors(at, parts[0]?.key ?? '');
        return parts.map(({ key, label: partLabel, width, isLong }) => (
          <TextField
            key={key}
            label={partLabel}
            value={entry[key] ?? ''}
            onChange={(event) => change({ [key]: event.target.value })}
            error={Boolean(errors[key])}
            helperText={errors[key]}
            multiline={isLong ?? false}
            sx={width ? { width } : { flex: '1 1 240px' }}
          />
        ));
      }}
      removeLabel={(_, at) => `Remove ${itemLabel} ${at + 1}`}
      addLabel={`Add ${itemLabel}`}
      nextRow={() => Object.fromEntries(parts.map(({ key }) => [key, '']))}
      error={error}
    />
  );
}
