import { listMilestones } from '@dmse/contract/work/milestone';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { useSelf, useUpdateSelf } from '../../../session/self.ts';
import { MemoDialog } from '../../memos/memo/memo-dialog.tsx';
import { milestoneColumns } from '../../work/milestone/milestone-columns.tsx';
import { useJobSettings } from '../job/use-job-settings.ts';

/** A kind of work to look for; choosing one looks beyond what is one's own. */
function WorkSelector({ names, value, onChange }: { names: readonly string[]; value: string; onChange: (value: string) => void }) {
  return (
    <Autocomplete
      size="small"
      options={[...names]}
      value={value || null}
      onChange={(_, next) => onChange(next ?? '')}
      sx={{
        flex: '1 1 260px',
        maxWidth: 420,
        '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall': { py: 0, '& .MuiAutocomplete-input': { py: '7px' } },
      }}
      renderInput={(params) => <TextField {...params} label="Search for work..." />}
    />
  );
}

/** The milestones assigned to the person; or, for a kind of work, all jobs that need it. */
export function AssignmentsView() {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const settings = useJobSettings();
  const search = useSearch({ from: '/jobs' });
  const [memo, setMemo] = useState<number | null>(null);
  const columns = useMemo(() => milestoneColumns(setMemo).filter(({ id }) => id !== 'last_time_entry_date'), []);
  const filters = useMemo<readonly SearchFilter[]>(() => {
    const names = (settings?.milestone_templates ?? []).map(({ name }) => name);
    return [
      {
        kind: 'own',
        name: 'name',
        label: 'Work',
        render: (value, onChange) => <WorkSelector names={names} value={value} onChange={onChange} />,
        describe: (value) => value,
      },
    ];
  }, [settings]);
  const looksForWork = typeof search.name === 'string' ? search.name !== '' : Array.isArray(search.name) && search.name.length > 0;
  const fixed = useMemo(() => ({ is_blocked: false, my_assignments: !looksForWork }), [looksForWork]);
  return (
    <>
      <SearchTable
        endpoint={listMilestones}
        label="Assignments"
        noun={['milestone', 'milestones']}
        search={null}
        columns={columns}
        usualOrder="due_date"
        filters={filters}
        fixed={fixed}
        rowLink={(row) => `/job/${row.job.id}/tasks`}
        rowTitle={(row) => `${row.job.num} ${row.name}`}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        empty={{ text: 'Nothing that is ready is assigned to you. Search for work to see what other jobs need.' }}
      />
      {memo === null ? null : <MemoDialog id={memo} onClose={() => setMemo(null)} />}
    </>
  );
}
