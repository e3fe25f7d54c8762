import TextField from '@mui/material/TextField';
import { NumberInput, type NumberValue } from '../../parts/fields/number-input.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';

type Frame = { name: string; epoch: NumberValue };

function sayFrame(value: unknown): string {
  const { name, epoch } = value as Frame;
  return `${name}, epoch ${epoch}`;
}

/** The reference frame as a PPP report spells it, and its epoch as a decimal year. */
export function FrameField({ name }: { name: FieldName }) {
  const { field, partErrors } = useField(name, undefined, sayFrame);
  const frame = field.value as Frame;
  return (
    <>
      <TextField
        label="Frame"
        required
        autoComplete="off"
        value={frame.name}
        inputRef={field.ref}
        onChange={(event) => field.onChange({ ...frame, name: event.target.value })}
        onBlur={field.onBlur}
        error={Boolean(partErrors.name)}
        helperText={partErrors.name ?? 'As the report spells it, such as NAD83.'}
      />
      <NumberInput
        label="Epoch"
        isRequired
        value={frame.epoch}
        onChange={(epoch) => field.onChange({ ...frame, epoch })}
        onBlur={field.onBlur}
        error={partErrors.epoch}
        hint="A decimal year, such as 1997 or 2010."
      />
    </>
  );
}
