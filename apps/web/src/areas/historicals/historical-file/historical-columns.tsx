import { HISTORICAL_ORDER, type HistoricalRow, type listHistoricalFiles } from '@dmse/contract/historicals/historical-file';
import { type HistoricalField, nameHistoricalFile } from '@dmse/domain/historicals/relevant-fields';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { ColumnOf, Mark } from '../../../parts/search/search-column.ts';
import { DateText } from '../../../parts/text/date-text.tsx';
import { OneLine } from '../../../parts/text/one-line.tsx';
import { FoundPages } from './found-pages.tsx';
import { FIELDS, sayField } from './historical-fields.ts';

type Column = ColumnOf<typeof listHistoricalFiles>;

/** The first page of the first scan, small; a sheet of paper where there is none yet. */
export function ScanThumbnail({ url, size = 28 }: { url: string | null; size?: number }) {
  const place = { width: size, height: size, flex: 'none', borderRadius: '4px', border: 1, borderColor: 'divider' };
  if (url) return <Box component="img" src={url} alt="" loading="lazy" sx={{ ...place, objectFit: 'cover', bgcolor: '#fff' }} />;
  return (
    <Box sx={{ ...place, display: 'grid', placeItems: 'center', color: 'text.secondary' }}>
      <Icon name="draft" size={size > 40 ? 24 : 18} />
    </Box>
  );
}

function Name({ row, mark }: { row: HistoricalRow; mark: Mark }) {
  const name = nameHistoricalFile(row);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <ScanThumbnail url={row.thumbnail_url} />
      <Box sx={{ minWidth: 0 }}>
        <OneLine full={name}>{mark(name)}</OneLine>
      </Box>
      {row.is_draft ? <Chip size="small" label="Draft" /> : null}
    </Box>
  );
}

const NAME: Column = {
  id: 'file_number',
  title: FIELDS.file_number,
  cell: (row, mark) => <Name row={row} mark={mark} />,
  order: 'file_number',
  width: 170,
};

const Unset = () => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    –
  </Box>
);

/** What a file is about, and under it where the words that were searched for stand in its scans. */
const DESCRIPTION: Column = {
  id: 'description',
  title: FIELDS.description,
  cell: (row, mark, query) => (
    <Box sx={{ minWidth: 0, py: row.found.length > 0 ? 1 : 0 }}>
      {row.description ? <OneLine full={row.description}>{mark(row.description)}</OneLine> : row.found.length > 0 ? null : <Unset />}
      <FoundPages row={row} query={query} mark={mark} />
    </Box>
  ),
  card: 'line',
};

const ORDERED = new Set<string>(HISTORICAL_ORDER);
const WIDTHS: Partial<Record<HistoricalField, number | string>> = { plan_number: 110, surveyed_on: 110, pid: 110, category: 120 };

function columnOf(field: HistoricalField): Column {
  if (field === 'file_number') return NAME;
  if (field === 'description') return DESCRIPTION;
  const shared = {
    id: field,
    title: FIELDS[field],
    ...(ORDERED.has(field) ? { order: field as (typeof HISTORICAL_ORDER)[number] } : {}),
    ...(WIDTHS[field] ? { width: WIDTHS[field] } : {}),
  };
  if (field === 'surveyed_on') return { ...shared, cell: (row) => <DateText value={row.surveyed_on} /> };
  return { ...shared, text: (row) => sayField(row, field), unset: '–' };
}

const COMPANY: Column = { id: 'company', title: FIELDS.company, text: (row) => row.company, order: 'company', unset: '–', width: '14%' };
const USUAL: readonly Column[] = [
  NAME,
  columnOf('plan_number'),
  { ...columnOf('client_name'), width: '18%' },
  DESCRIPTION,
  COMPANY,
  columnOf('surveyed_on'),
];

/** Beside the map there is room for less, and where words were found needs it most. */
const BESIDE_MAP = USUAL.filter(({ id }) => id !== 'plan_number' && id !== 'company');

/** The columns of the list: of one company the fields that matter for its files, after what a file is called and where words were found. */
export function columnsFor(relevant: readonly HistoricalField[] | null, isBesideMap: boolean): readonly Column[] {
  if (!relevant) return isBesideMap ? BESIDE_MAP : USUAL;
  const others = relevant.filter((field) => field !== 'file_number');
  return [NAME, ...others.map(columnOf), ...(others.includes('description') ? [] : [DESCRIPTION])];
}
