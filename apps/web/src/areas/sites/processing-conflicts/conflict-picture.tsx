import type { ProcessingPoints } from '@dmse/contract/sites/processing/result';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { ScaleBar } from '../processing/plan-marks.tsx';
import { fitPlan } from '../processing/plan-scale.ts';

const SIZE = { width: 420, height: 260, pad: 40 };
/** More shots than these are a map, not a picture. */
const MOST = 60;

export type PicturedShot = {
  id: string;
  name: string;
  easting: number;
  northing: number;
  elevation: number | null;
  hrms: number | null;
  /** Averaged into, or given way to, one of the conflict. */
  isUnder: boolean;
};

/** The shots of a conflict and those that gave way to them, from the columns of the run. */
export function findPictured(points: ProcessingPoints, ids: readonly string[]): PicturedShot[] {
  const wanted = new Set(ids.slice(0, MOST));
  const places = points.ids.flatMap((id, place) => (wanted.has(id) ? place : []));
  const tops = new Set(places);
  const under = places.length <= 2 ? points.parents.flatMap((parent, place) => (tops.has(parent) ? place : [])) : [];
  const toShot = (place: number, isUnder: boolean): PicturedShot => ({
    id: points.ids[place]!,
    name: points.names[place]!,
    easting: points.eastings[place]!,
    northing: points.northings[place]!,
    elevation: points.elevations[place] ?? null,
    hrms: points.hrms[place] ?? null,
    isUnder,
  });
  return [
    ...places.map((place) => toShot(place, false)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    ...under.map((place) => toShot(place, true)),
  ];
}

export type ConflictPictureProps = { shots: readonly PicturedShot[] };

/** The shots of a conflict true to scale, each with the circle of its HRMS. */
export function ConflictPicture({ shots }: ConflictPictureProps) {
  const { palette } = useTheme().vars!;
  if (shots.length === 0) return null;
  const corners = shots.flatMap(({ easting, northing, hrms }) => [
    { easting: easting - (hrms ?? 0), northing: northing - (hrms ?? 0) },
    { easting: easting + (hrms ?? 0), northing: northing + (hrms ?? 0) },
  ]);
  const plan = fitPlan(corners, SIZE, 0.02);
  const tops = shots.filter(({ isUnder }) => !isUnder);
  const [first, second] = tops;
  const isPair = tops.length === 2;
  const distance = isPair ? Math.hypot(first!.easting - second!.easting, first!.northing - second!.northing) : null;
  const rise = isPair && first!.elevation !== null && second!.elevation !== null ? second!.elevation - first!.elevation : null;
  return (
    <div>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={`${shots.map(({ name }) => name).join(', ')} true to scale with circles of uncertainty.`}
        style={{ width: '100%', maxWidth: 560, display: 'block' }}
      >
        {isPair ? (
          <line
            x1={plan.at(first!).x}
            y1={plan.at(first!).y}
            x2={plan.at(second!).x}
            y2={plan.at(second!).y}
            stroke={palette.text.secondary}
            strokeDasharray="4 3"
          />
        ) : null}
        {shots.map((shot, place) => {
          const { x, y } = plan.at(shot);
          const colour = shot.isUnder ? palette.text.secondary : place === 0 ? palette.primary.main : palette.accent.main;
          const isAbove =
            isPair && !shot.isUnder && y <= (plan.at(first!).y + plan.at(second!).y) / 2 && !(place === 1 && plan.at(first!).y === y);
          return (
            <g key={shot.id}>
              {shot.hrms === null ? null : (
                <circle
                  cx={x}
                  cy={y}
                  r={shot.hrms * plan.factor}
                  fill={colour}
                  fillOpacity={shot.isUnder ? 0.04 : 0.1}
                  stroke={colour}
                  strokeDasharray={shot.isUnder ? '3 3' : undefined}
                />
              )}
              <path d={`M${x - 5} ${y}h10M${x} ${y - 5}v10`} stroke={colour} strokeWidth={2} />
              <text
                x={x}
                y={isAbove || shot.isUnder ? y - 10 : y + 20}
                textAnchor="middle"
                fontSize={12}
                fontWeight={shot.isUnder ? 400 : 600}
                fill={palette.text.primary}
              >
                {shot.name}
              </text>
            </g>
          );
        })}
        <ScaleBar x={12} y={SIZE.height - 8} {...plan.bar} />
      </svg>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {distance === null
          ? ''
          : `${distance.toFixed(3)} m apart in plan${rise === null ? '' : `, ${Math.abs(rise).toFixed(3)} m in height`}. `}
        {shots.some(({ hrms }) => hrms !== null) ? 'Circles are the HRMS of each shot.' : 'No uncertainty is known.'}
      </Typography>
    </div>
  );
}
