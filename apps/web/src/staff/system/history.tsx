import { listEmployees } from '@dmse/contract/people/user';
import { type AuditEntry, searchHistory } from '@dmse/contract/staff/audit';
import { useCall } from '../../api/use-call.ts';
import { dateFilter } from '../../parts/date/date-filter.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import type { SearchColumn } from '../../parts/search/search-column.ts';
import type { SearchFilter } from '../../parts/search/search-filter.ts';
import { SearchTable } from '../../parts/search/search-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { useSelf } from '../../session/self.ts';

const COLUMNS: readonly SearchColumn<AuditEntry>[] = [
  { id: 'at', title: 'When', cell: (row) => <DateText value={row.at} as="relative" />, width: 140 },
  { id: 'record', title: 'Record', text: (row) => `${row.noun} ${row.record_name}`, width: '24%', card: 'title' },
  { id: 'sentence', title: 'What happened', text: (row) => row.sentence },
];

const NOUNS = ['client', 'contact', 'user', 'setting', 'geoid grid'].map((noun) => ({ value: noun, label: noun }));

/** Everything that was ever changed, by whom and when. */
export function History() {
  const { preferences } = useSelf();
  const people = useCall(listEmployees, {});
  const choices = (people.data?.results ?? []).map(({ id, full_name }) => ({ value: String(id), label: full_name }));
  const filters: SearchFilter[] = [
    { kind: 'single', name: 'noun', label: 'Kind', anyLabel: 'Anything', choices: NOUNS },
    { kind: 'single', name: 'by', label: 'By', anyLabel: 'Anyone', choices },
    dateFilter('from', 'From'),
    dateFilter('to', 'To'),
  ];
  return (
    <>
      <PageHeader title="History" />
      <SearchTable
        endpoint={searchHistory}
        label="History"
        noun={['change', 'changes']}
        columns={COLUMNS}
        filters={filters}
        pageSize={preferences.page_size}
      />
    </>
  );
}
