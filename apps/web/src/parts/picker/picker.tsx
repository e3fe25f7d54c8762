import type { Endpoint, InputOf } from '@dmse/contract/endpoint';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type ReactNode, type Ref, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { errorText } from '../notice/error-state.tsx';
import type { RowOf } from '../search/search-column.ts';
import { ListPopper } from './list-popper.tsx';
import { type PickerChoice, readRecentChoices, rememberRecentChoice } from './picker-choice.ts';
import { PickerOption } from './picker-option.tsx';
import { usePickerSearch } from './use-picker-search.ts';

export type PickerProps<E extends Endpoint> = {
  label: string;
  /** A list endpoint with `query`, `page` and `page_size`. */
  endpoint: E;
  /** Further parameters of the search. */
  input?: Partial<InputOf<E>>;
  toChoice: (row: RowOf<E>) => PickerChoice;
  value: PickerChoice | null;
  onChange: (choice: PickerChoice | null) => void;
  /** Under this name the last five choices are remembered on the device: "client". */
  recentKey: string;
  /** Ids that are not offered, because they are chosen already. */
  without?: readonly (number | string)[];
  isRequired?: boolean;
  isDisabled?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  isWide?: boolean;
  /** Empties itself after each choice: for adding to a list. */
  isAdding?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
};

/** The last line of the list, where there is more to find. It is chosen like the others, by pointer and keyboard. */
const MORE: PickerChoice = { id: '…more', label: 'Show more' };

const SLOTS = { popper: ListPopper };

/** Finds a record as you type: the last five choices first, then eight at a time. */
export function Picker<E extends Endpoint>(props: PickerProps<E>) {
  const { label, endpoint, input, toChoice, value, onChange, recentKey, without = [], isAdding = false } = props;
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  // The name of what is chosen stands in the box; only what is typed over it is a search.
  const typed = value && text === value.label ? '' : text;
  const found = usePickerSearch(endpoint, input, typed, isOpen);
  const isOffered = (choice: PickerChoice) => !without.includes(choice.id);
  const recent = typed.trim() === '' ? readRecentChoices(recentKey).filter(isOffered) : [];
  const others = found.rows.map(toChoice).filter((choice) => isOffered(choice) && !recent.some((one) => one.id === choice.id));
  const options = [...recent, ...others, ...(found.hasMore ? [MORE] : [])];

  function choose(choice: PickerChoice | null): void {
    if (choice?.id === MORE.id) {
      found.more();
      return;
    }
    if (choice) rememberRecentChoice(recentKey, choice);
    // Emptied by hand, it goes on offering.
    if (choice) setOpen(false);
    onChange(choice);
  }

  return (
    <Autocomplete<PickerChoice>
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={(_, reason) => reason !== 'selectOption' && setOpen(false)}
      options={options}
      value={isAdding ? null : value}
      onChange={(_, choice) => choose(choice)}
      inputValue={text}
      onInputChange={(_, next, reason) => {
        if (reason === 'input') setOpen(true);
        // Choosing "Show more" must not put its words into the box.
        if (next !== MORE.label) setText(isAdding && reason !== 'input' ? '' : next);
      }}
      filterOptions={(all) => all}
      getOptionLabel={(choice) => choice.label}
      getOptionKey={(choice) => choice.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      groupBy={recent.length > 0 ? (choice) => (recent.includes(choice) ? 'Recent' : 'All') : (undefined as never)}
      renderOption={(option, choice) => {
        const { key, ...rest } = option;
        return <PickerOption key={key} option={rest} choice={choice} query={found.query} isMore={choice.id === MORE.id} />;
      }}
      disabled={props.isDisabled ?? false}
      loading={found.isLoading && found.isOnline}
      loadingText="Searching…"
      noOptionsText={<Trouble isOnline={found.isOnline} error={found.error} onRetry={found.retry} />}
      popupIcon={<Icon name="arrow_drop_down" size={24} />}
      clearIcon={<Icon name="close" size={18} />}
      openText="Open the list"
      clearText="Clear"
      onBlur={props.onBlur ?? (() => {})}
      fullWidth
      sx={{
        ...(props.isWide ? { gridColumn: '1 / -1' } : {}),
        // As high as every other input.
        '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
          py: 0,
          pl: '6px',
          pr: '56px',
          '& .MuiAutocomplete-input': { py: '7px', pl: 2 },
        },
      }}
      size="small"
      slots={SLOTS}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={props.isRequired ?? false}
          error={Boolean(props.error)}
          helperText={props.error ?? offlineHint(found.isOnline, isOpen) ?? props.hint}
          {...(props.inputRef ? { inputRef: props.inputRef } : {})}
        />
      )}
    />
  );
}

function offlineHint(isOnline: boolean, isOpen: boolean): ReactNode {
  return isOpen && !isOnline ? 'You are offline: only recent choices are offered.' : undefined;
}

function Trouble({ isOnline, error, onRetry }: { isOnline: boolean; error: unknown; onRetry: () => void }) {
  if (!isOnline) return 'You are offline; searching needs a connection.';
  if (!error) return 'Nothing found. Try fewer words.';
  return (
    <Box role="alert">
      {errorText(error)} {/* The list closes on a lost focus, so the button must not take it. */}
      <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={onRetry}>
        Try again
      </Button>
    </Box>
  );
}
