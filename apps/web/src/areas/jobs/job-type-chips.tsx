import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** Job types per row; more are told by their number. */
const SHOWN = 3;

export type JobTypeChipsProps = { types: readonly string[] };

/** What kind of work it is. A click adds the kind to the filter. */
export function JobTypeChips({ types }: JobTypeChipsProps) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  function add(type: string): void {
    const chosen = [search.job_types ?? []].flat() as string[];
    const job_types = [...new Set([...chosen, type])];
    void navigate({ to: '.', search: (old: object) => ({ ...old, job_types, advancedSearch: true, page: undefined }) } as never);
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
