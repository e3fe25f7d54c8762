import { listMilestones, type MilestoneRow } from '@dmse/contract/work/milestone';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { invalidateArea } from '../../../api/invalidate.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import type { Selection } from '../../../parts/search/search-view.ts';
import { useCan, useSelf, useUpdateSelf } from '../../../session/self.ts';
import { MemoDialog } from '../../memos/memo/memo-dialog.tsx';
import { BulkActions } from '../../work/milestone/bulk-actions.tsx';
import { milestoneColumns } from '../../work/milestone/milestone-columns.tsx';

const READY = { is_blocked: false };

/** The milestones that are ready to be worked on, over all jobs. */
export function ProgressView() {
  const { id, preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const managesJobs = useCan('jobs.write');
  const client = useQueryClient();
  const [memo, setMemo] = useState<number | null>(null);
  const columns = useMemo(() => milestoneColumns(setMemo), []);
  const filters = useMemo<readonly SearchFilter[]>(
    () => (managesJobs ? [{ kind: 'toggle', name: 'project_manager', label: 'My Projects', value: String(id) }] : []),
    [managesJobs, id],
  );
  const selection = ({ rows }: Selection<MilestoneRow>) => (
    <BulkActions
      run={async (send) => {
        try {
          return await send();
        } finally {
          await invalidateArea(client, 'jobs');
        }
      }}
      milestones={rows}
      canEdit
    />
  );
  return (
    <>
      <SearchTable
        endpoint={listMilestones}
        label="Milestones ready to be worked on"
        noun={['milestone', 'milestones']}
        columns={columns}
        usualOrder="due_date"
        filters={filters}
        fixed={READY}
        rowLink={(row) => `/job/${row.job.id}/tasks`}
        rowTitle={(row) => `${row.job.num} ${row.name}`}
        {...(managesJobs ? { selection } : {})}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        empty={{ text: 'A milestone is ready when its job is in progress, what it waits for is done, and no issue stands in the way.' }}
      />
      {memo === null ? null : <MemoDialog id={memo} onClose={() => setMemo(null)} />}
    </>
  );
}
