import { splitDms } from '@dmse/survey/geo/dms';
import type { Projection } from '@dmse/survey/geo/projection';
import Box from '@mui/material/Box';
import { groundLine, sayBearing, sayDistance } from './ground-line.ts';
import type { Measurement } from './map-layer.ts';
import { MapReadout } from './map-readout.tsx';
import { type Measured, measurePath, sayArea, sayExactArea } from './measure-values.ts';

/** Millimetres matter between two points, and say nothing over kilometres. */
function sayMetres(metres: number): string {
  return metres < 10_000 ? `${metres.toFixed(metres < 1000 ? 3 : 2)} m` : `${(metres / 1000).toFixed(3)} km`;
}

function sayAzimuth(degrees: number): string {
  const { degrees: whole, minutes, seconds } = splitDms(degrees, 0);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(whole).padStart(3, '0')}°${two(minutes)}′${two(seconds)}″`;
}

function sayMeasured({ distance, last, bearing, area }: Measured, isArea: boolean, isOneLeg: boolean): string {
  if (isArea) return sayExactArea(area);
  const at = bearing === null ? '' : ` at ${sayAzimuth(bearing)}`;
  return isOneLeg ? `${sayMetres(distance)}${at}` : `${sayMetres(distance)}, last ${sayMetres(last)}${at}`;
}

export type MeasureProps = {
  measured: Measurement;
  projection: Projection | null;
  onChange: (measured: Measurement | null) => void;
  /** Takes the middle of the map, for whoever moves it with the keyboard. */
  onCentre: () => void;
};

/** The distance along the places tapped, or the area between them: as one walks it, and exactly on the grid and on the ground. */
export function Measure({ measured, projection, onChange, onCentre }: MeasureProps) {
  const { path, isArea } = measured;
  const legs = path.slice(1).map((to, at) => groundLine(path[at]!, to, projection));
  const total = legs.reduce((sum, { distance }) => sum + distance, 0);
  const last = legs.at(-1);
  const { grid, ground } = measurePath(path, projection);
  const isEnough = path.length >= (isArea ? 3 : 2);
  const rough = isArea
    ? sayArea((grid ?? ground).area)
    : `${sayDistance(total)}${legs.length > 1 ? `, last leg ${sayDistance(last!.distance)}` : ''}${last?.bearing == null ? '' : ` at ${sayBearing(last.bearing)}`}`;
  return (
    <MapReadout
      title={isArea ? 'Measure an area' : 'Measure'}
      actions={[
        { label: isArea ? 'Distance' : 'Area', onClick: () => onChange({ path, isArea: !isArea }) },
        { label: 'Add centre', onClick: onCentre },
        { label: 'Undo', onClick: () => onChange({ path: path.slice(0, -1), isArea }) },
        { label: 'Done', onClick: () => onChange(null) },
      ]}
    >
      {isEnough ? rough : isArea ? 'Tap three or more corners' : 'Tap two or more places'}
      {isEnough && grid ? (
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <Box>Grid {sayMeasured(grid, isArea, legs.length === 1)}</Box>
          <Box>Ground {sayMeasured(ground, isArea, legs.length === 1)}</Box>
        </Box>
      ) : null}
    </MapReadout>
  );
}
