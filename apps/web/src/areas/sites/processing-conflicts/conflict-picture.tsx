import type { ProcessingPoints } from '@dmse/contract/sites/processing/result';
import type { ProcessingShot } from '@dmse/contract/sites/processing/shot';
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
  /** Which way it is uncertain, where the file says so. */
  ellipse: Ellipse | null;
  /** Averaged into, given way to, or overwritten by one of the conflict. */
  isUnder: boolean;
};

type Ellipse = { major: number; minor: number; azimuth: number };

/** The shots of a conflict and those that gave way to them, from the columns of the run and what more is known of the first ones. */
export function findPictured(
  points: ProcessingPoints,
  ids: readonly string[],
  known: readonly (ProcessingShot | undefined)[],
): PicturedShot[] {
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
    ellipse: known.find((shot) => shot?.id === points.ids[place])?.ellipse ?? null,
    isUnder,
  });
  return [
    ...places.map((place) => toShot(place, false)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    ...under.map((place) => toShot(place, true)),
    ...known.flatMap((shot) => (shot ? listEarlier(shot) : [])),
  ];
}

/** What the collector overwrote, brought along by the shift of what took its place. */
function listEarlier({ id, name, easting, northing, elevation, final, earlier }: ProcessingShot): PicturedShot[] {
  return earlier.flatMap((reading, place) =>
    reading.easting === null || reading.northing === null
      ? []
      : {
          id: `${id}/${place}`,
          name: `${name}, earlier`,
          easting: reading.easting + final.easting - easting,
          northing: reading.northing + final.northing - northing,
          elevation: reading.elevation === null ? null : reading.elevation + (final.elevation ?? 0) - (elevation ?? 0),
          hrms: null,
          ellipse: null,
          isUnder: true,
        },
  );
}

type Label = { id: string; x: number; y: number; text: string };

/** Labels that would stand on an earlier one are left out. */
function placeLabels(labels: readonly Label[]): Label[] {
  const placed: Label[] = [];
  for (const label of labels) {
    const reach = (one: Label) => (label.text.length + one.text.length) * 3.5 + 4;
    if (placed.every((one) => Math.abs(one.y - label.y) > 13 || Math.abs(one.x - label.x) > reach(one))) placed.push(label);
  }
  return placed;
}

export type ConflictPictureProps = { shots: readonly PicturedShot[] };

/** The shots of a conflict true to scale, each with its ellipse of uncertainty, or the circle of its HRMS. */
export function ConflictPicture({ shots }: ConflictPictureProps) {
  const { palette } = useTheme().vars!;
  if (shots.length === 0) return null;
  const corners = shots.flatMap(({ easting, northing, hrms, ellipse }) =>
    [-1, 1].map((side) => side * (ellipse?.major ?? hrms ?? 0)).map((away) => ({ easting: easting + away, northing: northing + away })),
  );
  const plan = fitPlan(corners, SIZE, 0.02);
  const tops = shots.filter(({ isUnder }) => !isUnder);
  const [first, second] = tops;
  const isPair = tops.length === 2;
  const distance = isPair ? Math.hypot(first!.easting - second!.easting, first!.northing - second!.northing) : null;
  const rise = isPair && first!.elevation !== null && second!.elevation !== null ? second!.elevation - first!.elevation : null;
  const labels = placeLabels(
    shots.map((shot, place) => {
      const { x, y } = plan.at(shot);
      const isAbove =
        isPair && !shot.isUnder && y <= (plan.at(first!).y + plan.at(second!).y) / 2 && !(place === 1 && plan.at(first!).y === y);
      return { id: shot.id, x, y: isAbove || shot.isUnder ? y - 10 : y + 20, text: shot.name };
    }),
  );
  const hasEllipse = shots.some(({ ellipse }) => ellipse !== null);
  return (
    <div>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={`${shots.map(({ name }) => name).join(', ')} true to scale with ellipses of uncertainty.`}
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
          return (
            <g key={shot.id}>
              {shot.hrms === null ? null : (
                <ellipse
                  cx={x}
                  cy={y}
                  rx={(shot.ellipse?.minor ?? shot.hrms) * plan.factor}
                  ry={(shot.ellipse?.major ?? shot.hrms) * plan.factor}
                  transform={`rotate(${shot.ellipse?.azimuth ?? 0} ${x} ${y})`}
                  fill={colour}
                  fillOpacity={shot.isUnder ? 0.04 : 0.1}
                  stroke={colour}
                  strokeDasharray={shot.isUnder ? '3 3' : undefined}
                />
              )}
              <path d={`M${x - 5} ${y}h10M${x} ${y - 5}v10`} stroke={colour} strokeWidth={2} />
            </g>
          );
        })}
        {labels.map(({ id, x, y, text }) => (
          <text
            key={id}
            x={x}
            y={y}
            textAnchor="middle"
            fontSize={12}
            fontWeight={tops.some((shot) => shot.id === id) ? 600 : 400}
            fill={palette.text.primary}
          >
            {text}
          </text>
        ))}
        <ScaleBar x={12} y={SIZE.height - 8} {...plan.bar} />
      </svg>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {distance === null
          ? ''
          : `${distance.toFixed(3)} m apart in plan${rise === null ? '' : `, ${Math.abs(rise).toFixed(3)} m in height`}. `}
        {hasEllipse
          ? 'Ellipses are as large as the HRMS of each shot; circles where the file does not say which way.'
          : shots.some(({ hrms }) => hrms !== null)
            ? 'Circles are the HRMS of each shot.'
            : 'No uncertainty is known.'}
      </Typography>
    </div>
  );
}
