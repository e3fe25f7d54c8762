import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { type HTMLAttributes, memo } from 'react';
import { Highlight } from '../text/highlight.tsx';
import type { PickerChoice } from './picker-choice.ts';

export type PickerOptionProps = { option: HTMLAttributes<HTMLLIElement>; choice: PickerChoice; query: string; isMore: boolean };

const Words = styled('div')(({ theme }) => ({
  minWidth: 0,
  '& > .subtitle': { fontSize: '0.75rem', color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
}));

/** Drawn again when other words were searched for, not with every letter. */
const ChoiceWords = memo(({ label, subtitle, query }: Pick<PickerChoice, 'label' | 'subtitle'> & { query: string }) => (
  <Words>
    <Highlight text={label} query={query} />
    {subtitle ? (
      <div className="subtitle">
        <Highlight text={subtitle} query={query} />
      </div>
    ) : null}
  </Words>
));

/** A line of a picker: what the record is called, and under it what tells it from its namesakes. */
export function PickerOption({ option, choice, query, isMore }: PickerOptionProps) {
  if (isMore)
    return (
      <Box component="li" {...option} sx={{ color: 'primary.main', fontWeight: 500 }}>
        {choice.label}
      </Box>
    );
  return (
    <li {...option}>
      <ChoiceWords label={choice.label} subtitle={choice.subtitle} query={query} />
    </li>
  );
}
