import { styled } from '@mui/material/styles';
import type { Mark } from '../../parts/search/search-column.ts';
import { OneLine } from '../../parts/text/one-line.tsx';
import { JobTypeChips } from './job-type-chips.tsx';

export type TitleCellProps = { title: string; types: readonly string[]; states: readonly string[]; mark: Mark };

/** One line in a row; on a card the kinds of work stand below the title. */
const Line = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  '& > .one-line': { flex: '0 1 auto', minWidth: 0 },
  [theme.breakpoints.down('sm')]: { flexDirection: 'column', alignItems: 'flex-start', gap: 4 },
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
