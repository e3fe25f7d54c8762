import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { MultiSelect } from './multi-select.tsx';
import { type FilterValue, type SearchFilter, wordOf, wordsOf } from './search-filter.ts';
import { SingleSelect } from './single-select.tsx';

export type FilterControlProps = {
  filter: SearchFilter;
  value: FilterValue | undefined;
  onChange: (value: FilterValue) => void;
};

/** The control of one filter. */
export function FilterControl({ filter, value, onChange }: FilterControlProps) {
  switch (filter.kind) {
    case 'multi':
      return <MultiSelect label={filter.label} choices={filter.choices} value={wordsOf(value)} onChange={onChange} />;
    case 'linked':
      return null;
    case 'single':
      return (
        <SingleSelect label={filter.label} choices={filter.choices} anyLabel={filter.anyLabel} value={wordOf(value)} onChange={onChange} />
      );
    case 'toggle': {
      const Control = filter.isCheckbox ? Checkbox : Switch;
      return (
        <FormControlLabel
          label={filter.label}
          sx={{ mx: filter.isCheckbox ? 0 : 2, height: 36, whiteSpace: 'nowrap' }}
          control={
            <Control
              size="small"
              checked={wordOf(value) !== ''}
              onChange={(event) => onChange(event.target.checked ? (filter.value ?? 'true') : '')}
              sx={filter.isCheckbox ? {} : { mr: 1.5 }}
            />
          }
        />
      );
    }
    case 'own':
      return filter.render(wordOf(value), onChange);
  }
}
