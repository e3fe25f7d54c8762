import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import type { BaseMaps } from './use-base-maps.ts';

/** Which map lies under everything else. Nothing is shown where there is only the shipped one. */
export function BaseMapChooser({ list, chosen, choose }: Pick<BaseMaps, 'list' | 'chosen' | 'choose'>) {
  const id = useId();
  if (list.length === 0) return null;
  return (
    <FormControl>
      <FormLabel id={id}>Base map</FormLabel>
      <RadioGroup aria-labelledby={id} value={chosen?.id ?? 0} onChange={(_, value) => choose(Number(value) || null)}>
        <FormControlLabel value={0} control={<Radio size="small" />} label="Plain" />
        {list.map((base) => (
          <FormControlLabel key={base.id} value={base.id} control={<Radio size="small" />} label={base.name} />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
