import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';

/** Job types per row; more are told by their number. */
const SHOWN = 3;

const FILTERS = ['query', 'state', 'job_types', 'discipline', 'project_manager'];

export type JobTypeChipsProps = {
  types: readonly string[];
  /** The states the dashboard shows while nothing was chosen; they stay when a kind of work is. */
  states: readonly string[];
};

/** What kind of work it is. A click adds the kind to the filter. */
export function JobTypeChips({ types, states }: JobTypeChipsProps) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const isDashboard = useLocation({ select: ({ pathname }) => pathname === '/jobs' });
  const isUntouched = isDashboard && FILTERS.every((name) => search[name] === undefined);
  function add(type: string): void {
    const chosen = [search.job_types ?? []].flat() as string[];
    const job_types = [...new Set([...chosen, type])];
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, ...(isUntouched ? { state: states } : {}), job_types, advancedSearch: true, page: undefined }),
    } as never);
  }
  if (types.length === 0) return null;
  return (
    <Stack direction="row" component="span" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {types.slice(0, SHOWN).map((type) => (
        <Chip
          key={type}
          size="small"
          variant="outlined"
          label={type}
          title={`Show ${type}`}
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            add(type);
          }}
        />
      ))}
      {types.length > SHOWN ? (
        <Chip size="small" variant="outlined" label={`+${types.length - SHOWN}`} title={types.slice(SHOWN).join(', ')} />
      ) : null}
    </Stack>
  );
}
