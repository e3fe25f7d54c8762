import { type listMilestones, type MilestoneRow, milestoneFields } from '@dmse/contract/work/milestone';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import { DateText } from '../../../parts/text/date-text.tsx';
import { OneLine } from '../../../parts/text/one-line.tsx';
import { AssigneeCell } from './assignee-cell.tsx';
import { DueDateCell } from './due-date-cell.tsx';

/** May the person change it here? Only where the job is open and theirs to edit. */
const isReadOnly = ({ job }: MilestoneRow) => !(job.can_edit && job.is_editable);

const stop = (event: { stopPropagation: () => void }) => event.stopPropagation();

/** The columns of Progress View; Assignments View has them without the last entry. `onMemo` opens the memo that stands out. */
export function milestoneColumns(onMemo: (id: number) => void): readonly ColumnOf<typeof listMilestones>[] {
  return [
    { id: 'task', title: 'Task', text: (row) => `${row.job.num} - ${row.task_name}`, order: 'task_name', width: '20%' },
    {
      id: 'project_manager',
      title: 'Project Manager',
      text: (row) => row.job.project_manager?.full_name,
      unset: '–',
      width: 135,
      card: 'none',
    },
    { id: 'name', title: 'Milestone', text: (row) => row.name, order: 'name', card: 'line' },
    {
      id: 'assigned_user',
      title: milestoneFields.assigned_user,
      cell: (row) => (
        <Box onClick={stop}>
          <AssigneeCell milestone={row} isReadOnly={isReadOnly(row)} />
        </Box>
      ),
      order: 'assigned_user',
      width: 160,
    },
    {
      id: 'due_date',
      title: 'Due Date',
      cell: (row) => (
        <Box onClick={stop}>
          <DueDateCell milestone={row} isReadOnly={isReadOnly(row)} />
        </Box>
      ),
      order: 'due_date',
      width: 120,
      card: 'chip',
    },
    {
      id: 'last_time_entry_date',
      title: 'Last Time Entry',
      cell: ({ last_time_entry_date: last }) =>
        last ? (
          <>
            <DateText value={last} as="relative" /> ({last})
          </>
        ) : (
          'Never'
        ),
      width: 205,
      card: 'none',
    },
    {
      id: 'memo',
      title: 'Memos',
      cell: ({ featured_memo_id: id, featured_memo_title, featured_memo_is_active_issue }) =>
        id === null ? (
          '–'
        ) : (
          <Link
            component="button"
            type="button"
            underline="hover"
            onClick={(event: { stopPropagation: () => void }) => {
              event.stopPropagation();
              onMemo(id);
            }}
            sx={{
              display: 'flex',
              gap: 1,
              alignItems: 'center',
              maxWidth: '100%',
              textAlign: 'left',
              ...(featured_memo_is_active_issue ? { color: 'error.main', fontWeight: 600 } : {}),
            }}
          >
            {featured_memo_is_active_issue ? <Icon name="warning" size={16} /> : null}
            <OneLine full={featured_memo_title ?? ''}>{featured_memo_title}</OneLine>
          </Link>
        ),
      width: '14%',
    },
  ];
}
