import { headingOf } from '@dmse/contract/common/field';
import {
  type ControlPoint as ControlPointRecord,
  controlFields,
  getControlPoint,
  listControlPointHistory,
} from '@dmse/contract/sites/control-point';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useSelf } from '../../../session/self.ts';
import { PhotoGrid } from '../shot/photo-grid.tsx';
import { SketchPanel } from '../shot/sketch-panel.tsx';
import { CheckList } from './check-list.tsx';
import { ControlCoordsForm } from './control-coords-form.tsx';
import { ControlForm } from './control-form.tsx';
import { ControlHealthNotice } from './control-health-notice.tsx';
import { ControlMap } from './control-map.tsx';
import { sayGrid } from './grid-figure.ts';

const TABS = [
  ['info', 'Info'],
  ['coords', 'Coordinates'],
  ['sketch', 'Sketch'],
] as const;

type PointProps = { point: ControlPointRecord };

const LIST = { to: '/field', search: { tab: 'controlpoints' } };

function Published({ point }: PointProps) {
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label="Published coordinates"
      sx={{
        p: { xs: 4, sm: 5 },
        display: 'grid',
        gap: 3,
        alignContent: 'start',
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <ReadOnlyValue label={headingOf(controlFields.easting)}>{sayGrid(point.easting)}</ReadOnlyValue>
      <ReadOnlyValue label={headingOf(controlFields.northing)}>{sayGrid(point.northing)}</ReadOnlyValue>
      <ReadOnlyValue label={headingOf(controlFields.elevation)}>{sayGrid(point.elevation)}</ReadOnlyValue>
      <ReadOnlyValue label={headingOf(controlFields.elevation_system)}>{point.elevation_system}</ReadOnlyValue>
      <ReadOnlyValue label={headingOf(controlFields.datum)}>{point.datum}</ReadOnlyValue>
      <ReadOnlyValue label={headingOf(controlFields.epoch)}>{point.epoch ?? ''}</ReadOnlyValue>
      <ReadOnlyValue label="Check shots">{point.check_count}</ReadOnlyValue>
    </Paper>
  );
}

function Info({ point }: PointProps) {
  return (
    <Stack sx={{ gap: 4 }}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' } }}>
        <ControlMap point={point} />
        <Published point={point} />
      </Box>
      <ControlForm key={point.id} point={point} />
      <ControlHealthNotice point={point.id} />
      <CheckList point={point.id} />
      <Paper component="section" variant="outlined" aria-labelledby="pictures" sx={{ p: { xs: 4, sm: 5 } }}>
        <Typography id="pictures" variant="h2" sx={{ mb: 3 }}>
          Photos
        </Typography>
        {point.images.length > 0 ? (
          <PhotoGrid photos={point.images.map((image) => ({ ...image, point: point.name }))} label={`Photos of ${point.name}`} />
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>No photo of the mark yet. Crews add them in the field app.</Typography>
        )}
      </Paper>
      <HistoryPanel endpoint={listControlPointHistory} id={point.id} />
    </Stack>
  );
}

function Loaded({ point, tab }: PointProps & { tab: string }) {
  const { id: person } = useSelf();
  useEffect(() => {
    rememberRecord(person, { kind: 'Control point', title: point.name, path: `/control/${point.id}` });
  }, [person, point.name, point.id]);
  const tabs = TABS.map(([value, label]) => ({ label, to: `/control/${point.id}/${value}`, isCurrent: tab === value }));
  return (
    <>
      <PageHeader
        title={point.name}
        chip={
          <>
            {point.is_hpn ? <Chip size="small" color="primary" label="HPN" /> : null}
            {point.control_destroyed ? <Chip size="small" color="error" label="Destroyed" /> : null}
          </>
        }
        tabs={<RecordTabs label="Control point sections" tabs={tabs} />}
      />
      {tab === 'coords' ? (
        <ControlCoordsForm key={point.id} point={point} />
      ) : tab === 'sketch' ? (
        <SketchPanel key={point.id} point={point} />
      ) : (
        <Info point={point} />
      )}
    </>
  );
}

/** A mark with known coordinates. */
export function ControlPoint() {
  const { id, tab } = useParams({ from: '/control/$id/$tab' });
  return (
    <RecordPage endpoint={getControlPoint} id={Number(id)} noun="control point" list={LIST}>
      {(point) => <Loaded point={point} tab={tab} />}
    </RecordPage>
  );
}
