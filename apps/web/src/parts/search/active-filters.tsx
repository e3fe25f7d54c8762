import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Icon } from '../icon.tsx';
import { activeFilters, type FilterValue, type FilterValues, type SearchFilter, wordOf } from './search-filter.ts';

export type ActiveFiltersProps = {
  filters: readonly SearchFilter[];
  values: FilterValues;
  /** "120 clients", or nothing while nothing is known. */
  count: string;
  onChange: (name: string, value: FilterValue) => void;
  onClear: () => void;
};

/** The line under the filters: how many were found, by which filters, each of which can be taken off here. */
export function ActiveFilters({ filters, values, count, onChange, onClear }: ActiveFiltersProps) {
  const chips = activeFilters(filters, values);
  const canClear = chips.length > 0 || wordOf(values.query) !== '';
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1.5, minHeight: 30 }}>
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mr: 1 }}>
        {count}
      </Typography>
      {chips.map((chip) => (
        <Chip
          key={chip.key}
          size="small"
          color="primary"
          clickable
          onClick={() => onChange(chip.name, chip.rest)}
          aria-label={`Remove filter ${chip.label}`}
          label={
            <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1 }}>
              {chip.label}
              <Icon name="close" size={14} />
            </Stack>
          }
        />
      ))}
      {canClear ? (
        <Button size="small" onClick={onClear} sx={{ minHeight: 26, px: 2 }}>
          Clear
        </Button>
      ) : null}
    </Stack>
  );
}
