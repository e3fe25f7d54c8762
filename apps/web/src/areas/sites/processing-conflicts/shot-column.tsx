import { listImages } from '@dmse/contract/sites/image';
import { getProcessingShot, listRootShots } from '@dmse/contract/sites/processing/shot';
import { localDate } from '@dmse/domain/dates/local-date';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { useFirmZone } from '../../../parts/date/firm-zone.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { sayGrid } from '../control-point/grid-figure.ts';
import { sayInstrument } from '../processing/points-table.tsx';
import { toPhoto } from '../shot/image-photo.ts';
import { PhotoGrid } from '../shot/photo-grid.tsx';

export type ShotColumnProps = {
  id: string;
  title: string;
  /** Which measured shots a person ticked in or out of an average. */
  ticks: ReadonlyMap<string, boolean>;
  /** Undefined where no average is made. */
  onTick?: ((name: string, isIn: boolean) => void) | undefined;
};

const metres = (value: number | null) => (value === null ? '–' : `${value.toFixed(3)} m`);

/** A shot of a conflict: what it is, the measured shots under it, and its photos from the field app. */
export function ShotColumn({ id, title, ticks, onTick }: ShotColumnProps) {
  const { data: shot, isError, error, refetch } = useCall(getProcessingShot, { id });
  const roots = useCall(listRootShots, { id }, { enabled: onTick !== undefined });
  const app = shot?.extended_data_shot;
  const images = useCall(listImages, { fieldrun_shot: app ?? '', is_deleted: false, page_size: 50 }, { enabled: Boolean(app) });
  const zone = useFirmZone();
  const sayWhen = (instant: string | null) =>
    instant
      ? `${localDate(instant, zone)} ${new Date(instant).toLocaleTimeString('en-CA', { hourCycle: 'h23', timeZone: zone, timeZoneName: 'short' })}`
      : '–';
  if (isError) return <ErrorState title={`${title} could not be loaded.`} error={error} onRetry={() => void refetch()} />;
  if (!shot) return <Skeleton variant="rounded" height={160} />;
  const facts = [
    ['Description', shot.description || '–'],
    ['Measured', sayWhen(shot.datetime)],
    ['Final E, N, Z', [shot.final.easting, shot.final.northing, shot.final.elevation].map((one) => sayGrid(one) || '–').join(', ')],
    ['HRMS, VRMS', `${metres(shot.HRMS)}, ${metres(shot.VRMS)}`],
    ['Status', [shot.status, sayInstrument(shot.instrument_type)].filter(Boolean).join(', ')],
    ['Rod', metres(shot.rod_height)],
    ...shot.earlier.map((reading) => [
      'Earlier reading',
      `${[reading.easting, reading.northing, reading.elevation].map((one) => sayGrid(one) || '–').join(', ')}, ${sayWhen(reading.datetime)}`,
    ]),
  ] as const;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3">{title}</Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 0.5, fontSize: '0.8125rem' }}>
        {facts.map(([label, value]) => (
          <Box key={`${label} ${value}`} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
      {onTick && roots.data && roots.data.length > 0 ? (
        <Box component="ul" aria-label={`Measured shots of ${title}`} sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
          {roots.data.map(({ id: root, name, HRMS, VRMS, is_used }) => (
            <Box component="li" key={root}>
              <Box
                component="label"
                sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, cursor: 'pointer', fontSize: '0.8125rem' }}
              >
                <Checkbox
                  size="small"
                  sx={{ p: 1 }}
                  checked={ticks.get(name) ?? is_used}
                  onChange={(event) => onTick(name, event.target.checked)}
                  slotProps={{ input: { 'aria-label': `Average with ${name}` } }}
                />
                {name}, {metres(HRMS)}, {metres(VRMS)}
              </Box>
            </Box>
          ))}
        </Box>
      ) : null}
      {images.data && images.data.results.length > 0 ? (
        <Box sx={{ mt: 2 }}>
          <PhotoGrid label={`Photos of ${title}`} photos={images.data.results.map((image) => toPhoto(image))} />
        </Box>
      ) : null}
    </Box>
  );
}
