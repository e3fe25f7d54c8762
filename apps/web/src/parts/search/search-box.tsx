import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useRef } from 'react';
import { Icon } from '../icon.tsx';

export type SearchBoxProps = {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** Enter does not wait for the debounce. */
  onEnter: () => void;
};

/** The search words of a list. The shell finds it by its type when `/` is pressed. */
export function SearchBox({ label, hint, value, onChange, onEnter }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = value ? (
    <InputAdornment position="end">
      <IconButton
        size="small"
        edge="end"
        aria-label="Clear search"
        onClick={() => {
          onChange('');
          input.current?.focus();
        }}
      >
        <Icon name="close" size={18} />
      </IconButton>
    </InputAdornment>
  ) : null;
  return (
    <TextField
      type="search"
      label={label}
      helperText={hint}
      value={value}
      inputRef={input}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      sx={{ flex: { xs: 'none', sm: '1 1 260px' }, maxWidth: { sm: 420 }, '& input::-webkit-search-cancel-button': { display: 'none' } }}
      slotProps={{
        htmlInput: { maxLength: 200, autoComplete: 'off', enterKeyHint: 'search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Icon name="search" />
            </InputAdornment>
          ),
          endAdornment: clear,
        },
      }}
    />
  );
}
