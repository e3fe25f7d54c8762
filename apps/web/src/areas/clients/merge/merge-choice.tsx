import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';

export type MergeChoiceProps = {
  label: string;
  options: readonly { id: number; words: string }[];
  value: number;
  onChange: (id: number) => void;
};

/** One of several answers to the same question. */
export function MergeChoice({ label, options, value, onChange }: MergeChoiceProps) {
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId} sx={{ fontWeight: 500 }}>
        {label}
      </FormLabel>
      <RadioGroup aria-labelledby={labelId} value={String(value)} onChange={(event) => onChange(Number(event.target.value))}>
        {options.map(({ id, words }) => (
          <FormControlLabel
            key={id}
            value={String(id)}
            control={<Radio size="small" />}
            label={words}
            sx={{ '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere', whiteSpace: 'pre-line' } }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
