import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type RefObject, useRef } from 'react';
import { Icon } from '../icon/icon.tsx';

export type SearchBoxProps = {
  label: string;
  hint?: string | undefined;
  /** What stands in it at first. From then on the browser draws the letters alone: React has nothing to do while somebody types. */
  initial: string;
  /** For whoever writes into it from outside. */
  inputRef?: RefObject<HTMLInputElement | null>;
  onChange: (value: string) => void;
  /** Enter does not wait for the debounce. */
  onEnter: () => void;
};

const LOOK = {
  flex: { xs: 'none', sm: '1 1 260px' },
  maxWidth: { sm: 420 },
  '& input::-webkit-search-cancel-button': { display: 'none' },
  // By the browser: the first letter need not wait for React to show the button.
  '& input:placeholder-shown ~ .MuiInputAdornment-positionEnd': { visibility: 'hidden' },
};

/** The search words of a list. The shell finds it by its type when `/` is pressed. */
export function SearchBox({ label, hint, initial, inputRef, onChange, onEnter }: SearchBoxProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  function clear(): void {
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
    onChange('');
  }
  return (
    <TextField
      type="search"
      label={label}
      helperText={hint}
      defaultValue={initial}
      inputRef={input}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      placeholder=" "
      sx={LOOK}
      slotProps={{
        htmlInput: { maxLength: 200, autoComplete: 'off', enterKeyHint: 'search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Icon name="search" />
            </InputAdornment>
          ),
          endAdornment: (
            <InputAdornment position="end">
              <IconButton size="small" edge="end" aria-label="Clear search" onClick={clear}>
                <Icon name="close" size={18} />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
