import InputBase from '@mui/material/InputBase';
import { type KeyboardEvent, useRef, useState } from 'react';
import { showProblem } from '../../api/problem-toast.ts';

export type InlineEditProps = {
  /** For screen readers: "Due date of Survey". */
  label: string;
  value: string;
  /** Writes the new value; a refusal is shown and what was typed stays. */
  onSave: (value: string) => Promise<unknown>;
  isReadOnly?: boolean;
  /** Shown, muted, while there is nothing. */
  unset?: string;
  align?: 'left' | 'right';
  /** Takes the focus with its words selected: for a cell that becomes an input only while it is edited. */
  startsOpen?: boolean;
  /** The person is done with it: it is saved, or was left as it was. */
  onEnd?: () => void;
};

/** A cell that is text until pointed at or focused. Enter saves, Esc restores, and a saved one flashes once. */
export function InlineEdit(props: InlineEditProps) {
  const { label, value, onSave, isReadOnly = false, unset = '–', align = 'left', startsOpen = false, onEnd } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const [flashes, setFlashes] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  if (isReadOnly) return value || unset;

  async function save(): Promise<void> {
    const next = draft?.trim();
    if (isBusy) return;
    if (next === undefined || next === value) {
      setDraft(null);
      onEnd?.();
      return;
    }
    setBusy(true);
    try {
      await onSave(next);
      setDraft(null);
      setRefused(false);
      setFlashes((count) => count + 1);
      onEnd?.();
    } catch (error) {
      setRefused(true);
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      void save();
    }
    if (event.key === 'Escape' && (draft !== null || onEnd)) {
      event.stopPropagation();
      setDraft(null);
      setRefused(false);
      input.current?.select();
      onEnd?.();
    }
  }

  return (
    <InputBase
      // A new key starts the flash anew; the input itself stays, with its focus.
      data-flash={flashes}
      inputRef={input}
      value={draft ?? value}
      placeholder={unset}
      readOnly={isBusy}
      error={isRefused}
      autoFocus={startsOpen}
      onFocus={(event) => startsOpen && event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={onKeyDown}
      // What was typed is never dropped because somebody clicked elsewhere.
      onBlur={() => void save()}
      slotProps={{ input: { 'aria-label': label, style: { textAlign: align } } }}
      sx={(theme) => ({
        fontSize: 'inherit',
        color: 'inherit',
        mx: '-7px',
        my: '-3px',
        width: 'calc(100% + 14px)',
        borderRadius: '6px',
        border: '1px solid transparent',
        '& input': { px: '6px', py: '2px', height: 'auto', textOverflow: 'ellipsis' },
        '& input::placeholder': { color: 'text.secondary', opacity: 1 },
        '&:hover': { borderColor: 'inputLine', backgroundColor: 'background.paper' },
        '&.Mui-focused': {
          borderColor: 'primary.main',
          boxShadow: `0 0 0 1px ${theme.vars.palette.primary.main}`,
          backgroundColor: 'background.paper',
        },
        '&.Mui-error': { borderColor: 'error.main' },
        '@keyframes saved-even': { from: { backgroundColor: theme.vars.palette.success.main }, to: {} },
        '@keyframes saved-odd': { from: { backgroundColor: theme.vars.palette.success.main }, to: {} },
        ...(flashes > 0 ? { animation: `${flashes % 2 ? 'saved-odd' : 'saved-even'} 700ms ease-out` } : {}),
        '@media (prefers-reduced-motion: reduce)': { animationDuration: '1ms' },
      })}
    />
  );
}
