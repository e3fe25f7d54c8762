import Button from '@mui/material/Button';
import { useState } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { HistoryList } from '../../parts/record/history-list.tsx';
import type { ColumnOf } from '../../parts/search/search-column.ts';
import type { SearchFilter } from '../../parts/search/search-filter.ts';
import { SearchTable } from '../../parts/search/search-table.tsx';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { MoneyText } from '../../parts/text/money-text.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { KINDS, listThingHistory, listThings, type ThingRow } from './gallery-api.ts';
import { GalleryChip } from './gallery-chip.tsx';
import { GallerySection } from './gallery-section.tsx';

const COLUMNS: ColumnOf<typeof listThings>[] = [
  { id: 'name', title: 'Name', text: (row) => row.name, order: 'name', width: '34%' },
  { id: 'kind', title: 'Kind', text: (row) => row.kind, unset: 'Unset', width: 90 },
  { id: 'city', title: 'City', text: (row) => row.city, unset: 'Unset' },
  {
    id: 'amount',
    title: 'Balance (CAD)',
    cell: (row) => <MoneyText cents={row.amount} dense />,
    align: 'right',
    order: 'amount',
    width: 140,
  },
  { id: 'created_on', title: 'Date added', cell: (row) => <DateText value={row.created_on} />, order: 'created_on', width: 120 },
  { id: 'state', title: 'State', cell: (row) => <GalleryChip state={row.state} canEdit={row.id % 3 !== 0} />, width: 140, card: 'chip' },
];
const KIND_CHOICES = KINDS.map((value) => ({ value, label: value }));
const FILTERS: SearchFilter[] = [
  { kind: 'toggle', name: 'mine', label: 'My things' },
  { kind: 'multi', name: 'kind', label: 'Kind', choices: KIND_CHOICES },
  {
    kind: 'single',
    name: 'state',
    label: 'State',
    choices: [
      { value: 'IN PROGRESS', label: 'In progress' },
      { value: 'CLOSED', label: 'Closed' },
    ],
    isAdvanced: true,
  },
];
const SMALL: DataColumn<ThingRow>[] = [
  { id: 'name', title: 'Name', cell: (row) => row.name },
  { id: 'city', title: 'City', cell: (row) => row.city || '–' },
  { id: 'amount', title: 'Balance (CAD)', cell: (row) => <MoneyText cents={row.amount} dense />, align: 'right' },
];
const SMALL_ROWS: ThingRow[] = [
  { id: 1, name: 'Shediac Marina', kind: null, city: 'Shediac', amount: 123_450, state: '', created_on: '2026-03-04T12:00:00.000Z' },
  { id: 2, name: 'Petit-Rocher', kind: null, city: '', amount: -8_000, state: '', created_on: '2026-03-04T12:00:00.000Z' },
  { id: 3, name: 'Baie Verte', kind: null, city: 'Moncton', amount: 0, state: '', created_on: '2026-03-04T12:00:00.000Z' },
];
const MOODS = { slow: 'First load', empty: 'Nothing there', broken: 'Refused by the server' } as const;
const fixedMoods = { slow: { mood: 'slow' }, empty: { mood: 'empty' }, broken: { mood: 'broken' } } as const;

/** Everything that shows many records. */
export function GalleryLists() {
  const [pageSize, setPageSize] = useState(10);
  return (
    <>
      <GallerySection title="Search table">
        <SearchTable
          endpoint={listThings}
          label="Things"
          noun={['thing', 'things']}
          columns={COLUMNS}
          filters={FILTERS}
          search={{ label: 'Search by Name or Phone Number', hint: 'Do not include spaces or parentheses when searching by phone.' }}
          rowLink={(row) => `/gallery?thing=${row.id}`}
          rowActions={(row) => [
            { label: 'Export', icon: 'download', run: () => showToast({ text: `Exported ${row.name}.` }) },
            {
              label: 'Delete thing',
              icon: 'delete',
              isDestructive: true,
              whyNot: row.id % 2 ? 'Three jobs refer to it.' : null,
              run: () => {},
            },
          ]}
          selection={({ rows, clear }) => (
            <Button size="small" variant="outlined" startIcon={<Icon name="merge" size={18} />} disabled={rows.length < 2} onClick={clear}>
              Merge
            </Button>
          )}
          pageSize={pageSize}
          onPageSize={setPageSize}
          tools={
            <Button variant="contained" startIcon={<Icon name="add" />}>
              Create thing
            </Button>
          }
        />
      </GallerySection>
      {(['slow', 'empty', 'broken'] as const).map((mood) => (
        <GallerySection key={mood} title={`Search table: ${MOODS[mood]}`}>
          <SearchTable
            isLocal
            endpoint={listThings}
            label={`Things, ${mood}`}
            noun={['thing', 'things']}
            columns={COLUMNS}
            fixed={fixedMoods[mood]}
            empty={{ text: 'A thing stands for whatever you keep here.', action: <Button variant="contained">Create thing</Button> }}
          />
        </GallerySection>
      ))}
      <GallerySection title="Plain table">
        <DataTable
          label="Small list"
          columns={SMALL}
          rows={SMALL_ROWS}
          rowId={(row) => row.id}
          rowLink={(row) => `/gallery?thing=${row.id}`}
          empty={null}
        />
        <DataTable label="Small list on its way" columns={SMALL} rows={undefined} rowId={(row) => row.id} empty={null} />
        <DataTable label="Empty list" columns={SMALL} rows={[]} rowId={(row) => row.id} empty={<EmptyState title="No things yet." />} />
      </GallerySection>
      <GallerySection title="History">
        <HistoryList endpoint={listThingHistory} input={{ id: 1 }} />
      </GallerySection>
    </>
  );
}
