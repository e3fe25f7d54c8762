import { isEqual } from '@dmse/domain/values/is-equal';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { type FieldName, useField } from '../form/use-field.ts';
import { Icon } from '../icon/icon.tsx';
import { VISUALLY_HIDDEN } from '../visually-hidden.ts';
import { OrderedRow } from './ordered-row.tsx';

export type OrderedListFieldProps = {
  name: FieldName;
  /** Of the whole list: "Hazards". */
  label?: string;
  /** Of one line: "Hazard". */
  itemLabel: string;
  hint?: string;
  max?: number;
};

const filled = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '');

function placesOfDoubles(lines: readonly string[]): Set<number> {
  const plain = lines.map((line) => line.trim().toLowerCase());
  return new Set(plain.flatMap((line, at) => (line !== '' && plain.indexOf(line) < at ? [at] : [])));
}

/**
 * Lines whose order matters: a list people will choose from. Enter goes on to a new line, Alt+↑ and Alt+↓ move a line, Backspace takes
 * an empty one away; a button does each of it too.
 */
export function OrderedListField({ name, label: ownLabel, itemLabel, hint, max = 200 }: OrderedListFieldProps) {
  const { label, field, error, itemErrors, form } = useField(name, ownLabel);
  const value = (field.value as string[] | null | undefined) ?? [];
  const [typed, setTyped] = useState<string[]>([]);
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide>
        {value.join('\n')}
      </ReadOnlyValue>
    );
  // What is typed may hold empty lines the value does not; once the value is something else, it came from elsewhere.
  const lines = isEqual(filled(typed), value) ? typed : value;
  const doubles = placesOfDoubles(lines);

  function change(next: string[], focus?: number): void {
    setTyped(next);
    field.onChange(filled(next));
    if (focus !== undefined) requestAnimationFrame(() => box.current?.querySelectorAll('input')[focus]?.focus());
  }
  function addAfter(at: number): void {
    if (lines.length < max) change([...lines.slice(0, at + 1), '', ...lines.slice(at + 1)], at + 1);
  }
  function remove(at: number): void {
    change(
      lines.filter((_, index) => index !== at),
      Math.max(0, at - 1),
    );
    setSaid(`Removed ${lines[at] || 'an empty line'}.`);
  }
  function move(at: number, by: 1 | -1, isByKey: boolean): void {
    const to = at + by;
    if (to < 0 || to >= lines.length) return;
    const next = lines.with(at, lines[to]!).with(to, lines[at]!);
    change(next, isByKey ? to : undefined);
    setSaid(`${lines[at]} is now ${to + 1} of ${lines.length}.`);
  }
  function goOn(event: KeyboardEvent, at: number): void {
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (event.key === 'Enter' && lines[at]?.trim() !== '') addAfter(at);
    else if (event.key === 'Backspace' && lines[at] === '') remove(at);
    else if (isArrow && event.altKey) move(at, event.key === 'ArrowUp' ? -1 : 1, true);
    else if (event.key !== 'Enter') return;
    event.preventDefault();
  }
  const errorAt = (at: number) =>
    itemErrors[filled(lines.slice(0, at)).length] && lines[at]?.trim() !== ''
      ? itemErrors[filled(lines.slice(0, at)).length]
      : doubles.has(at)
        ? 'This stands in the list already.'
        : undefined;

  return (
    <Box role="group" aria-label={label} ref={box} sx={{ gridColumn: '1 / -1' }}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines.map((line, at) => (
          <OrderedRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
            key={at}
            label={`${itemLabel} ${at + 1}`}
            place={at}
            count={lines.length}
            value={line}
            error={errorAt(at)}
            {...(at === 0 ? { inputRef: field.ref } : {})}
            onChange={(next) => change(lines.with(at, next))}
            onBlur={field.onBlur}
            onKeyDown={(event) => goOn(event, at)}
            onMove={(by) => move(at, by, false)}
            onRemove={() => remove(at)}
          />
        ))}
      </Box>
      {error || hint ? <FormHelperText error={Boolean(error)}>{error ?? hint}</FormHelperText> : null}
      <Button
        size="small"
        startIcon={<Icon name="add" size={18} />}
        disabled={lines.length >= max}
        onClick={() => addAfter(lines.length - 1)}
        sx={{ mt: 1 }}
      >
        Add {itemLabel.toLowerCase()}
      </Button>
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {said}
      </Box>
    </Box>
  );
}
