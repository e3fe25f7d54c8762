import { styled } from '@mui/material/styles';
import type { CSSProperties } from 'react';
import type { Mark } from '../../../parts/search/search-column.ts';
import { OneLine } from '../../../parts/text/one-line.tsx';
import { JobTypeChips, MAX_CHIPS } from '../job/job-type-chips.tsx';

export type TitleCellProps = { title: string; types: readonly string[]; states: readonly string[]; mark: Mark };

/** One line in a row; on a card the kinds of work stand below the title. */
const Line = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  // However long the title, the beginning of each kind of work is seen beside it.
  '& > .one-line': { flex: 'none', maxWidth: 'calc(100% - var(--types))' },
  [theme.breakpoints.down('sm')]: { flexDirection: 'column', alignItems: 'flex-start', gap: 4, '& > .one-line': { maxWidth: '100%' } },
}));

/** What the kinds of work keep for themselves. */
const roomOf = (count: number) => (count === 0 ? '0px' : `${24 + 48 * Math.min(count, MAX_CHIPS)}px`);

/** The title of a job or quote with the kinds of work it is. */
export function TitleCell({ title, types, states, mark }: TitleCellProps) {
  return (
    <Line style={{ '--types': roomOf(types.length) } as CSSProperties}>
      <OneLine full={title}>{mark(title)}</OneLine>
      <JobTypeChips types={types} states={states} />
    </Line>
  );
}
