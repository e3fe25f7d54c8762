import { findSiteDefects, type SiteDefect, type SiteDefectKind } from '@dmse/domain/sites/leave-site';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../../parts/icon/icon.tsx';
import type { IconName } from '../../parts/icon/icon-paths.ts';
import { FieldFrame } from '../frame/field-frame.tsx';
import { RowLink } from '../frame/row-link.tsx';
import { Section } from '../frame/section.tsx';
import { hasRisk, useImages, usePipes, usePoints, useRunItem } from '../frame/use-records.ts';
import { useFieldRun, useRunSync } from './field-run.ts';

const ICONS: Readonly<Record<SiteDefectKind, IconName>> = {
  not_loaded: 'download',
  no_code: 'location_on',
  no_position: 'location_on',
  coarse_position: 'my_location',
  old_position: 'my_location',
  no_measure_down: 'straighten',
  no_photo: 'photo_camera',
  open_end: 'linear_scale',
  cross_connected: 'linear_scale',
  no_risk_assessment: 'health_and_safety',
  unsynced: 'sync_problem',
};

/** Before the crew leaves: what they would have to come back for, each line leading to where it is mended. */
export function LeaveSite() {
  const { id, gate, openSync } = useFieldRun();
  const navigate = useNavigate();
  const run = useRunItem(id);
  const points = usePoints(id);
  const pipes = usePipes(id);
  const images = useImages(id);
  const { unsynced, isCounted, isGreen, not_loaded } = useRunSync();
  if (!run || !points || !pipes || !images || !isCounted) return <FieldFrame place="more">Looking…</FieldFrame>;

  const shown = images.filter((image) => !image.is_deleted);
  const defects = findSiteDefects({
    shots: points
      .filter((point) => !point.is_deleted)
      .map((point) => ({ ...point, photos: shown.filter(({ fieldrun_shot }) => fieldrun_shot === point.id).length })),
    pipes: pipes.filter((pipe) => !pipe.is_deleted),
    has_risk_assessment: hasRisk(run),
    unsynced,
    not_loaded,
    gate,
  });
  const wayTo = (defect: SiteDefect): Pick<Parameters<typeof RowLink>[0], 'to' | 'onClick'> => {
    if (defect.kind === 'unsynced' || defect.kind === 'not_loaded') return { onClick: openSync };
    if (defect.kind === 'no_risk_assessment') return { to: { to: '/fieldrun/field/$id/$tab', params: { id, tab: 'risk-assesment' } } };
    if (defect.kind === 'open_end' || defect.kind === 'cross_connected')
      return { to: { to: '/fieldrun/field/$id/pipe/$pipeId', params: { id, pipeId: defect.id } } };
    return { to: { to: '/fieldrun/field/$id/point/$pointId', params: { id, pointId: defect.id } } };
  };
  const leave = () => void navigate({ to: '/field' });
  const bar = (
    <Button
      variant={defects.length === 0 ? 'contained' : 'outlined'}
      color={defects.length === 0 ? 'primary' : 'inherit'}
      sx={{ flex: 1 }}
      onClick={leave}
    >
      {defects.length === 0 ? 'Leave site' : 'Leave all the same'}
    </Button>
  );
  return (
    <FieldFrame place="more" bar={bar}>
      <Section title="Before you leave">
        {defects.length === 0 ? (
          <Box role="status" sx={{ display: 'flex', gap: 2, alignItems: 'center', fontWeight: 600, color: 'success.main' }}>
            <Icon name="check_circle" size={24} />
            {isGreen ? 'Nothing is missing, and the server has everything.' : 'Nothing is missing.'}
          </Box>
        ) : (
          <Box role="status">{defects.length === 1 ? 'One thing to look at:' : `${defects.length} things to look at:`}</Box>
        )}
        <Box component="ul" aria-label="Missing" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '8px' }}>
          {defects.map((defect) => (
            <li key={`${defect.kind}-${defect.id}`}>
              <RowLink icon={ICONS[defect.kind]} title={defect.says} {...wayTo(defect)} />
            </li>
          ))}
        </Box>
      </Section>
    </FieldFrame>
  );
}
