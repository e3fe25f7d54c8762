import type { ProcessingPoints } from '@dmse/contract/sites/processing/result';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import type { Bounds, MapLayer } from '../../../parts/map/map-layer.ts';
import { MapPane } from '../../../parts/map/map-pane.tsx';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import { lonlatOf, pointLayers } from './points-map.ts';
import { POINT_COLUMNS, type PointColumn, PointsTable } from './points-table.tsx';
import { useProcessing } from './use-processing.ts';

/** Where a step that selects a point takes the person to. */
export const POINTS_VIEW = 'points-view';

export type PointsViewProps = {
  /** Which places of the lists to show in the table; all unless said. Keep the array the same while nothing changes. */
  rows?: readonly number[] | undefined;
  /** Keep them outside the component. */
  columns?: readonly PointColumn[];
  /** Drawn over the points: arrows, ellipses. Keep the array the same while nothing changes. */
  over?: readonly MapLayer[];
  /** Shown on the map whenever it changes; everything at first. */
  fit?: Bounds | null;
  height?: number | string;
  /** Beside the search box: filters. */
  tools?: ReactNode;
  /** Enter on the selected row. */
  onOpen?: (id: string) => void;
};

const NOTHING: readonly MapLayer[] = [];
const NO_CODES: never[] = [];

function findRows({ names, descriptions }: ProcessingPoints, rows: readonly number[], words: string): readonly number[] {
  const sought = words.trim().toLowerCase();
  if (!sought) return rows;
  return rows.filter((at) => names[at]!.toLowerCase().includes(sought) || descriptions[at]!.toLowerCase().includes(sought));
}

/** The points of the run on the map and in a table, with one selection in both; on a phone one below the other. */
export function PointsView(props: PointsViewProps) {
  const { points } = useProcessing();
  return points ? <View {...props} points={points} /> : <PagePending />;
}

function View(props: PointsViewProps & { points: ProcessingPoints }) {
  const { points, rows: given, columns = POINT_COLUMNS, over = NOTHING, fit = null, height = 560, tools, onOpen } = props;
  const { selected, select } = useProcessing();
  const settings = useCall(getSitesSettings, {}, { staleTime: 5 * 60_000 });
  const codes = settings.data?.codes ?? NO_CODES;
  const [words, setWords] = useState('');
  const sought = useDeferredValue(words);
  const all = useMemo(() => given ?? points.ids.map((_, at) => at), [given, points]);
  const rows = useMemo(() => findRows(points, all, sought), [points, all, sought]);
  const drawn = useMemo(() => pointLayers(points, codes), [points, codes]);
  const layers = useMemo(() => [...drawn, ...over], [drawn, over]);
  const places = useMemo(() => new Map(points.ids.map((id, at) => [id, at])), [points]);
  const place = selected === null ? undefined : places.get(selected);
  return (
    <Box
      id={POINTS_VIEW}
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
      }}
    >
      <Paper variant="outlined" sx={{ height: { xs: 360, md: height }, overflow: 'hidden' }}>
        <MapPane
          label="Map of the points"
          layers={layers}
          selected={selected}
          inView={place === undefined ? null : lonlatOf(points, place)}
          fit={fit ?? points.bounds}
          crs={settings.data?.office_crs ?? null}
          tools={['measure']}
          onPick={(pick) => select(pick && places.has(pick.id) ? pick.id : null)}
        />
      </Paper>
      <Paper variant="outlined" sx={{ height: { xs: 480, md: height }, overflow: 'hidden', display: 'flex', flexDirection: 'column' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, p: 3, borderBottom: 1, borderColor: 'divider', flexWrap: 'wrap' }}>
          <TextField
            type="search"
            label="Find a point"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            sx={{ flex: '1 1 160px' }}
          />
          {tools}
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {rows.length === points.ids.length
              ? sayCount(rows.length, 'point')
              : `${rows.length} of ${sayCount(points.ids.length, 'point')}`}
          </Typography>
        </Box>
        <Box sx={{ flex: 1, minHeight: 0 }}>
          <PointsTable label="Points" points={points} rows={rows} columns={columns} selected={selected} onSelect={select} onOpen={onOpen} />
        </Box>
      </Paper>
    </Box>
  );
}
