import { labelOf } from '@dmse/contract/common/field';
import { listShots, ShotPatch } from '@dmse/contract/sites/shot';
import { SHOT_CATEGORIES } from '@dmse/domain/sites/shot-category';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useMemo } from 'react';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { useSelf, useUpdateSelf } from '../../../session/self.ts';
import { sayGrid } from '../control-point/grid-figure.ts';
import type { RunPanelProps } from '../field-run/field-run-page.tsx';

const FIELDS = ShotPatch.shape;
const COLUMNS: readonly ColumnOf<typeof listShots>[] = [
  { id: 'name', title: 'Point', text: ({ properties }) => properties.name, order: 'name', unset: 'No number', width: 110 },
  { id: 'code', title: FIELDS.code, text: ({ properties }) => properties.code, order: 'code', unset: '–', width: 90 },
  {
    id: 'description',
    title: FIELDS.description,
    text: ({ properties }) => [properties.description, properties.note].filter(Boolean).join(' · '),
  },
  {
    id: 'category',
    title: FIELDS.category,
    text: ({ properties }) => properties.sub_category ?? properties.category,
    order: 'category',
    width: 150,
  },
  { id: 'easting', title: 'Easting', text: ({ properties }) => sayGrid(properties.easting), unset: '–', align: 'right', width: 138 },
  { id: 'northing', title: 'Northing', text: ({ properties }) => sayGrid(properties.northing), unset: '–', align: 'right', width: 138 },
  { id: 'elevation', title: 'Elevation', text: ({ properties }) => sayGrid(properties.elevation), unset: '–', align: 'right', width: 104 },
  {
    id: 'captured_at',
    title: 'Captured',
    cell: ({ properties }) => <DateText value={properties.captured_at} />,
    order: 'captured_at',
    width: 110,
  },
  {
    id: 'flags',
    title: 'Notes',
    cell: ({ properties }) => (
      <Stack direction="row" sx={{ gap: 1 }}>
        {properties.image_count > 0 ? <Chip size="small" label={`${properties.image_count} photos`} /> : null}
        {properties.late ? <Chip size="small" color="warning" label="Late" /> : null}
        {properties.conflict.length > 0 ? <Chip size="small" color="error" label="Two values" /> : null}
      </Stack>
    ),
    width: 150,
    card: 'chip',
  },
];

const FILTERS: readonly SearchFilter[] = [
  { kind: 'multi', name: 'category', label: labelOf(FIELDS.category), choices: SHOT_CATEGORIES.map((value) => ({ value, label: value })) },
];

/** Every living shot of the run. */
export function FieldRunShots({ run }: RunPanelProps) {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const fixed = useMemo(() => ({ field_run: run.id, is_deleted: false }), [run.id]);
  return (
    <SearchTable
      endpoint={listShots}
      label="Shots"
      noun={['shot', 'shots']}
      columns={COLUMNS}
      filters={FILTERS}
      fixed={fixed}
      rowLink={(row) => `/fieldrun-shot/${row.id}`}
      rowTitle={({ properties }) => properties.name ?? 'No number'}
      pageSize={preferences.page_size}
      onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
      empty={{ text: 'They appear here while the crew syncs.' }}
    />
  );
}
