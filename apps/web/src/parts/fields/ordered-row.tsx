import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { type KeyboardEvent, type Ref, useId } from 'react';
import { Icon } from '../icon/icon.tsx';

export type OrderedRowProps = {
  /** "Hazard 3". */
  label: string;
  place: number;
  count: number;
  value: string;
  error: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

/** A finger needs more room than a mouse. */
const BUTTON = { width: { xs: 40, sm: 28 }, height: { xs: 40, sm: 28 }, flexShrink: 0 };

/** A line of an ordered list. Its arrows are for the mouse and the finger; by keyboard it moves with Alt+↑ and Alt+↓. */
export function OrderedRow(props: OrderedRowProps) {
  const { label, place, count, value, error, inputRef, onChange, onBlur, onKeyDown, onMove, onRemove } = props;
  const helpId = useId();
  const title = value.trim() || label.toLowerCase();
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: { xs: 44, sm: 36 }, color: 'text.secondary' }}>
        <Box
          component="span"
          aria-hidden
          sx={{ width: 28, flexShrink: 0, fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums', textAlign: 'right', pr: 2 }}
        >
          {place + 1}
        </Box>
        <InputBase
          fullWidth
          value={value}
          {...(inputRef ? { inputRef } : {})}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          error={Boolean(error)}
          slotProps={{
            input: {
              'aria-label': label,
              autoComplete: 'off',
              'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
              ...(error ? { 'aria-describedby': helpId } : {}),
            },
          }}
          sx={{
            px: 1.5,
            borderRadius: '6px',
            color: 'text.primary',
            '&.Mui-focused': { outline: '2px solid', outlineColor: 'primary.main' },
            '&.Mui-error': { outline: '1px solid', outlineColor: 'error.main' },
          }}
        />
        <IconButton
          size="small"
          sx={BUTTON}
          tabIndex={-1}
          aria-label={`Move ${title} up`}
          disabled={place === 0}
          onClick={() => onMove(-1)}
        >
          <Icon name="arrow_upward" size={18} />
        </IconButton>
        <IconButton
          size="small"
          sx={BUTTON}
          tabIndex={-1}
          aria-label={`Move ${title} down`}
          disabled={place === count - 1}
          onClick={() => onMove(1)}
        >
          <Icon name="arrow_downward" size={18} />
        </IconButton>
        <IconButton size="small" sx={BUTTON} aria-label={`Remove ${title}`} onClick={onRemove}>
          <Icon name="close" size={18} />
        </IconButton>
      </Box>
      {error ? (
        <FormHelperText id={helpId} error sx={{ ml: 8, mb: 1 }}>
          {error}
        </FormHelperText>
      ) : null}
    </Box>
  );
}
