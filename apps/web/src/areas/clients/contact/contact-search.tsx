import { type ContactRow, contactFields, exportContacts, listContacts } from '@dmse/contract/clients/contact';
import { isPhoneFor } from '@dmse/domain/clients/phone';
import { searchWords } from '@dmse/domain/text/norm';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { ExportButton } from '../../../parts/search/export-button.tsx';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import type { Selection } from '../../../parts/search/search-view.ts';
import { DateText } from '../../../parts/text/date-text.tsx';
import { OneLine } from '../../../parts/text/one-line.tsx';
import { Can } from '../../../session/can.tsx';
import { useCan, useSelf, useUpdateSelf } from '../../../session/self.ts';
import { ImportWizard } from '../import/import-page.tsx';
import { MergeDialog } from '../merge/merge-dialog.tsx';
import { useMergeChoice } from '../merge/use-merge-choice.ts';

const Phone = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary, fontWeight: 400, marginLeft: 8 }));

const COLUMNS: readonly ColumnOf<typeof listContacts>[] = [
  {
    id: 'name',
    title: contactFields.name,
    cell: (row, mark, query) => {
      const phone = row.phones.find((one) => isPhoneFor(one, searchWords(query)));
      return (
        <OneLine full={phone ? `${row.name}, ${phone}` : row.name}>
          {mark(row.name)}
          {phone ? <Phone>{mark(phone)}</Phone> : null}
        </OneLine>
      );
    },
    order: 'name',
    width: '35%',
  },
  { id: 'clients_summary', title: 'Clients', text: (row) => row.clients_summary, unset: '–' },
  { id: 'created_on', title: 'Date Added', cell: (row) => <DateText value={row.created_on} />, order: 'created_on', width: 140 },
];

const nameOf = (row: ContactRow) => row.name;
const linkOf = (row: ContactRow) => `/contact/${row.id}`;

/** The Contacts tab of the jobs dashboard. */
export function ContactSearch() {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const search = useWords();
  const navigate = useNavigate();
  const merging = useMergeChoice();
  const mayMerge = useCan('clients.merge');
  const mayImport = useCan('clients.import');

  if (search.import === 'true' && mayImport) return <ImportWizard noun="contacts" />;
  const selection = ({ rows, clear }: Selection<ContactRow>) => (
    <Button
      size="small"
      variant="outlined"
      disabled={rows.length < 2}
      startIcon={<Icon name="merge" size={18} />}
      onClick={() => merging.start(rows, clear)}
    >
      {rows.length < 2 ? 'Select another to merge' : `Merge ${rows.length} contacts`}
    </Button>
  );
  return (
    <>
      <SearchTable
        endpoint={listContacts}
        label="Contacts"
        noun={['contact', 'contacts']}
        columns={COLUMNS}
        usualOrder="name"
        search={{ label: 'Search by Name or Phone Number', hint: 'For a phone number, do not include spaces or parentheses.' }}
        rowLink={linkOf}
        rowTitle={nameOf}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        {...(mayMerge ? { selection } : {})}
        tools={
          <>
            <Can do="clients.import">
              <Button
                startIcon={<Icon name="upload_file" size={18} />}
                onClick={() => void navigate({ to: '/jobs', search: { tab: 'contacts', import: 'true' } })}
              >
                Import
              </Button>
            </Can>
            <Can do="clients.export">
              <ExportButton endpoint={exportContacts} />
            </Can>
            <Can do="clients.write">
              <LinkButton to="/contact" variant="contained" startIcon={<Icon name="add" size={18} />}>
                Create Contact
              </LinkButton>
            </Can>
          </>
        }
        empty={{ text: 'A contact is a person who speaks for one or more clients.' }}
      />
      {merging.rows ? <MergeDialog noun="contact" rows={merging.rows} onClose={merging.end} onMerged={merging.done} /> : null}
    </>
  );
}
