import { styled } from '@mui/material/styles';
import type { Mark } from '../../../parts/search/search-column.ts';
import { OneLine } from '../../../parts/text/one-line.tsx';
import { JobTypeChips } from '../job/job-type-chips.tsx';

export type TitleCellProps = { title: string; types: readonly string[]; states: readonly string[]; mark: Mark };

/** One line in a row; on a card the kinds of work stand below the title. */
const Line = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  // However long the title, something of the kinds of work is seen beside it.
  '& > .one-line': { flex: 'none', maxWidth: 'calc(100% - 56px)', '&:only-child': { maxWidth: '100%' } },
  [theme.breakpoints.down('sm')]: { flexDirection: 'column', alignItems: 'flex-start', gap: 4, '& > .one-line': { maxWidth: '100%' } },
}));

/** The title of a job or quote with the kinds of work it is. */
export function TitleCell({ title, types, states, mark }: TitleCellProps) {
  return (
    <Line>
      <OneLine full={title}>{mark(title)}</OneLine>
      <JobTypeChips types={types} states={states} />
    </Line>
  );
}
