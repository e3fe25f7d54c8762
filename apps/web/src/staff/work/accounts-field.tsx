import TextField from '@mui/material/TextField';
import { RowList } from '../../parts/form/row-list.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';
import { UsesSelect } from './uses-select.tsx';

type Entry = Record<string, unknown> & { code: string };
type Part = { key: string; label: string; width?: number };

export type AccountsFieldProps = {
  name: FieldName;
  itemLabel: string;
  parts: readonly Part[];
  uses: Record<string, string>;
  usesLabel: string;
  /** A list of words typed with commas between. */
  words?: { key: string; label: string };
};

function sayEntries(value: unknown): string {
  return ((value ?? []) as Entry[]).map(({ code }) => code).join(', ') || 'None';
}

/** A list of codes with what each may be used for: accounts, tax types. */
export function AccountsField({ name, itemLabel, parts, uses, usesLabel, words }: AccountsFieldProps) {
  const { label, field, error, rowErrors } = useField(name, undefined, sayEntries);
  const blank = {
    ...Object.fromEntries([...parts.map(({ key }) => [key, '']), ...Object.keys(uses).map((key) => [key, false])]),
    ...(words ? { [words.key]: [] } : {}),
  } as Entry;
  return (
    <RowList
      label={label}
      rows={(field.value as Entry[] | null | undefined) ?? []}
      onChange={field.onChange}
      renderRow={(entry, at, change) => {
        const errors = rowErrors(at, 'code');
        return (
          <>
            {parts.map(({ key, label: partLabel, width }) => (
              <TextField
                key={key}
                label={partLabel}
                value={entry[key] ?? ''}
                onChange={(event) => change({ [key]: event.target.value })}
                error={Boolean(errors[key])}
                helperText={errors[key]}
                sx={width ? { width } : { flex: '1 1 200px' }}
              />
            ))}
            <UsesSelect label={usesLabel} uses={uses} entry={entry} onChange={change} />
            {words ? (
              <TextField
                label={words.label}
                value={((entry[words.key] as string[] | undefined) ?? []).join(', ')}
                onChange={(event) => change({ [words.key]: event.target.value.split(',').map((word) => word.trimStart()) })}
                onBlur={() => change({ [words.key]: ((entry[words.key] as string[]) ?? []).map((word) => word.trim()).filter(Boolean) })}
                error={Boolean(errors[words.key])}
                helperText={errors[words.key]}
                sx={{ width: 160 }}
              />
            ) : null}
          </>
        );
      }}
      removeLabel={({ code }, at) => `Remove ${itemLabel} ${code || at + 1}`}
      addLabel={`Add ${itemLabel}`}
      nextRow={() => blank}
      error={error}
    />
  );
}
