import { FieldRunPatch, type FieldRunRow, listFieldRuns } from '@dmse/contract/sites/field-run';
import Stack from '@mui/material/Stack';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { StateChip } from '../../../parts/record/state-chip.tsx';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { Can } from '../../../session/can.tsx';
import { useCan, useSelf, useUpdateSelf } from '../../../session/self.ts';
import { ExportImport } from '../device/export-import.tsx';
import { MobileMenu } from '../device/mobile-menu.tsx';
import { StoredRuns } from '../device/stored-runs.tsx';
import { JobFilter } from './job-filter.tsx';
import { RUN_STATE_CHOICES, RUN_STATE_FILTER, sayRunName } from './run-state.ts';
import { useRunActions } from './use-run-actions.ts';

const FIELDS = FieldRunPatch.shape;
const COLUMNS: readonly ColumnOf<typeof listFieldRuns>[] = [
  { id: 'name', title: FIELDS.name, text: (row) => row.name, order: 'name', unset: 'Name Unset', width: '24%' },
  { id: 'short_description', title: FIELDS.short_description, text: (row) => row.short_description, order: 'short_description' },
  { id: 'job', title: FIELDS.job, text: (row) => row.job?.num ?? row.job_num, order: 'job_num', unset: '–', width: 110 },
  {
    id: 'state',
    title: FIELDS.state,
    cell: (row) => <StateChip state={row.state} choices={RUN_STATE_CHOICES} failedText="Failed to start run." />,
    order: 'state',
    width: 130,
    card: 'chip',
  },
];

const FILTERS: readonly SearchFilter[] = [
  {
    kind: 'own',
    name: 'job_num',
    label: 'Filter Job',
    render: (value, onChange) => <JobFilter value={value} onChange={onChange} />,
    describe: (value) => value,
  },
  { kind: 'multi', name: 'state', label: 'Filter State', choices: RUN_STATE_FILTER },
];

const linkOf = (row: FieldRunRow) => `/fieldrun/${row.id}`;
const titleOf = (row: FieldRunRow) => sayRunName(row.name);

/** The Field Runs tab of the field dashboard. */
export function FieldRunSearch() {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const isNarrow = useNarrow();
  const mayProcess = useCan('sites.process');
  const rowActions = useRunActions();
  return (
    <Stack sx={{ gap: 4 }}>
      {isNarrow ? <MobileMenu /> : <StoredRuns />}
      <SearchTable
        endpoint={listFieldRuns}
        label="Field runs"
        noun={['field run', 'field runs']}
        columns={COLUMNS}
        filters={FILTERS}
        rowLink={linkOf}
        rowTitle={titleOf}
        rowActions={rowActions}
        actionsWidth={mayProcess ? 190 : 100}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        tools={
          <Can do="sites.write">
            <ExportImport />
            <LinkButton to="/fieldrun/new" variant="contained" startIcon={<Icon name="add" size={18} />}>
              Create a New Fieldrun
            </LinkButton>
          </Can>
        }
        empty={{ text: 'A field run is one outing of a crew: its points, pictures, pipes and the risk assessment.' }}
      />
    </Stack>
  );
}
