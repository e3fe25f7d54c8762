import Box from '@mui/material/Box';
import type { HTMLAttributes } from 'react';
import { Highlight } from '../text/highlight.tsx';
import type { PickerChoice } from './picker-choice.ts';

export type PickerOptionProps = { option: HTMLAttributes<HTMLLIElement>; choice: PickerChoice; query: string; isMore: boolean };

/** A line of a picker: what the record is called, and under it what tells it from its namesakes. */
export function PickerOption({ option, choice, query, isMore }: PickerOptionProps) {
  if (isMore)
    return (
      <Box component="li" {...option} sx={{ color: 'primary.main', fontWeight: 500 }}>
        {choice.label}
      </Box>
    );
  return (
    <Box component="li" {...option}>
      <Box sx={{ minWidth: 0 }}>
        <Highlight text={choice.label} query={query} />
        {choice.subtitle ? (
          <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis' }}>
            <Highlight text={choice.subtitle} query={query} />
          </Box>
        ) : null}
      </Box>
    </Box>
  );
}
