import { styled } from '@mui/material/styles';
import { findMatches } from './find-matches.ts';

export type HighlightProps = {
  text: string;
  /** What was searched for; each of its words is marked wherever it is found. */
  query: string;
};

const Mark = styled('mark')(({ theme }) => ({
  color: 'inherit',
  fontWeight: 600,
  backgroundColor: theme.vars.palette.tint.primary,
  boxShadow: `0 1px 0 ${theme.vars.palette.primary.main}`,
}));

/** A text with the words of a search marked in it. */
export function Highlight({ text, query }: HighlightProps) {
  const spans = findMatches(text, query);
  if (spans.every((span) => !span.isMatch)) return text;
  // biome-ignore lint/suspicious/noArrayIndexKey: the spans of one text have no other name than their place
  return spans.map((span, at) => (span.isMatch ? <Mark key={at}>{span.text}</Mark> : span.text));
}
