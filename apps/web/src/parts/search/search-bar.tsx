import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Stack from '@mui/material/Stack';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { BottomBar, usePageHasBar } from '../page/bottom-bar.tsx';
import { useNarrow } from '../page/use-narrow.ts';
import { FilterControl } from './filter-control.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { SearchBox } from './search-box.tsx';
import { activeFilters, type SearchFilter, wordOf } from './search-filter.ts';
import { type SearchState, useDraft } from './use-search-state.ts';

export type SearchBarProps = {
  state: SearchState;
  filters: readonly SearchFilter[];
  search: { label: string; hint?: string } | null;
  /** Buttons of the list, on the right. */
  tools?: ReactNode;
  /** On a phone the buttons stand at the bottom of the window, unless the page has some of its own there. */
  isOfPage?: boolean;
  /** How to order on a phone, where there are no headers to click. */
  sorting?: ReactNode;
};

function DraftBox({ state, label, hint }: { state: SearchState; label: string; hint?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const follow = useEffectEvent(() => {
    const words = wordOf(state.draft.get().query);
    if (input.current && input.current.value !== words) input.current.value = words;
  });
  const { draft, values } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address may have changed without the draft
  useEffect(() => follow(), [values]);
  useEffect(() => draft.subscribe(() => follow()), [draft.subscribe]);
  return (
    <SearchBox
      label={label}
      hint={hint}
      initial={wordOf(draft.get().query)}
      inputRef={input}
      onChange={(value) => state.setFilter('query', value)}
      onEnter={state.flush}
    />
  );
}

function DraftFilter({ state, filter }: { state: SearchState; filter: SearchFilter }) {
  const value = useDraft(state, (draft) => draft[filter.name]);
  return <FilterControl filter={filter} value={value} onChange={(next) => state.setFilter(filter.name, next)} />;
}

/** The filters of a list in one line, the advanced ones in a second; on a phone behind one button. */
export function SearchBar({ state, filters, search, tools, isOfPage = false, sorting }: SearchBarProps) {
  const isNarrow = useNarrow();
  const hasPageBar = usePageHasBar();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const advancedId = useId();
  const advanced = filters.filter((filter) => filter.isAdvanced);
  const plain = filters.filter((filter) => !filter.isAdvanced);
  const chosen = useDraft(state, (draft) => activeFilters(filters, draft).length);
  const show = (filter: SearchFilter) => <DraftFilter key={filter.name} state={state} filter={filter} />;
  const box = search ? <DraftBox state={state} {...search} /> : null;

  if (isNarrow) {
    const isInBar = isOfPage && !hasPageBar;
    return (
      <Stack sx={{ gap: 2 }}>
        {box}
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {filters.length > 0 || sorting ? (
            <Badge badgeContent={chosen} color="primary">
              <Button variant="outlined" startIcon={<Icon name="tune" />} onClick={() => setSheetOpen(true)}>
                Filter and sort
              </Button>
            </Badge>
          ) : null}
          {isInBar ? null : tools}
        </Stack>
        {tools && isInBar ? <BottomBar>{tools}</BottomBar> : null}
        <FilterSheet open={isSheetOpen} onClose={() => setSheetOpen(false)}>
          {filters.map(show)}
          {sorting}
        </FilterSheet>
      </Stack>
    );
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ columnGap: 2, rowGap: 3, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        {box}
        {plain.map(show)}
        {advanced.length > 0 ? (
          <Button
            onClick={() => state.setAdvanced(!state.isAdvanced)}
            aria-expanded={state.isAdvanced}
            aria-controls={advancedId}
            endIcon={<Icon name={state.isAdvanced ? 'keyboard_arrow_up' : 'keyboard_arrow_down'} />}
          >
            Advanced Search
          </Button>
        ) : null}
        {tools ? (
          <Stack direction="row" sx={{ gap: 2, ml: 'auto' }}>
            {tools}
          </Stack>
        ) : null}
      </Stack>
      {advanced.length > 0 ? (
        <Collapse in={state.isAdvanced} id={advancedId} unmountOnExit>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', pt: 1.5 }}>
            {advanced.map(show)}
          </Stack>
        </Collapse>
      ) : null}
    </Stack>
  );
}
