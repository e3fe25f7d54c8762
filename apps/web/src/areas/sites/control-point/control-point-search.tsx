import { type ControlPointRow, controlFields, listControlPoints } from '@dmse/contract/sites/control-point';
import { localDate } from '@dmse/domain/dates/local-date';
import { writePenzd } from '@dmse/survey/write/penzd';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { useFirmZone } from '../../../parts/date/firm-zone.ts';
import { useNow } from '../../../parts/date/use-now.ts';
import { saveFile } from '../../../parts/file/save-file.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useWords } from '../../../parts/search/address.ts';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import type { Selection } from '../../../parts/search/search-view.ts';
import { Can } from '../../../session/can.tsx';
import { useCan, useSelf, useUpdateSelf } from '../../../session/self.ts';
import { NewControlForm } from './control-form.tsx';
import { ControlImport } from './control-import-page.tsx';
import { sayGrid } from './grid-figure.ts';

/** Downloads control points as the office's point list. `today` is the firm's day. */
function exportControls(points: readonly ControlPointRow[], today: string): void {
  const text = writePenzd(points.map(({ note, ...point }) => ({ ...point, description: note })));
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `control-points-${today}.csv`);
}

const figure = (value: number | null) => (
  <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', color: value === null ? 'text.secondary' : 'inherit' }}>
    {value === null ? '–' : sayGrid(value)}
  </Box>
);

const COLUMNS: readonly ColumnOf<typeof listControlPoints>[] = [
  { id: 'name', title: controlFields.name, text: (row) => row.name, order: 'name', width: '16%' },
  { id: 'easting', title: controlFields.easting, cell: (row) => figure(row.easting), align: 'right', width: 140 },
  { id: 'northing', title: controlFields.northing, cell: (row) => figure(row.northing), align: 'right', width: 140 },
  { id: 'elevation', title: controlFields.elevation, cell: (row) => figure(row.elevation), align: 'right', width: 110 },
  { id: 'note', title: controlFields.note, text: (row) => row.note, order: 'note', unset: 'Unset' },
  {
    id: 'control_destroyed',
    title: 'Destroyed',
    text: (row) => (row.control_destroyed ? 'Yes' : 'No'),
    order: 'control_destroyed',
    width: 120,
  },
];

const FILTERS: readonly SearchFilter[] = [
  { kind: 'toggle', name: 'hpnOnly', sent: 'hpn_only', label: 'HPN Only', isCheckbox: true },
  {
    kind: 'single',
    name: 'destroyed',
    label: 'Destroyed',
    choices: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
  },
];

const linkOf = (row: ControlPointRow) => `/control/${row.id}`;

/** The Control Points tab of the field dashboard. */
export function ControlPointSearch() {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const search = useWords();
  const navigate = useNavigate();
  const zone = useFirmZone();
  const now = useNow();
  const mayImport = useCan('control.write');

  if (String(search.import) === 'true' && mayImport) return <ControlImport />;
  if (String(search.new) === 'true' && mayImport)
    return <NewControlForm onCreated={({ id }) => void navigate({ to: '/control/$id/$tab', params: { id: String(id), tab: 'info' } })} />;
  const selection = ({ rows }: Selection<ControlPointRow>) => (
    <Button
      size="small"
      variant="contained"
      startIcon={<Icon name="download" size={18} />}
      onClick={() => exportControls(rows, localDate(now, zone))}
    >
      Export
    </Button>
  );
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>Select control points to export in PENZD .csv format.</Typography>
      <SearchTable
        endpoint={listControlPoints}
        label="Control points"
        noun={['control point', 'control points']}
        columns={COLUMNS}
        usualOrder="name"
        filters={FILTERS}
        rowLink={linkOf}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        selection={selection}
        tools={
          <Can do="control.write">
            <Button
              startIcon={<Icon name="upload_file" size={18} />}
              onClick={() => void navigate({ to: '/field', search: { tab: 'controlpoints', import: 'true' } })}
            >
              Import
            </Button>
            <Button
              variant="contained"
              startIcon={<Icon name="add" size={18} />}
              onClick={() => void navigate({ to: '/field', search: { tab: 'controlpoints', new: 'true' } })}
            >
              New control point
            </Button>
          </Can>
        }
        empty={{ text: 'A control point is a mark with known coordinates, to begin from and to check against.' }}
      />
    </>
  );
}
