import type { ToleranceWords } from '@dmse/domain/sites/tolerance-text';
import { surveyDefaults, type Tolerances } from '@dmse/survey/survey-settings';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormContext, useWatch } from 'react-hook-form';
import { NumberField } from '../../parts/fields/number-field.tsx';
import type { FieldName } from '../../parts/form/use-field.ts';

export type ToleranceFieldProps = { name: FieldName; words: ToleranceWords };

/** A tolerance with its unit, its sentence, and the way back to the value it shipped with. */
export function ToleranceField({ name, words }: ToleranceFieldProps) {
  const shipped = surveyDefaults.tolerances[name as keyof Tolerances];
  const value = useWatch({ name }) as unknown;
  const { setValue } = useFormContext();
  const unit = words.unit;
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
        <Box sx={{ flex: '0 1 240px', minWidth: 0 }}>
          <NumberField name={name} label={words.label} {...(unit ? { unit } : {})} />
        </Box>
        {value === shipped ? null : (
          <Button
            size="small"
            sx={{ flexShrink: 0, minHeight: { xs: 44, sm: 36 } }}
            aria-label={`Reset to ${shipped}, ${words.label}`}
            onClick={() => setValue(name, shipped, { shouldDirty: true, shouldValidate: true })}
          >
            Reset to {shipped}
          </Button>
        )}
      </Box>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', mt: 0.5 }}>{words.text}</Box>
    </Box>
  );
}
