import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Icon } from '../icon/icon.tsx';
import { activeFilters, type SearchFilter, wordOf } from './search-filter.ts';
import { type SearchState, useDraft } from './use-search-state.ts';

export type ActiveFiltersProps = {
  filters: readonly SearchFilter[];
  state: SearchState;
  /** "120 clients", or nothing while nothing is known. */
  count: string;
};

/** Always made: the first letter of a search should not wait for it, nor draw the chips beside it anew. */
function ClearButton({ state, hasChips }: { state: SearchState; hasChips: boolean }) {
  const hasWords = useDraft(state, (draft) => wordOf(draft.query) !== '');
  return (
    <Button
      size="small"
      onClick={state.clear}
      sx={{ minHeight: 26, px: 2 }}
      style={{ visibility: hasChips || hasWords ? 'visible' : 'hidden' }}
    >
      Clear
    </Button>
  );
}

/** The line under the filters: how many were found, by which filters, each of which can be taken off here. */
export function ActiveFilters({ filters, state, count }: ActiveFiltersProps) {
  // By their labels: a letter in the search box changes none of them.
  useDraft(state, (draft) =>
    activeFilters(filters, draft)
      .map(({ label }) => label)
      .join(),
  );
  const chips = activeFilters(filters, state.draft.get());
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
          onClick={() => state.setFilter(chip.name, chip.rest)}
          aria-label={`Remove filter ${chip.label}`}
          label={
            <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1 }}>
              {chip.label}
              <Icon name="close" size={14} />
            </Stack>
          }
        />
      ))}
      <ClearButton state={state} hasChips={chips.length > 0} />
    </Stack>
  );
}
