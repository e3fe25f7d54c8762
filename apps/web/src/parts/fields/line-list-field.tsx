import { isEqual } from '@dmse/domain/values/is-equal';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { type FieldName, useField } from '../form/use-field.ts';
import { Icon } from '../icon/icon.tsx';

export type LineListFieldProps = {
  name: FieldName;
  /** Of all lines: "Phones". */
  label?: string;
  /** Of one line: "Phone". */
  itemLabel: string;
  type?: 'text' | 'email' | 'tel';
  hint?: string;
  isWide?: boolean;
  max?: number;
};

const filled = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '');

/** A list of lines, one input each: phones, e-mail addresses. Empty lines are not kept; Enter goes to the next one. */
export function LineListField({ name, label: ownLabel, itemLabel, type = 'text', hint, isWide, max = 20 }: LineListFieldProps) {
  const { label, field, error, itemErrors, form } = useField(name, ownLabel);
  const value = (field.value as string[] | null | undefined) ?? [];
  const [typed, setTyped] = useState<string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {value.join('\n')}
      </ReadOnlyValue>
    );
  // What is typed may hold empty lines the value does not; once the value is something else, it came from elsewhere.
  const known = isEqual(filled(typed), value) ? typed : value;
  const lines = known.length === 0 ? [''] : known;

  function change(next: string[]): void {
    setTyped(next);
    field.onChange(filled(next));
  }
  function focusLine(at: number): void {
    requestAnimationFrame(() => box.current?.querySelectorAll('input')[at]?.focus());
  }
  function addLine(after: number): void {
    if (lines.length < max) change([...lines.slice(0, after + 1), '', ...lines.slice(after + 1)]);
    focusLine(after + 1);
  }
  function goOn(event: KeyboardEvent, at: number): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (lines[at]?.trim() !== '') addLine(at);
  }
  const errorAt = (at: number) => (lines[at]?.trim() === '' ? undefined : itemErrors[filled(lines.slice(0, at)).length]);

  return (
    <Box role="group" aria-label={label} ref={box} sx={isWide ? { gridColumn: '1 / -1' } : {}}>
      <Stack sx={{ gap: 3 }}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
          <Stack key={at} direction="row" sx={{ alignItems: 'flex-start', gap: 1 }}>
            <TextField
              fullWidth
              label={lines.length > 1 ? `${itemLabel} ${at + 1}` : itemLabel}
              type={type}
              autoComplete="off"
              {...(at === 0 ? { inputRef: field.ref } : {})}
              value={line}
              onChange={(event) => change(lines.map((old, index) => (index === at ? event.target.value : old)))}
              onBlur={field.onBlur}
              onKeyDown={(event) => goOn(event, at)}
              error={Boolean(errorAt(at)) || (at === 0 && Boolean(error))}
              helperText={errorAt(at)}
            />
            {lines.length > 1 ? (
              <IconButton
                aria-label={`Remove ${itemLabel.toLowerCase()} ${at + 1}`}
                onClick={() => {
                  change(lines.filter((_, index) => index !== at));
                  focusLine(Math.max(0, at - 1));
                }}
                sx={{ my: '2px', p: 1.5 }}
              >
                <Icon name="close" />
              </IconButton>
            ) : null}
          </Stack>
        ))}
      </Stack>
      {error || hint ? <FormHelperText error={Boolean(error)}>{error ?? hint}</FormHelperText> : null}
      <Button
        size="small"
        startIcon={<Icon name="add" size={18} />}
        disabled={lines.length >= max}
        onClick={() => addLine(lines.length - 1)}
        sx={{ mt: 1 }}
      >
        Add {itemLabel.toLowerCase()}
      </Button>
    </Box>
  );
}
