import { styled } from '@mui/material/styles';
import { useRouter } from '@tanstack/react-router';
import { useSetWords } from '../../../parts/search/address.ts';

/** Job types per row; more are told by their number. */
export const MAX_CHIPS = 3;

const FILTERS = ['query', 'state', 'job_types', 'discipline', 'project_manager'];

export type JobTypeChipsProps = {
  types: readonly string[];
  /** The states the dashboard shows while nothing was chosen; they stay when a kind of work is. */
  states: readonly string[];
};

const Types = styled('span')(({ theme }) => ({
  display: 'flex',
  gap: 4,
  // In a row they share a line with the title and give way to it; on a card they have lines of their own.
  flex: '0 1 auto',
  minWidth: 0,
  [theme.breakpoints.down('sm')]: { flexWrap: 'wrap' },
  '& > *': {
    font: 'inherit',
    fontSize: '0.75rem',
    lineHeight: '18px',
    color: theme.vars.palette.text.secondary,
    background: 'none',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 999,
    padding: '0 8px',
    minWidth: 28,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    [theme.breakpoints.down('sm')]: { lineHeight: '24px' },
  },
  '& > button': {
    cursor: 'pointer',
    '&:hover': { color: theme.vars.palette.text.primary, borderColor: theme.vars.palette.text.secondary },
  },
}));

/** What kind of work it is. A click adds the kind to the filter. */
export function JobTypeChips({ types, states }: JobTypeChipsProps) {
  // The address is read when it is needed: a chip that followed it would be drawn again with every search.
  const router = useRouter();
  const setWords = useSetWords();
  function add(type: string): void {
    const { pathname, search } = router.latestLocation;
    const old = search as Record<string, unknown>;
    const isUntouched = pathname === '/jobs' && FILTERS.every((name) => old[name] === undefined);
    const job_types = [...new Set([...([old.job_types ?? []].flat() as string[]), type])];
    const added = { ...(isUntouched ? { state: states } : {}), job_types, advancedSearch: true, page: undefined };
    setWords(added, { isStep: true, toTop: true });
  }
  if (types.length === 0) return null;
  return (
    <Types>
      {types.slice(0, MAX_CHIPS).map((type) => (
        <button
          key={type}
          type="button"
          title={`Show ${type}`}
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            add(type);
          }}
        >
          {type}
        </button>
      ))}
      {types.length > MAX_CHIPS ? <span title={types.slice(MAX_CHIPS).join(', ')}>+{types.length - MAX_CHIPS}</span> : null}
    </Types>
  );
}
