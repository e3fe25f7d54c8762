import Box from '@mui/material/Box';
import { findMatches } from './find-matches.ts';

export type HighlightProps = {
  text: string;
  /** What was searched for; each of its words is marked wherever it is found. */
  query: string;
};

/** A text with the words of a search marked in it. */
export function Highlight({ text, query }: HighlightProps) {
  const spans = findMatches(text, query);
  if (spans.every((span) => !span.isMatch)) return text;
  return spans.map((span, at) =>
    span.isMatch ? (
      <Box
        component="mark"
        // biome-ignore lint/suspicious/noArrayIndexKey: the spans of one text have no other name than their place
        key={at}
        sx={(theme) => ({
          color: 'inherit',
          fontWeight: 600,
          backgroundColor: theme.vars.palette.tint.primary,
          boxShadow: `0 1px 0 ${theme.vars.palette.primary.main}`,
        })}
      >
        {span.text}
      </Box>
    ) : (
      span.text
    ),
  );
}
