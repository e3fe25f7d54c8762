import { listControlPoints } from '@dmse/contract/sites/control-point';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useCallback } from 'react';
import { useFormContextOf } from '../../../parts/form/form-context.ts';
import { type FieldName, useField } from '../../../parts/form/use-field.ts';
import { Picker } from '../../../parts/picker/picker.tsx';
import { useCan } from '../../../session/self.ts';

/** The control points a plan was tied to; whoever may not look them up sees those that are named. */
export function ControlPointsField({ name }: { name: FieldName }) {
  const mayFind = useCan('sites.read');
  const { choicesOf } = useFormContextOf(name);
  const nameOf = useCallback((id: number) => choicesOf(name).get(String(id))?.label ?? `Number ${id}`, [choicesOf, name]);
  const say = useCallback((ids: unknown) => ((ids as number[] | undefined) ?? []).map(nameOf).join(', ') || 'None', [nameOf]);
  const { field, error, form } = useField(name, 'Control points', say);
  const ids = (field.value as number[] | undefined) ?? [];
  if (!mayFind && ids.length === 0) return null;
  return (
    <Box role="group" aria-label="Control points" sx={{ display: 'grid', gap: 2 }}>
      {mayFind ? (
        <Picker
          label="Add a control point"
          endpoint={listControlPoints}
          toChoice={(row) => ({ id: row.id, label: row.name, subtitle: row.note })}
          recentKey="control-point"
          isAdding
          value={null}
          without={ids}
          error={error}
          inputRef={field.ref}
          onChange={(choice) => {
            if (!choice) return;
            form.rememberChoice(name, choice);
            field.onChange([...ids, choice.id]);
          }}
        />
      ) : null}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {ids.map((id) => (
          <Chip key={id} size="small" label={nameOf(id)} onDelete={() => field.onChange(ids.filter((other) => other !== id))} />
        ))}
      </Box>
    </Box>
  );
}
