import { type ClientRow, clientFields, exportClients, listClients } from '@dmse/contract/clients/client';
import { labelOf } from '@dmse/contract/common/field';
import Button from '@mui/material/Button';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { ExportButton } from '../../../parts/search/export-button.tsx';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import type { Selection } from '../../../parts/search/search-view.ts';
import { DateText } from '../../../parts/text/date-text.tsx';
import { Can } from '../../../session/can.tsx';
import { useCan, useSelf, useUpdateSelf } from '../../../session/self.ts';
import { GRADE_CHOICES, RISK_CHOICES } from '../choices.ts';
import { ImportWizard } from '../import/import-page.tsx';
import { MergeDialog } from '../merge/merge-dialog.tsx';
import { useMergeChoice } from '../merge/use-merge-choice.ts';

const COLUMNS: readonly ColumnOf<typeof listClients>[] = [
  { id: 'name', title: clientFields.name, text: (row) => row.name, order: 'name', width: '60%' },
  { id: 'classification', title: 'Class', text: (row) => row.classification, order: 'classification', unset: '–' },
  { id: 'created_on', title: 'Date Added', cell: (row) => <DateText value={row.created_on} />, order: 'created_on', width: 140 },
];

const FILTERS: readonly SearchFilter[] = [
  { kind: 'multi', name: 'classification', label: labelOf(clientFields.classification), choices: GRADE_CHOICES, isAdvanced: true },
  { kind: 'multi', name: 'risk_level', label: 'Risk Level', choices: RISK_CHOICES, isAdvanced: true },
];

const linkOf = (row: ClientRow) => `/client/${row.id}`;

/** The Clients tab of the jobs dashboard. */
export function ClientSearch() {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const search = useWords();
  const navigate = useNavigate();
  const merging = useMergeChoice();
  const mayMerge = useCan('clients.merge');
  const mayImport = useCan('clients.import');

  if (search.import === 'true' && mayImport) return <ImportWizard noun="clients" />;
  const selection = ({ rows, clear }: Selection<ClientRow>) => (
    <Button
      size="small"
      variant="outlined"
      disabled={rows.length < 2}
      startIcon={<Icon name="merge" size={18} />}
      onClick={() => merging.start(rows, clear)}
    >
      {rows.length < 2 ? 'Select another to merge' : `Merge ${rows.length} clients`}
    </Button>
  );
  return (
    <>
      <SearchTable
        endpoint={listClients}
        label="Clients"
        noun={['client', 'clients']}
        columns={COLUMNS}
        usualOrder="name"
        filters={FILTERS}
        rowLink={linkOf}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        {...(mayMerge ? { selection } : {})}
        tools={
          <>
            <Can do="clients.import">
              <Button
                startIcon={<Icon name="upload_file" size={18} />}
                onClick={() => void navigate({ to: '/jobs', search: { tab: 'clients', import: 'true' } })}
              >
                Import
              </Button>
            </Can>
            <Can do="clients.export">
              <ExportButton endpoint={exportClients} filters={FILTERS} />
            </Can>
            <Can do="clients.write">
              <LinkButton to="/client" variant="contained" startIcon={<Icon name="add" size={18} />}>
                Create Client
              </LinkButton>
            </Can>
          </>
        }
        empty={{ text: 'A client is whoever we work for and send the invoice to.' }}
      />
      {merging.rows ? <MergeDialog noun="client" rows={merging.rows} onClose={merging.end} onMerged={merging.done} /> : null}
    </>
  );
}
