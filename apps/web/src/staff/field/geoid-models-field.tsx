import { isEqual } from '@dmse/domain/values/is-equal';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useCallback, useState } from 'react';
import { sayValue } from '../../parts/form/form-values.ts';
import { type FieldName, useField } from '../../parts/form/use-field.ts';
import { Icon } from '../../parts/icon/icon.tsx';
import { type GeoidModel, sayModel } from './list-text.ts';

const MOST = 50;

function readNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Which vertical system a geoid model leads to, told by a part of its name. The first that fits wins, so their order can be changed. */
export function GeoidModelsField({ name }: { name: FieldName }) {
  const say = useCallback((value: unknown) => ((value as GeoidModel[] | undefined) ?? []).map(sayModel).join('\n') || sayValue(null), []);
  const { label, field, error, itemErrors } = useField(name, undefined, say);
  const models = (field.value as GeoidModel[] | null | undefined) ?? [];
  const change = (at: number, patch: Partial<GeoidModel>) =>
    field.onChange(models.map((model, index) => (index === at ? { ...model, ...patch } : model)));
  return (
    <Box role="group" aria-label={label} sx={{ gridColumn: '1 / -1' }}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
        {models.map((model, at) => (
          <ModelRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a model has no other name than its place
            key={at}
            model={model}
            place={at}
            error={itemErrors[at]}
            onChange={(patch) => change(at, patch)}
            onBlur={field.onBlur}
            onUp={() => field.onChange(models.with(at, models[at - 1]!).with(at - 1, model))}
            onRemove={() => field.onChange(models.filter((_, index) => index !== at))}
          />
        ))}
      </Box>
      {error ? <FormHelperText error>{error}</FormHelperText> : null}
      <Button
        size="small"
        startIcon={<Icon name="add" size={18} />}
        disabled={models.length >= MOST}
        onClick={() => field.onChange([...models, { names: [], vertical_system: '' }])}
        sx={{ mt: 2 }}
      >
        Add geoid model
      </Button>
    </Box>
  );
}

type ModelRowProps = {
  model: GeoidModel;
  place: number;
  error: string | undefined;
  onChange: (patch: Partial<GeoidModel>) => void;
  onBlur: () => void;
  onUp: () => void;
  onRemove: () => void;
};

function ModelRow({ model, place, error, onChange, onBlur, onUp, onRemove }: ModelRowProps) {
  const [text, setText] = useState('');
  const shown = isEqual(readNames(text), model.names) ? text : model.names.join(', ');
  const title = `geoid model ${place + 1}`;
  // The reason belongs to the part that is empty; else it stands under the names.
  const isSystem = Boolean(error) && model.names.length > 0 && model.vertical_system.trim() === '';
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr auto auto', sm: 'minmax(0, 2fr) minmax(0, 1fr) auto auto' },
        gap: 2,
        alignItems: 'start',
      }}
    >
      <TextField
        label="Words in its name"
        autoComplete="off"
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          onChange({ names: readNames(event.target.value) });
        }}
        onBlur={onBlur}
        error={Boolean(error) && !isSystem}
        helperText={isSystem ? undefined : error}
        slotProps={{ htmlInput: { 'aria-label': `Words in the name of ${title}` } }}
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      />
      <TextField
        label="Vertical system"
        autoComplete="off"
        value={model.vertical_system}
        onChange={(event) => onChange({ vertical_system: event.target.value })}
        onBlur={onBlur}
        error={isSystem}
        helperText={isSystem ? error : undefined}
        slotProps={{ htmlInput: { 'aria-label': `Vertical system of ${title}` } }}
      />
      <IconButton aria-label={`Move ${title} up`} disabled={place === 0} onClick={onUp}>
        <Icon name="arrow_upward" size={18} />
      </IconButton>
      <IconButton aria-label={`Remove ${title}`} onClick={onRemove}>
        <Icon name="close" size={18} />
      </IconButton>
    </Box>
  );
}
