import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { GAP, TARGET } from '../../frame/field-tokens.ts';

export type Choice<T extends string | number> = { value: T; label?: ReactNode; says?: string };

export type ChoiceChipsProps<T extends string | number> = {
  label: string;
  choices: readonly Choice<T>[];
  value: T | readonly T[] | null;
  /** Null when the chosen one was tapped again. */
  onChange: (value: T | null, tapped: T) => void;
  children?: ReactNode;
  isLabelHidden?: boolean;
};

/** Choices side by side, each a whole thumb wide: one tap chooses, the same tap takes it back. */
export function ChoiceChips<T extends string | number>(props: ChoiceChipsProps<T>) {
  const { label, choices, value, onChange, children, isLabelHidden } = props;
  const isChosen = (one: T) => (Array.isArray(value) ? value.includes(one) : value === one);
  return (
    <Box role="group" aria-label={label}>
      {isLabelHidden ? null : (
        <Box aria-hidden sx={{ fontWeight: 600, mb: 1 }}>
          {label}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: `${GAP}px` }}>
        {choices.map((choice) => (
          <ButtonBase
            key={choice.value}
            aria-pressed={isChosen(choice.value)}
            {...(choice.says ? { 'aria-label': choice.says } : {})}
            onClick={() => onChange(isChosen(choice.value) ? null : choice.value, choice.value)}
            sx={{
              minHeight: TARGET,
              minWidth: TARGET,
              px: 3,
              borderRadius: 999,
              border: 2,
              fontSize: '1rem',
              fontWeight: 600,
              borderColor: isChosen(choice.value) ? 'primary.main' : 'inputLine',
              bgcolor: isChosen(choice.value) ? 'primary.main' : 'background.paper',
              color: isChosen(choice.value) ? 'primary.contrastText' : 'text.primary',
            }}
          >
            {choice.label ?? choice.value}
          </ButtonBase>
        ))}
        {children}
      </Box>
    </Box>
  );
}
